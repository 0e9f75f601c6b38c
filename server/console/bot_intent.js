// One intent of the view Bot: its params, samples, steps and links.
import { linksView } from './bot_links.js';
import { graphList, graphView } from './graph_view.js';
import { h } from './h.js';
import { intentCoverage, trafficText } from './traffic.js';

/**
 * @param {import('./types.js').Intent} intent
 * @param {import('./types.js').Graph} graph
 * @param {{hrefOfNode: (node: import('./types.js').GraphNode) => string | null, hrefOfIntent: (id: string) => string}} hrefs
 */
export function intentView({ id, description, params, samples }, graph, hrefs) {
  const own = graph.intents.find((one) => one.id === id);
  const links = graph.overview.edges.filter((link) => link.from === id || link.to === id);
  const facts = [description && h('p', null, description),
    params.length > 0 && h('div', null, h('h3', null, 'Params'), h('dl.params', null, params.map(({ name, type }) => h('div', null, h('dt', null, name), h('dd', null, type ?? ''))))),
    samples.length > 0 && h('div', null, h('h3', null, 'Samples'), h('ul.quotes', null, samples.map((sample) => h('li', null, `“${sample}”`))))];
  return [
    h('section.panel', { 'aria-label': id }, h('h2', null, id), h('div.stack', null, facts)),
    own && h('section.panel', { 'aria-label': 'Graph of the intent' }, h('h2', null, 'Steps'), h('div.stack', null,
      graph.traffic && h('p.coverage', null, graph.traffic.sessions ? `${intentCoverage(own, graph.traffic)} ` : '', trafficText(graph.traffic)),
      graphView(own, hrefs.hrefOfNode), graphList(own, hrefs))),
    links.length > 0 && h('section.panel', { 'aria-label': 'Links' }, h('h2', null, 'Links to other intents'), linksView(links, hrefs.hrefOfIntent)),
  ];
}
