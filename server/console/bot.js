// The view Bot: its intents, the graph of one of them, the findings and the health of the server.
import { get } from './api.js';
import { openReload } from './bot_reload.js';
import { findingsView } from './findings.js';
import { plural } from './format.js';
import { graphView } from './graph_view.js';
import { h, replace } from './h.js';
import { healthView } from './health.js';
import { Problem, problemView } from './problem.js';
import { hrefOf } from './router.js';

/** @typedef {import('./types.js').Bot} Bot */
/** @typedef {import('./types.js').Intent} Intent */
/** @typedef {{intents: import('./types.js').IntentGraph[], links: {from: string, to: string, kind: string}[]}} Graph */
/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').View} View */

/** @param {Route} first @returns {View} */
export function botView(first) {
  const place = h('div');
  const node = h('div.page', null, h('div.row.apart', null, h('h1', null, 'Bot'), h('button', { type: 'button', onclick: () => openReload({ runAgain: null }) }, 'Change the bot')), place);
  let update = (/** @type {Route} */ _) => {};
  const load = async () => {
    try {
      const [bot, { findings }, graph] = await Promise.all([get('v1/bot'), get('v1/bot/findings'), graphOfBot()]);
      const page = botPage(bot, findings, graph);
      replace(place, page.node);
      update = page.show;
      page.show(route);
    } catch (error) {
      replace(place, problemView(error, () => void load()));
    }
  };
  let route = first;
  void load();
  return { title: 'Bot', node, update: (next) => update((route = next)), keys: { '/': () => document.getElementById('search')?.focus() } };
}

/** The graph, or an empty one if the server cannot draw it. @returns {Promise<Graph>} */
async function graphOfBot() {
  try {
    return await get('v1/bot/graph');
  } catch (error) {
    if (error instanceof Problem && error.body.code === 'unknown_route') return { intents: [], links: [] };
    throw error;
  }
}

/** @param {Bot} bot @param {import('./types.js').Finding[]} findings @param {Graph} graph */
function botPage(bot, findings, graph) {
  const list = h('ul.intents');
  const place = h('div.stack');
  let selected = '';
  const showList = () => {
    const words = filter.value.toLowerCase();
    const found = bot.intents.filter(({ id, description = '' }) => `${id} ${description}`.toLowerCase().includes(words));
    replace(list, found.map(({ id }) => h('li', null, h('a', { href: hrefOf('bot', [id]), 'aria-current': id === selected ? 'true' : null }, id))), !found.length && h('li.muted', null, 'No intent matches.'));
  };
  const filter = h('input', { type: 'search', id: 'search', autocomplete: 'off', oninput: showList });
  const overview = [
    h('section.panel', { 'aria-label': 'Health' }, h('h2', null, 'Health'), healthView(bot)),
    h('section.panel', { 'aria-label': 'Findings' }, h('h2', null, 'Findings'), findingsView(findings)),
    graph.intents.length > 0 && h('section.panel', { 'aria-label': 'Links' }, h('h2', null, 'Links between intents'), linksView(graph.links)),
  ];
  const show = (/** @type {Route} */ { parts: [id = ''] }) => {
    selected = id;
    const intent = bot.intents.find((one) => one.id === id);
    replace(place, intent ? intentView(intent, graph) : id ? h('p.empty', null, `The bot has no intent ${id}.`) : overview);
    showList();
  };
  const node = h('div.bot-page', null, h('nav.panel', { 'aria-label': 'Intents' }, h('h2', null, plural(bot.intents.length, 'intent')), h('label.field', null, h('span', null, 'Find an intent'), filter),
    h('a.overview', { href: '#/bot' }, 'Overview of the bot'), list), place);
  return { node, show };
}

/** @param {Graph['links']} links */
function linksView(links) {
  if (!links.length) return h('p.muted', null, 'No intent starts or calls another.');
  return h('ul.links', null, links.map(({ from, to, kind }) => h('li', null, intentLink(from), h('span.muted', null, ` ${kind} `), intentLink(to))));
}

/** @param {string} id */
const intentLink = (id) => h('a', { href: hrefOf('bot', [id]) }, id);

/** @param {Intent} intent @param {Graph} graph */
function intentView({ id, description, params, samples }, graph) {
  const own = graph.intents.find((one) => one.id === id);
  const links = graph.links.filter((link) => link.from === id || link.to === id);
  return [
    h('section.panel', { 'aria-label': id }, h('h2', null, id), h('div.stack', null, description && h('p', null, description),
      params.length > 0 && h('div', null, h('h3', null, 'Params'), h('dl.params', null, params.map(({ name, type }) => h('div', null, h('dt', null, name), h('dd', null, type ?? ''))))),
      samples.length > 0 && h('div', null, h('h3', null, 'Samples'), h('ul.quotes', null, samples.map((sample) => h('li', null, `“${sample}”`)))))),
    h('section.panel', { 'aria-label': 'Graph of the intent' }, h('h2', null, 'Steps'), own ? graphView(own) : h('p.muted', null, 'The server has no graph of this intent.')),
    links.length > 0 && h('section.panel', { 'aria-label': 'Links' }, h('h2', null, 'Links to other intents'), linksView(links)),
  ];
}
