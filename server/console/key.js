// The API key and the bot that requests name. Both may come from the fragment of the address (#key=pk_...&bot=shop).
// They stay in sessionStorage. The key never becomes part of a URL.

const names = { key: 'parley.key', bot: 'parley.bot' };

/** Takes over `key` and `bot` from the fragment, and removes them from the address bar. */
export function takeFromAddress() {
  const fragment = location.hash.slice(1);
  if (!/^(key|bot)=/.test(fragment)) return;
  const values = new URLSearchParams(fragment);
  for (const [name, item] of Object.entries(names)) {
    const value = values.get(name);
    if (value) sessionStorage.setItem(item, value);
  }
  history.replaceState(null, '', `${location.pathname}${location.search}#/talk`);
}

export const storedKey = () => sessionStorage.getItem(names.key) ?? '';
export const storedBot = () => sessionStorage.getItem(names.bot) ?? '';

/** @param {string} bot */
export const storeBot = (bot) => sessionStorage.setItem(names.bot, bot);

/** @param {string} key */
export const storeKey = (key) => sessionStorage.setItem(names.key, key.trim());
export const dropKey = () => sessionStorage.removeItem(names.key);
