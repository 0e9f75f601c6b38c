// The notes on a session: its title and tags.
import { announce } from './announce.js';
import { patch, sessionPath } from './api.js';
import { h } from './h.js';
import { attempt } from './problem.js';

/** @param {import('./types.js').Session} session @param {() => Promise<void>} changed */
export function notesForm({ session, notes }, changed) {
  const title = h('input', { type: 'text', value: notes.title ?? '', maxlength: 200 });
  const tags = h('input', { type: 'text', value: (notes.tags ?? []).join(', '), autocomplete: 'off' });
  const problem = h('div');
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    return attempt(problem, async () => {
      await patch(`${sessionPath(session)}/notes`, { title: title.value.trim(), tags: tags.value.split(',').map((/** @type {string} */ one) => one.trim()).filter(Boolean) });
      await changed();
      announce('Notes saved.');
    });
  };
  return h('form.stack', { onsubmit: save }, h('label.field', null, h('span', null, 'Title'), title), h('label.field', null, h('span', null, 'Tags, separated by commas'), tags), problem,
    h('div.row.end', null, h('button', { type: 'submit' }, 'Save the notes')));
}
