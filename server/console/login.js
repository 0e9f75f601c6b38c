// The login form, which asks for an API key when the server wants one.
import { openDialog } from './dialog.js';
import { h } from './h.js';
import { dropKey, storeKey, storedKey } from './key.js';

/** @type {Promise<void> | null} */
let open = null;

/** Asks for a key. All requests that wait for it share one form. @returns {Promise<void>} */
export function login() {
  open ??= ask().finally(() => { open = null; });
  return open;
}

/** @returns {Promise<void>} */
function ask() {
  const refused = storedKey() !== '';
  dropKey();
  return new Promise((done) => {
    const input = h('input', { type: 'password', name: 'key', required: true, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'key-help' });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      storeKey(input.value);
      close();
      done();
    };
    const form = h('form.stack', { onsubmit: submit },
      refused && h('div.problem', { role: 'alert' }, h('strong', null, 'The server refused the key.')),
      h('label.field', null, h('span', null, 'API key'), input),
      h('p.muted', { id: 'key-help' }, 'The key begins with pk_. It stays in this tab until you close it.'),
      h('div.row.end', null, h('button.primary', { type: 'submit' }, 'Sign in')));
    const close = openDialog('Sign in', [form], { required: true });
    input.focus();
  });
}
