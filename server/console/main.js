// The frame of the console: it shows the view that the address names.
import { access } from './api.js';
import { botView } from './bot.js';
import { choicesOf, loadBots, takeBot } from './bots.js';
import { deskView } from './desk.js';
import { h, replace } from './h.js';
import { takeFromAddress } from './key.js';
import { login } from './login.js';
import { reportView } from './report.js';
import { addressed, parseRoute } from './router.js';
import { sessionsView } from './sessions.js';
import { startShortcuts } from './shortcuts.js';
import { talkView } from './talk.js';
import { startTheme } from './theme.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Route} Route */

/** @type {Record<string, (route: Route) => View>} */
const views = { talk: talkView, sessions: sessionsView, desk: deskView, report: reportView, bot: botView };
const main = /** @type {HTMLElement} */ (document.getElementById('main'));

/** @type {View | null} */
let current = null;
let shown = '';  // the view and the bot

function show() {
  takeFromAddress();
  if (location.hash === '#main') return main.focus();
  const route = parseRoute(location.hash);
  const isKnown = takeBot(route);
  const wanted = `${route.view} ${addressed.bot}`;
  if (current?.update && shown === wanted) update(current, route);
  else open(wanted, () => (isKnown ? views[route.view]?.(route) ?? notFound() : unknownBot(route)));
  document.title = `${current?.title ?? 'Not found'} - parley`;
  for (const link of document.querySelectorAll('.tabs a')) {
    if (parseRoute(link.getAttribute('href') ?? '').view === route.view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Keeps the focus in the content if the view removed the element that had it. @param {View} view @param {Route} route */
function update(view, route) {
  view.update?.(route);
  if (document.activeElement === document.body) main.focus();
}

/** @param {string} name @param {() => View} build */
function open(name, build) {
  const first = shown === '';
  current?.close?.();
  shown = name;
  current = build();
  replace(main, current.node);
  if (current.focus) current.focus();
  else if (!first) main.focus();
}

/** @returns {View} */
function notFound() {
  return { title: 'Not found', node: h('div.page', null, h('h1', null, 'Not found'), h('p', null, 'The address names no view. ', h('a', { href: '#/talk' }, 'Open Talk'))) };
}

/** @param {Route} route @returns {View} */
function unknownBot({ bot }) {
  return { title: 'Not found', node: h('div.page', null, h('h1', null, 'Not found'), h('p', null, `The server has no bot ${bot} that you may use.`),
    h('ul', null, choicesOf().map(({ id, href }) => h('li', null, h('a', { href }, id))))) };
}

access.login = login;
startTheme();
startShortcuts(() => current?.keys ?? {});
takeFromAddress();
await loadBots();
addEventListener('hashchange', show);
show();
