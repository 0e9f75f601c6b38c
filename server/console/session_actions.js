// Try, fork, archive and forget a session.
import { announce } from './announce.js';
import { post, remove, sessionPath } from './api.js';
import { confirmDialog, openDialog } from './dialog.js';
import { plural } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { go, hrefOf } from './router.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./types.js').Receipt} Receipt */

/** @param {Session} session @param {() => Promise<void>} changed */
export function sessionActions({ session, archived_at: archivedAt, handed_off: handedOff }, changed) {
  const problem = h('div.notices');
  const button = (/** @type {string} */ label, /** @type {() => Promise<void>} */ act) => h('button', { type: 'button', onclick: () => act().then(() => replace(problem), (error) => replace(problem, problemView(error))) }, label);
  const archive = async () => {
    await post(`${sessionPath(session)}:${archivedAt ? 'restore' : 'archive'}`);
    await changed();
    announce(archivedAt ? 'The session is restored.' : 'The session is archived.');
  };
  return h('div.stack', null, h('div.row', null,
    h('a.button-link', { href: hrefOf('talk', [], { session }) }, 'Try in Talk'),
    handedOff && h('a.button-link', { href: hrefOf('desk', [session]) }, 'Open in Desk'),
    button('Fork', async () => openFork(session)),
    button(archivedAt ? 'Restore' : 'Archive', archive),
    button('Forget', () => forget(session))), problem);
}

/** @param {string} session */
function openFork(session) {
  const name = h('input', { type: 'text', placeholder: 'a new name', pattern: '[A-Za-z0-9._:@+\\-]{1,128}', autocomplete: 'off', spellcheck: 'false' });
  const history = h('input', { type: 'checkbox' });
  const problem = h('div');
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const copy = await post(`${sessionPath(session)}:fork`, { to: name.value || undefined, history: history.checked });
      close();
      go(hrefOf('sessions', [copy.session]));
    } catch (error) {
      replace(problem, problemView(error));
    }
  };
  const close = openDialog(`Fork ${session}`, [h('form.stack', { onsubmit: submit }, h('label.field', null, h('span', null, 'Name of the copy'), name),
    h('label.check', null, history, 'Copy ended conversations as well'), problem, h('div.row.end', null, h('button.primary', { type: 'submit' }, 'Fork')))]);
}

/** @param {string} session */
async function forget(session) {
  const agreed = await confirmDialog(`Forget ${session}?`, [h('p', null, 'parley erases the session ', h('strong', null, session), ' with all its turns, messages and telemetry. Nothing brings it back.')], 'Forget the session', session);
  if (!agreed) return;
  const receipt = await remove(sessionPath(session));
  openDialog('Receipt', [receiptView(receipt)], { onClose: () => go('#/sessions') });
}

/** @param {Receipt} receipt */
function receiptView({ sessions, turns, messages, items, events, outside }) {
  const erased = Object.entries(items).filter(([, count]) => count).map(([name, count]) => `${count} ${name}`);
  return h('div.stack.receipt', null,
    h('p', null, `Erased: ${sessions.join(', ')} with ${[plural(turns, 'turn'), plural(messages, 'message'), ...erased, plural(events, 'event')].join(', ')}.`),
    outside.length > 0 && h('div', null, h('h3', null, 'Not erased: look there yourself'), h('ul.notes', null, outside.map((place) => h('li', null, place)))));
}
