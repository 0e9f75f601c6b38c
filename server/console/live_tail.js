// The newest turns of all sessions, as they happen.
import { follow } from './events.js';
import { timeOf } from './format.js';
import { h, replace } from './h.js';
import { hrefOf } from './router.js';

/** @typedef {import('./types.js').LiveTurn} LiveTurn */

const most = 40;
/** @type {Record<string, string>} */
const states = { live: 'connected', waiting: 'reconnecting', refused: 'not available with this key' };

/** @param {AbortSignal} signal @param {(turn: LiveTurn) => boolean} fits whether to show a turn */
export function liveTail(signal, fits) {
  const state = h('span.tag', null, 'connecting');
  const list = h('div.live', { role: 'log', 'aria-live': 'off', 'aria-label': 'Live turns', tabindex: 0 });
  const empty = h('p.muted', null, 'New turns appear here.');
  void follow('v1/events', {
    signal,
    onState: (one) => {
      state.textContent = states[one];
      state.classList.toggle('good', one === 'live');
    },
    onEvent: ({ event, data }) => {
      if (event !== 'turn' || !fits(data)) return;
      empty.remove();
      list.prepend(row(data));
      if (list.children.length > most) list.lastElementChild?.remove();
    },
  });
  const node = h('section.panel', { 'aria-label': 'Live' });
  replace(node, h('div.row.apart', null, h('h2', null, 'Live'), state), empty, list);
  return node;
}

/** @param {LiveTurn} turn */
function row({ session, seq, status, intent, handed_off: handedOff, at }) {
  return h('div.live-row', null, h('time', { datetime: at }, timeOf(at)), h('a', { href: hrefOf('sessions', [session, seq]) }, session),
    h('span.muted', null, [intent, handedOff ? 'handed off' : status.replaceAll('_', ' ')].filter(Boolean).join(', ')));
}
