// Reloads the bot, shows the findings, and compares stored turns with what the bot would do now.
import { get, post, sessionPath } from './api.js';
import { openDialog } from './dialog.js';
import { findingsView } from './findings.js';
import { plural, valueText } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { go, hrefOf } from './router.js';
import { Simulation } from './simulation.js';

/** @typedef {import('./types.js').ChangedTurn} ChangedTurn */

/**
 * Opens the dialog. `runAgain` runs the open conversation with the bot that is loaded now; `onReload` shows that bot.
 * @param {{runAgain: (() => void) | null, onReload?: () => void}} actions
 */
export function openReload({ runAgain, onReload }) {
  const place = h('div.stack', { 'aria-live': 'polite' });
  const run = async (/** @type {Promise<any>} */ work, /** @type {(result: any) => any} */ view) => {
    replace(place, h('p.muted', null, 'Working...'));
    try {
      replace(place, view(await work));
    } catch (error) {
      replace(place, problemView(error));
    }
  };
  const close = openDialog('Change the bot', [
    h('p.muted', null, 'Reload takes over the bot file. A file with errors changes nothing. The comparison runs stored turns with the file, without loading it.'),
    h('div.row', null,
      h('button.primary', { type: 'button', onclick: () => run(post('v1/bot:reload'), reloaded) }, 'Reload the bot'),
      h('button', { type: 'button', onclick: () => run(post('v1/bot:dry-run', { sessions: 500 }), compared) }, 'Compare stored turns')),
    place], { wide: true });
  const hrefOfFinding = (/** @type {import('./types.js').Finding} */ { file, line }) => (line ? hrefOf('bot', [], { file, line }) : null);
  const reloaded = (/** @type {any} */ { changed, fingerprint, findings }) => (onReload?.(), [
    h('p', { class: 'verdict good' }, changed ? 'The bot has changed. ' : 'The bot file has not changed. ', h('code', null, fingerprint)),
    findingsView(findings, hrefOfFinding, close),
    runAgain && h('div.row', null, h('button', { type: 'button', onclick: () => (close(), runAgain()) }, 'Run this conversation again')),
  ]);
  const compared = (/** @type {any} */ { turns, sessions, changed, skipped, complete }) => [
    h('p.verdict', null, `${changed.length} of ${plural(turns, 'stored turn')} would now go another way.`, skipped > 0 && ` ${skipped} could not be compared.`,
      !complete && ` The time of the request was over after ${plural(sessions, 'session')}.`),
    h('ul.changed-turns', null, changed.map((/** @type {ChangedTurn} */ one) => changedView(one, close))),
  ];
}

/** @param {ChangedTurn} changed @param {() => void} close */
function changedView({ session, seq, fields }, close) {
  const problem = h('div');
  const open = async () => {
    try {
      await post('v1/bot:reload');
      const simulation = await tryAgain(session, seq);
      close();
      go(hrefOf('talk', [simulation.id, simulation.steps.length], { with: `session:${session}:${seq}` }));
    } catch (error) {
      replace(problem, problemView(error));
    }
  };
  return h('li', null, h('div.row.apart', null, h('a', { href: hrefOf('sessions', [session, seq]), onclick: close }, `${session}, turn ${seq}`),
    h('button.small', { type: 'button', onclick: open }, 'Reload and compare')),
  h('dl.fields', null, fields.map(({ field, before, after }) => h('div', null, h('dt', null, field), h('dd', null, h('del', null, valueText(before)), ' → ', h('ins', null, valueText(after)))))), problem);
}

/** Runs the user's message of a stored turn in a simulation of the session before it. @param {string} session @param {number} seq */
async function tryAgain(session, seq) {
  const { turns } = await get(`${sessionPath(session)}/turns`, { after: seq - 1, limit: 1 });
  const text = turns[0]?.messages.find((/** @type {any} */ one) => one.role === 'user')?.text;
  if (text === undefined) throw new Error(`The turn ${seq} of ${session} has no message of the user.`);
  const simulation = await Simulation.begin({ session, before: seq });
  await simulation.step({ text });
  return simulation;
}
