// Hash routes: #/VIEW/PART/PART?NAME=VALUE. Every view and every selection has an address. On a server with several
// bots, `bot` names the bot in every address.

/** @typedef {import('./types.js').Route} Route */

/** The bot that hrefOf() names; empty: none. bots.js sets it. */
export const addressed = { bot: '' };

/**
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...parts] = path.split('/').filter(Boolean).map(decode);
  const values = new URLSearchParams(query);
  const bot = values.get('bot') ?? '';
  values.delete('bot');
  return { view: view || 'talk', parts, query: values, bot };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the address of a route, for links.
 * @param {string} view
 * @param {(string | number | undefined)[]} [parts]
 * @param {Record<string, string | number | undefined>} [query] unset values are left out
 */
export function hrefOf(view, parts = [], query = {}) {
  const path = [view, ...parts.filter((part) => part !== undefined)].map((part) => encodeURIComponent(String(part))).join('/');
  const set = Object.entries({ ...query, bot: query.bot ?? addressed.bot }).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path}${search ? `?${search}` : ''}`;
}

/** Goes to an address. `replace`: the address before it leaves the history. @param {string} href @param {boolean} [replace] */
export function go(href, replace = false) {
  if (location.hash === href) return;
  if (replace) {
    history.replaceState(null, '', href);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = href;
  }
}
