// Erases a session, or all sessions of a user, after a typed agreement, and shows the receipt.
import { get, remove, sessionPath } from './api.js';
import { confirmDialog, openDialog } from './dialog.js';
import { plural } from './format.js';
import { h } from './h.js';
import { Problem, attempt, problemView } from './problem.js';
import { go } from './router.js';

/** @typedef {import('./types.js').Receipt} Receipt */
/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./types.js').Summary} Summary */

const mostListed = 200;

/** @param {string} session */
export async function forgetSession(session) {
  const agreed = await confirmDialog(`Forget ${session}?`, [h('p', null, 'parley erases the session ', h('strong', null, session), ' with all its turns, messages and telemetry. Nothing brings it back.')], 'Forget the session', session);
  if (agreed) showReceipt(await remove(sessionPath(session)));
}

/** The store holds only a hash of the user, so a person types the user. @param {Session} session */
export function askUser(session) {
  const user = h('input', { type: 'text', required: true, maxlength: 512, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'user-help' });
  const problem = h('div.notices');
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    return attempt(problem, async () => {
      const sessions = await sessionsOf(user.value, session);
      close();
      await forgetUser(user.value, sessions);
    });
  };
  const close = openDialog(`Forget the user of ${session.session}`, [h('form.stack', { onsubmit: submit },
    h('label.field', null, h('span', null, 'User'), user),
    h('p.muted', { id: 'user-help' }, 'Type the user as the channel names them. The store holds only a hash.'), problem,
    h('div.row.end', null, h('button', { type: 'submit' }, 'Find the sessions')))]);
}

/**
 * Lists the sessions of a user. Throws a Problem if the session belongs to another user.
 * @param {string} user
 * @param {Session} session
 * @returns {Promise<{names: string[], more: boolean}>}
 */
async function sessionsOf(user, session) {
  const { sessions, next } = await get('v1/sessions', { user, archived: 'too', limit: mostListed });
  if (!sessions.some((/** @type {Summary} */ one) => one.user === session.user)) {
    throw new Problem({ title: 'This is not the user of the session', status: 0, detail: `The session ${session.session} belongs to another user.` });
  }
  return { names: sessions.map((/** @type {Summary} */ one) => one.session), more: Boolean(next) };
}

/** @param {string} user @param {{names: string[], more: boolean}} sessions */
async function forgetUser(user, { names, more }) {
  const content = [h('p', null, 'parley erases ', h('strong', null, more ? `more than ${names.length} sessions` : plural(names.length, 'session')), ' with all their turns, messages and telemetry. Nothing brings them back.'),
    h('details', null, h('summary', null, 'The sessions'), h('div.names', { tabindex: 0, role: 'group', 'aria-label': 'The sessions' }, h('ul.notes', null, names.map((name) => h('li', null, name)))))];
  if (!await confirmDialog(`Forget the user ${user}?`, content, 'Forget the user', user)) return;
  try {
    showReceipt(await remove(`v1/users/${encodeURIComponent(user)}`));
  } catch (error) {
    openDialog('The user is not forgotten', [problemView(error)]);
  }
}

/** @param {Receipt} receipt */
const showReceipt = (receipt) => openDialog('Receipt', [receiptView(receipt)], { onClose: () => go('#/sessions') });

/** @param {Receipt} receipt */
function receiptView({ sessions, turns, messages, items, events, outside }) {
  const erased = Object.entries(items).filter(([, count]) => count).map(([name, count]) => `${count} ${name}`);
  return h('div.stack.receipt', null,
    h('p', null, `Erased: ${sessions.join(', ')} with ${[plural(turns, 'turn'), plural(messages, 'message'), ...erased, plural(events, 'event')].join(', ')}.`),
    outside.length > 0 && h('div', null, h('h3', null, 'Not erased: look there yourself'), h('ul.notes', null, outside.map((place) => h('li', null, place)))));
}
