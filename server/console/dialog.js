// Modal dialogs. The element <dialog> keeps the focus inside, closes with Escape and gives the focus back.
import { h } from './h.js';

let count = 0;

/**
 * Opens a dialog. Returns a function that closes it.
 * @param {string} title
 * @param {import('./h.js').Child[]} content
 * @param {{wide?: boolean, onClose?: () => void, required?: boolean}} [options] required: Escape does not close it
 */
export function openDialog(title, content, { wide = false, onClose = () => {}, required = false } = {}) {
  const id = `dialog-${++count}`;
  const close = () => dialog.close();
  const dialog = h('dialog', { 'aria-labelledby': id, class: wide ? 'wide' : '', oncancel: (/** @type {Event} */ event) => required && event.preventDefault(), onclose: () => (dialog.remove(), onClose()) },
    h('div.dialog-head', null, h('h2', { id }, title), !required && h('button.quiet', { type: 'button', onclick: close }, 'Close')),
    content);
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/**
 * Asks a yes-or-no question about an action that cannot be undone. Resolves to the answer.
 * @param {string} title
 * @param {import('./h.js').Child[]} content
 * @param {string} action the label of the button that agrees
 * @param {string} [typed] the text that the user types to agree
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, content, action, typed) {
  return new Promise((done) => {
    let agreed = false;
    const button = h('button.danger', { type: 'submit', disabled: Boolean(typed) }, action);
    const field = typed && h('label.field', null, h('span', null, 'Type ', h('code', null, typed), ' to agree'),
      h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', oninput: (/** @type {any} */ event) => { button.disabled = event.target.value !== typed; } }));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      agreed = true;
      close();
    };
    const form = h('form.stack', { onsubmit: submit }, content, field,
      h('div.row.end', null, h('button', { type: 'button', onclick: () => close() }, 'Cancel'), button));
    const close = openDialog(title, [form], { onClose: () => done(agreed) });
  });
}
