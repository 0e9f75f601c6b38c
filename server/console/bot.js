// The view Bot: its intents with their graphs, the source of a step, the findings and the health of the server.
// Addresses: #/bot/INTENT?sessions=N&file=FILE&line=N
import { get } from './api.js';
import { intentView } from './bot_intent.js';
import { linksView } from './bot_links.js';
import { openReload } from './bot_reload.js';
import { findingsView } from './findings.js';
import { plural } from './format.js';
import { centreGraph, countOf, overviewView } from './graph_view.js';
import { h, replace } from './h.js';
import { healthView } from './health.js';
import { problemView } from './problem.js';
import { go, hrefOf } from './router.js';
import { sourceView } from './source_view.js';
import { botCoverage, sessionsIn, trafficChoice, trafficText } from './traffic.js';

/** @typedef {import('./types.js').Bot} Bot */
/** @typedef {import('./types.js').Finding} Finding */
/** @typedef {import('./types.js').Graph} Graph */
/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').View} View */

/** @param {Route} first @returns {View} */
export function botView(first) {
  const place = h('div');
  /** @type {BotPage | null} */
  let page = null;
  let route = first;
  const load = async () => {
    try {
      const [bot, { findings }] = await Promise.all([get('v1/bot'), get('v1/bot/findings')]);
      page = new BotPage(bot, findings);
      replace(place, page.node);
      await page.show(route);
    } catch (error) {
      replace(place, problemView(error, () => void load()));
    }
  };
  const change = () => openReload({ runAgain: null, onReload: () => void load() });
  const node = h('div.page', null, h('div.row.apart', null, h('h1', null, 'Bot'), h('button', { type: 'button', onclick: change }, 'Change the bot')), place);
  void load();
  return { title: 'Bot', node, update: (next) => (route = next, void page?.show(route)), keys: { '/': () => document.getElementById('search')?.focus() } };
}

class BotPage {
  /** @param {Bot} bot @param {Finding[]} findings */
  constructor(bot, findings) {
    this.bot = bot;
    this.findings = findings;
    /** @type {Map<number, Graph>} by the number of sessions that count */
    this.graphs = new Map();
    this.id = '';
    this.sessions = 0;
    this.shown = '';
    this.isNew = false;  // the content was built, and its picture is at its left end
    this.list = h('ul.intents');
    this.filter = h('input', { type: 'search', id: 'search', autocomplete: 'off', oninput: () => this.showList() });
    this.choice = trafficChoice((sessions) => go(this.href({ sessions })));
    this.overviewLink = h('div');
    this.content = h('div.stack');
    this.source = h('div');
    const intents = h('nav.panel', { 'aria-label': 'Intents' }, h('h2', null, plural(bot.intents.length, 'intent')), h('label.field', null, h('span', null, 'Find an intent'), this.filter), this.overviewLink, this.list);
    this.node = h('div.bot-page', null, intents, h('div.stack', null, this.choice.node, this.content, this.source));
  }

  /** @param {Route} route */
  async show(route) {
    const { parts: [id = ''], query } = route;
    const sessions = sessionsIn(query);
    const state = JSON.stringify([id, sessions]);
    if (this.shown !== state) {
      this.shown = state;
      this.id = id;
      this.sessions = sessions;
      this.choice.set(sessions);
      replace(this.overviewLink, h('a.overview', { href: this.href({ id: '' }), 'aria-current': id ? null : 'true' }, 'Overview of the bot'));
      await this.showContent(state, () => (this.shown = '', void this.show(route)));
      if (this.shown !== state) return;
    }
    const shown = this.showSource(query.get('file') || this.bot.files[0], Number(query.get('line') ?? 0));
    if (this.isNew) centreGraph(this.content);
    this.isNew = false;
    await shown;
  }

  /** @param {string} state @param {() => void} retry */
  async showContent(state, retry) {
    try {
      if (!this.graphs.has(this.sessions)) {
        replace(this.content, h('p.muted', { role: 'status' }, this.sessions ? 'Counting the sessions...' : 'Loading...'));
        this.graphs.set(this.sessions, await get('v1/bot/graph', { sessions: this.sessions || undefined }));
      }
      if (this.shown !== state) return;
      const intent = this.bot.intents.find(({ id }) => id === this.id);
      replace(this.content, intent ? intentView(intent, this.graph, this.hrefs) : this.id ? h('p.empty', null, `The bot has no intent ${this.id}.`) : this.overview());
      this.showList();
      this.isNew = true;
    } catch (error) {
      if (this.shown === state) replace(this.content, problemView(error, retry));
    }
  }

  /** @param {string} file @param {number} line */
  async showSource(file, line) {
    const href = line > 0 ? this.href({ file, line }) : '';
    for (const node of this.content.querySelectorAll('.graph a.node')) node.classList.toggle('selected', node.getAttribute('href') === href);
    if (!Number.isInteger(line) || line < 1) {
      const last = this.source.dataset.from;
      const had = this.source.contains(document.activeElement) || document.activeElement === document.body;
      replace(this.source);
      if (had && last) /** @type {HTMLElement | null} */ ([...this.content.querySelectorAll('a')].find((one) => one.getAttribute('href') === last) ?? null)?.focus();
      delete this.source.dataset.from;
      return;
    }
    const view = sourceView({ file, line, closeHref: this.href() });
    replace(this.source, view.node);
    this.source.dataset.from = href;
    await view.ready;
    if (view.node.isConnected) view.focus();
  }

  showList() {
    const words = this.filter.value.toLowerCase();
    const found = this.bot.intents.filter(({ id, description = '' }) => `${id} ${description}`.toLowerCase().includes(words));
    const counts = new Map(this.graphs.get(this.sessions)?.intents.map(({ id, nodes: [start] }) => [id, start.count]));
    const link = (/** @type {string} */ id) => h('a', { href: this.href({ id }), 'aria-current': id === this.id ? 'true' : null, 'data-count': counts.get(id) }, h('span', null, id), countView(counts.get(id)));
    replace(this.list, found.map(({ id }) => h('li', null, link(id))), !found.length && h('li.muted', null, 'No intent matches.'));
  }

  get graph() {
    return /** @type {Graph} */ (this.graphs.get(this.sessions));
  }

  /** The address of this page with changes. @param {{id?: string, sessions?: number, file?: string, line?: number}} [change] */
  href({ id = this.id, sessions = this.sessions, file, line } = {}) {
    return hrefOf('bot', [id || undefined], { sessions: sessions || undefined, file: file === this.bot.files[0] ? undefined : file, line });
  }

  get hrefs() {
    return {
      hrefOfIntent: (/** @type {string} */ id) => this.href({ id }),
      hrefOfNode: (/** @type {import('./types.js').GraphNode} */ { file, line }) => (line ? this.href({ file, line }) : null),
    };
  }

  overview() {
    const { overview, traffic, intents } = this.graph;
    const hrefOfFinding = (/** @type {Finding} */ { file, line }) => (line && this.bot.files.includes(file) ? this.href({ file, line }) : null);
    return [
      h('section.panel', { 'aria-label': 'Health' }, h('h2', null, 'Health'), healthView(this.bot)),
      h('section.panel', { 'aria-label': 'Findings' }, h('h2', null, 'Findings'), findingsView(this.findings, hrefOfFinding)),
      h('section.panel', { 'aria-label': 'Links' }, h('h2', null, 'Links between intents'), h('div.stack', null,
        traffic && h('p.coverage', null, traffic.sessions ? `${botCoverage(intents, traffic)} ` : '', trafficText(traffic)),
        overview.edges.length > 0 && overviewView(overview, this.hrefs.hrefOfIntent), linksView(overview.edges, this.hrefs.hrefOfIntent))),
    ];
  }
}

/** @param {number | undefined} count */
const countView = (count) => count !== undefined && h('span.count', null, h('span', { 'aria-hidden': 'true' }, String(count)), h('span.sr-only', null, ` ${countOf(count)}`));
