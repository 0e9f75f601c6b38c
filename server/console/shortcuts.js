// The keyboard map. Single keys work outside of fields, and the user can turn them off.
import { openDialog } from './dialog.js';
import { h } from './h.js';
import { go } from './router.js';

const views = /** @type {Record<string, string>} */ ({ t: 'talk', s: 'sessions', d: 'desk', r: 'report', b: 'bot' });
const item = 'parley.single_keys';
const map = [
  ['?', 'Shows this map'],
  ['/', 'Goes to the message field or to the search'],
  ['g, then t, s, d, r or b', 'Opens Talk, Sessions, Desk, Report or Bot'],
  ['[ and ]', 'Talk: selects the step before or after'],
  ['w', 'Talk: shows or hides why the bot answered so'],
  ['n', 'Talk: begins a new conversation'],
  ['Enter, Shift+Enter', 'Message field: sends the message, begins a new line'],
  ['Up, Down', 'Message field: recalls earlier messages'],
  ['Esc', 'Leaves the message field, closes a dialog'],
];

const enabled = () => localStorage.getItem(item) !== 'off';

/**
 * Listens for keys. `keys` returns the keys of the open view.
 * @param {() => Record<string, () => void>} keys
 */
export function startShortcuts(keys) {
  let prefix = false;
  document.getElementById('keys')?.addEventListener('click', showMap);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isField(event.target) || document.querySelector('dialog[open]') || !enabled()) return;
    const key = event.key;
    const action = prefix && views[key] ? () => go(`#/${views[key]}`) : key === '?' ? showMap : keys()[key];
    prefix = key === 'g';
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** @param {EventTarget | null} target */
const isField = (target) => target instanceof HTMLElement && target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select');

function showMap() {
  const toggle = (/** @type {any} */ event) => localStorage.setItem(item, event.target.checked ? 'on' : 'off');
  openDialog('Keyboard map', [
    h('dl.keys', null, map.map(([keys, what]) => h('div', null, h('dt', null, h('kbd', null, keys)), h('dd', null, what)))),
    h('label.check', null, h('input', { type: 'checkbox', checked: enabled(), onchange: toggle }), 'Single keys work outside of fields'),
  ]);
}
