// Try, fork, archive, export, print and forget a session.
import { announce } from './announce.js';
import { post, send, sessionPath, urlOf } from './api.js';
import { openDialog } from './dialog.js';
import { askUser, forgetSession } from './forget.js';
import { h } from './h.js';
import { attempt } from './problem.js';
import { go, hrefOf } from './router.js';
import { download } from './save_test.js';

/** @typedef {import('./types.js').Session} Session */

/**
 * @param {Session} session
 * @param {{changed: () => Promise<void>, print: () => Promise<void>}} options changed: shows the session again
 */
export function sessionActions(session, { changed, print }) {
  const { session: name, archived_at: archivedAt, handed_off: handedOff, user } = session;
  const problem = h('div.notices');
  const button = (/** @type {string} */ action, /** @type {string} */ label, /** @type {() => any} */ act) => h('button', { type: 'button', 'data-action': action, onclick: () => attempt(problem, act) }, label);
  const archive = async () => {
    await post(`${sessionPath(name)}:${archivedAt ? 'restore' : 'archive'}`);
    await changed();
    announce(archivedAt ? 'The session is restored.' : 'The session is archived.');
  };
  return h('div.stack.actions', null, h('div.row', null,
    h('a.button-link', { href: hrefOf('talk', [], { session: name }) }, 'Try in Talk'),
    handedOff && h('a.button-link', { href: hrefOf('desk', [name]) }, 'Open in Desk'),
    button('fork', 'Fork', () => openFork(name)),
    button('archive', archivedAt ? 'Restore' : 'Archive', archive),
    button('export', 'Export', () => exportSession(name)),
    button('print', 'Print', print),
    button('forget', 'Forget', () => forgetSession(name)),
    user && button('forget_user', 'Forget user', () => askUser(session))), problem);
}

/** Saves the session as JSON Lines, for `parley sessions import`. @param {string} session */
async function exportSession(session) {
  const response = await send('GET', urlOf(`${sessionPath(session)}/export`));
  download(`${session}.jsonl`, await response.text());
}

/** @param {string} session */
function openFork(session) {
  const name = h('input', { type: 'text', placeholder: 'a new name', pattern: '[A-Za-z0-9._:@+\\-]{1,128}', autocomplete: 'off', spellcheck: 'false' });
  const history = h('input', { type: 'checkbox' });
  const problem = h('div');
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    return attempt(problem, async () => {
      const copy = await post(`${sessionPath(session)}:fork`, { to: name.value || undefined, history: history.checked });
      close();
      go(hrefOf('sessions', [copy.session]));
    });
  };
  const close = openDialog(`Fork ${session}`, [h('form.stack', { onsubmit: submit }, h('label.field', null, h('span', null, 'Name of the copy'), name),
    h('label.check', null, history, 'Copy ended conversations as well'), problem, h('div.row.end', null, h('button.primary', { type: 'submit' }, 'Fork')))]);
}
