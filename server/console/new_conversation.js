// The options of a new conversation.
import { openDialog } from './dialog.js';
import { h } from './h.js';

/** @typedef {import('./simulation.js').BeginOptions} BeginOptions */

/** @param {BeginOptions} current @param {(options: BeginOptions) => void} begin */
export function newConversation(current, begin) {
  const locale = h('input', { type: 'text', value: current.locale ?? '', placeholder: 'en-GB', autocomplete: 'off', spellcheck: 'false' });
  const hand = h('input', { type: 'checkbox', checked: current.tools === 'hand' });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
    begin({ tools: hand.checked ? 'hand' : 'mock', locale: locale.value.trim() || undefined });
  };
  const close = openDialog('New conversation', [h('form.stack', { onsubmit: submit },
    h('label.check', null, hand, 'Answer tools by hand'),
    h('label.field', null, h('span', null, 'Locale of the user'), locale),
    h('div.row.end', null, h('button.primary', { type: 'submit' }, 'Begin')))]);
}
