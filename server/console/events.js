// Server-sent events over fetch, because EventSource cannot send the header Authorization. After a lost connection the
// stream continues behind the last event that arrived.
import { send, urlOf } from './api.js';
import { bodyOf } from './problem.js';

/** @typedef {{event: string, id: string, data: any}} ServerEvent */

/**
 * Follows a stream until `signal` is aborted.
 * @param {string} path
 * @param {{after?: string | number, query?: import('./api.js').Query, signal: AbortSignal, onEvent: (event: ServerEvent) => void, onState?: (state: 'live' | 'waiting' | 'refused') => void}} options
 */
export async function follow(path, { after, query, signal, onEvent, onState = () => {} }) {
  let last = after;
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 15000)) {
    try {
      const response = await send('GET', urlOf(path, { ...query, after: last }), { accept: 'text/event-stream', signal });
      onState('live');
      pause = 500;
      for await (const event of read(response)) {
        if (event.id) last = event.id;
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      const { status } = bodyOf(error);
      if (status >= 400 && status < 500 && status !== 429) return onState('refused');
    }
    if (!signal.aborted) onState('waiting');
    await sleep(pause, signal);
  }
}

/** @param {Response} response */
async function* read(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

/**
 * Returns the event of one block; null for a comment.
 * @param {string} block
 * @returns {ServerEvent | null}
 */
export function parse(block) {
  const event = { event: 'message', id: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = line.match(/^([a-z]+): ?(.*)$/) ?? [];
    if (name === 'data') event.data += (event.data ? '\n' : '') + value;
    else if (name === 'event' || name === 'id') event[name] = value;
  }
  return event.data ? { ...event, data: JSON.parse(event.data) } : null;
}

/** @param {number} ms @param {AbortSignal} signal */
function sleep(ms, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), done(undefined)), { once: true });
  });
}
