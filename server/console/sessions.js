// The view Sessions: the list with its filters, or one session.
import { get } from './api.js';
import { h, replace } from './h.js';
import { liveTail } from './live_tail.js';
import { problemView } from './problem.js';
import { hrefOf } from './router.js';
import { filterForm, filtersOf, fitsFilters } from './session_filters.js';
import { sessionRow } from './session_row.js';
import { SessionPage } from './session_page.js';

/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Summary} Summary */

/** @param {Route} first @returns {View} */
export function sessionsView(first) {
  const node = h('div');
  /** @type {{node: HTMLElement, close: () => void, name: string, select?: (seq: number) => void} | null} */
  let shown = null;
  const show = (/** @type {Route} */ { parts: [name = '', seq], query }) => {
    if (name && shown?.name === name) return shown.select?.(Number(seq));
    shown?.close();
    shown = name ? new SessionPage(name, { seq: Number(seq), words: query.get('q') ?? '' }) : listPage(filtersOf(query));
    const field = node.contains(document.activeElement) ? document.activeElement?.getAttribute('name') : null;
    replace(node, shown.node);
    if (field) /** @type {HTMLElement | null} */ (node.querySelector(`.filters [name="${field}"]`))?.focus();
    view.title = name || 'Sessions';
    return undefined;
  };
  /** @type {View} */
  const view = { title: 'Sessions', node, update: show, close: () => shown?.close(), keys: { '/': () => document.getElementById('search')?.focus() } };
  show(first);
  return view;
}

/** @param {Record<string, string>} filters */
function listPage(filters) {
  const closing = new AbortController();
  const list = h('ul.sessions');
  const more = h('div.row.middle');
  const load = async (/** @type {string | undefined} */ cursor) => {
    replace(more, h('p.muted', null, 'Loading...'));
    try {
      const { sessions, next } = await get('v1/sessions', { ...filters, limit: 30, cursor });
      list.append(...sessions.map((/** @type {Summary} */ one) => sessionRow(one, hrefOf('sessions', [one.session], { q: filters.q }))));
      replace(more, next ? h('button', { type: 'button', onclick: () => load(next) }, 'Show more') : !list.children.length && h('p.empty', null, 'No session matches.'));
    } catch (error) {
      replace(more, problemView(error, () => load(cursor)));
    }
  };
  void load(undefined);
  const node = h('div.page', null, h('h1', null, 'Sessions'), filterForm(filters),
    h('div.split', null, h('section.panel', { 'aria-label': 'Sessions' }, list, more), liveTail(closing.signal, (turn) => fitsFilters(filters, turn))));
  return { node, name: '', close: () => closing.abort() };
}
