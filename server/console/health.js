// Whether the server runs and can store turns.
import { send, urlOf } from './api.js';
import { h, replace } from './h.js';
import { bodyOf } from './problem.js';

/** @param {import('./types.js').Bot} bot */
export function healthView(bot) {
  const server = h('dd', null, 'asking...');
  const store = h('dd', null, 'asking...');
  void probe('healthz', server, 'runs');
  void probe('readyz', store, 'ready');
  const row = (/** @type {string} */ name, /** @type {any} */ value) => h('div', null, h('dt', null, name), value instanceof HTMLElement && value.tagName === 'DD' ? value : h('dd', null, value));
  return h('dl.facts', null, row('Server', server), row('Store and bot', store), row('Bot', bot.id), row('Fingerprint', h('code', null, bot.fingerprint)),
    row('Languages', bot.languages.join(', ')), row('Files', bot.files.map((file) => h('div', null, h('code', null, file)))));
}

/** @param {string} path @param {HTMLElement} place @param {string} good */
async function probe(path, place, good) {
  try {
    await send('GET', urlOf(path), {});
    replace(place, h('span.tag.good', null, good));
  } catch (error) {
    const { title, detail } = bodyOf(error);
    replace(place, h('span.tag.bad', null, title), ' ', detail);
  }
}
