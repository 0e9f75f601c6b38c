// The frame of the console: it shows the view that the address names.
import { access, get } from './api.js';
import { botView } from './bot.js';
import { deskView } from './desk.js';
import { h, replace } from './h.js';
import { takeFromAddress } from './key.js';
import { login } from './login.js';
import { problemView } from './problem.js';
import { reportView } from './report.js';
import { parseRoute } from './router.js';
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
let shown = '';

function show() {
  takeFromAddress();
  if (location.hash === '#main') return main.focus();
  const route = parseRoute(location.hash);
  if (current?.update && shown === route.view) update(current, route);
  else open(route);
  document.title = `${current?.title ?? 'Not found'} - parley`;
  for (const link of document.querySelectorAll('.tabs a')) {
    if (link.getAttribute('href') === `#/${route.view}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Keeps the focus in the content if the view removed the element that had it. @param {View} view @param {Route} route */
function update(view, route) {
  view.update?.(route);
  if (document.activeElement === document.body) main.focus();
}

/** @param {Route} route */
function open(route) {
  const first = shown === '';
  current?.close?.();
  shown = route.view;
  const build = views[route.view];
  current = build ? build(route) : notFound();
  replace(main, current.node);
  if (current.focus) current.focus();
  else if (!first) main.focus();
}

/** @returns {View} */
function notFound() {
  return { title: 'Not found', node: h('div.page', null, h('h1', null, 'Not found'), h('p', null, 'The address names no view. ', h('a', { href: '#/talk' }, 'Open Talk'))) };
}

async function showBot() {
  const name = /** @type {HTMLElement} */ (document.getElementById('bot-name'));
  try {
    name.textContent = (await get('v1/bot')).id;
  } catch (error) {
    name.textContent = '';
    if (!main.firstElementChild) main.append(problemView(error));
  }
}

access.login = login;
startTheme();
startShortcuts(() => current?.keys ?? {});
addEventListener('hashchange', show);
show();
showBot();
