// The links between intents, as a list with the facts of their picture.
import { countOf } from './graph_view.js';
import { h } from './h.js';

/** @typedef {import('./types.js').GraphOverview} GraphOverview */

const verbs = { call: 'calls', start: 'starts', exhausted: 'starts after unanswered questions', digression: 'is interrupted by' };

/** @param {GraphOverview['edges']} links @param {(id: string) => string} hrefOfIntent */
export function linksView(links, hrefOfIntent) {
  if (!links.length) return h('p.muted', null, 'No intent starts or calls another.');
  const intent = (/** @type {string} */ id) => h('a', { href: hrefOfIntent(id) }, id);
  return h('ul.links', null, links.map(({ from, to, kinds, count }) => h('li', null, intent(from),
    h('span.muted', null, ` ${kinds.map((kind) => verbs[kind]).join(' or ')} `), intent(to), count !== undefined && h('span.muted', null, ` (${countOf(count)})`))));
}
