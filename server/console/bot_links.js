// The links between intents, as a list.
import { countOf } from './graph_view.js';
import { h } from './h.js';

/** @typedef {import('./types.js').GraphLink} GraphLink */

const verbs = { call: 'calls', start: 'starts', exhausted: 'starts after unanswered questions' };

/** @param {GraphLink[]} links @param {(id: string) => string} hrefOfIntent @param {import('./types.js').GraphOverview} overview */
export function linksView(links, hrefOfIntent, overview) {
  if (!links.length) return h('p.muted', null, 'No intent starts or calls another.');
  const intent = (/** @type {string} */ id) => h('a', { href: hrefOfIntent(id) }, id);
  return h('ul.links', null, links.map(({ from, to, kind }) => {
    const count = countOf(overview.edges.find((edge) => edge.from === from && edge.to === to)?.count);
    return h('li', null, intent(from), h('span.muted', null, ` ${verbs[kind]} `), intent(to), count && h('span.muted', null, ` (${count})`));
  }));
}
