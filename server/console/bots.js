// The bots of the server, and the one that the console is about: all requests and all addresses name it.
import { get } from './api.js';
import { h, replace } from './h.js';
import { storeBot, storedBot } from './key.js';
import { addressed, hrefOf, parseRoute } from './router.js';

/** @typedef {import('./types.js').Route} Route */

const place = /** @type {HTMLElement} */ (document.getElementById('bot-name'));

/** @type {string[]} */
let bots = [];
let view = '';  // the open one

/** Asks for the bots. A key without the scope `read` cannot list them; then requests name no bot. */
export async function loadBots() {
  try {
    bots = (await get('v1/bots')).bots.map((/** @type {{id: string}} */ { id }) => id);
  } catch {
    bots = [];
  }
  if (bots.length > 1) replace(place, h('label.bot-choice', null, h('span.sr-only', null, 'Bot'), h('select', { id: 'bot', onchange: choose }, bots.map((id) => h('option', { value: id }, id)))));
  else replace(place, bots[0] ?? '');
}

/** Opens the same view of another bot. @param {Event} event */
function choose({ target }) {
  location.hash = hrefOf(view, [], { bot: /** @type {HTMLSelectElement} */ (target).value });
}

/**
 * Takes over the bot of a route, or adds the current bot to the address. Returns whether the server has the bot.
 * @param {Route} route
 */
export function takeBot(route) {
  view = route.view;
  if (route.bot && bots.length && !bots.includes(route.bot)) return false;
  if (bots.length < 2) return true;
  const bot = route.bot || (bots.includes(storedBot()) ? storedBot() : bots[0]);
  storeBot(bot);
  addressed.bot = bot;
  if (!route.bot) history.replaceState(null, '', hrefOf(route.view, route.parts, Object.fromEntries(route.query)));
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById('bot'));
  if (select) select.value = bot;
  for (const link of document.querySelectorAll('.top a[href^="#/"]')) link.setAttribute('href', hrefOf(parseRoute(link.getAttribute('href') ?? '').view));
  return true;
}

/** The addresses of the open view for each bot. */
export const choicesOf = () => bots.map((id) => ({ id, href: hrefOf(view, [], { bot: id }) }));
