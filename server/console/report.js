// The view Report: where conversations fail.
import { get } from './api.js';
import { dateOf, microseconds, percent, plural } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { hrefOf } from './router.js';
import { unmatchedView } from './unmatched.js';

/** @typedef {import('./types.js').View} View */

/** @returns {View} */
export function reportView() {
  const place = h('div.stack', null, h('p.muted', null, 'Counting...'));
  const load = async () => {
    try {
      const [report, bot] = await Promise.all([get('v1/reports'), get('v1/bot')]);
      replace(place, reportPage(report, bot.intents.map((/** @type {{id: string}} */ one) => one.id)));
    } catch (error) {
      replace(place, problemView(error, () => void load()));
    }
  };
  void load();
  return { title: 'Report', node: h('div.page', null, h('h1', null, 'Report'), place) };
}

/** @param {any} report @param {string[]} intents */
function reportPage(report, intents) {
  if (!report.turns) return h('p.empty', null, 'No conversation is stored yet.');
  return [
    h('p.muted', null, `${dateOf(report.first)} to ${dateOf(report.last)}: ${plural(report.conversations.count, 'conversation')} in ${plural(report.sessions, 'session')}, ${plural(report.turns, 'turn')}, ${plural(report.messages, 'message')}`),
    figures(report),
    panel('Phrases without an intent', unmatchedView(report.unmatched, intents)),
    intentsTable(report.intents),
    questionsTable(report.questions),
    h('div.two', null, handoffsTable(report.handoffs), toolsTable(report.tools)),
    daysTable(report.days),
  ];
}

/** @param {string} title @param {any} content */
const panel = (title, content) => h('section.panel', { 'aria-label': title }, h('h2', null, title), content);

/** @param {any} report */
function figures({ conversations, unmatched, errors, us }) {
  const figure = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string} */ note, /** @type {string | undefined} */ href) => (href
    ? h('a.figure', { href }, h('span.muted', null, name), h('span.big', null, value), h('span.muted', null, note))
    : h('div.figure', null, h('span.muted', null, name), h('span.big', null, value), h('span.muted', null, note)));
  const over = conversations.count - conversations.open;
  return h('div.figures', null,
    figure('Contained', percent(conversations.containment), `of ${over} finished, without a person`, '#/sessions'),
    figure('Handed off', percent(conversations.handoff_rate), `${conversations.handed_off} of ${over} finished`, hrefOf('sessions', [], { handed_off: 'true' })),
    figure('Abandoned', percent(conversations.abandoned_rate), `${conversations.abandoned} of ${over}, with a question open`, hrefOf('sessions', [], { standing: 'expired' })),
    figure('Still open', conversations.open, 'not counted as finished', hrefOf('sessions', [], { standing: 'live' })),
    figure('No intent found', percent(unmatched.rate), plural(unmatched.count, 'message'), undefined),
    figure('Errors', percent(errors.rate), errors.count === null ? 'the store counts no errors' : plural(errors.count, 'turn'), undefined),
    us && figure('Time per turn', microseconds(us.p95), `p95; ${microseconds(us.p50)} p50`, undefined));
}

/**
 * A panel with a table.
 * @param {string} title
 * @param {[string, boolean?][]} heads the names of the columns; true: numbers
 * @param {any[][]} rows
 */
const table = (title, heads, rows) => panel(title, rows.length ? rowsView(title, heads, rows) : h('p.muted', null, 'Nothing was counted.'));

/** @param {string} title @param {[string, boolean?][]} heads @param {any[][]} rows */
function rowsView(title, heads, rows) {
  const classOf = (/** @type {number} */ column) => (heads[column][1] ? 'number' : '');
  return h('div.table-scroll', { tabindex: 0, role: 'group', 'aria-label': `Table: ${title}` }, h('table', null,
    h('thead', null, h('tr', null, heads.map(([name], column) => h('th', { scope: 'col', class: classOf(column) }, name)))),
    h('tbody', null, rows.map((row) => h('tr', null, row.map((cell, column) => h('td', { class: classOf(column) }, cell ?? 'unknown')))))));
}

/** @param {string} id */
const intentLink = (id) => h('a', { href: hrefOf('bot', [id]) }, id);

/** @param {any[]} intents */
const intentsTable = (intents) => table('Intents', [['Intent'], ['Begun', true], ['Completed', true], ['Cancelled', true], ['Handed off', true], ['Abandoned', true], ['Otherwise', true], ['Open', true]],
  intents.map((one) => [intentLink(one.intent), one.begun, one.completed, one.cancelled, one.handed_off, one.abandoned, one.otherwise, one.open]));

/** @param {any[]} questions */
const questionsTable = (questions) => table('Questions', [['Question'], ['Intent'], ['Asked', true], ['Answered first', true], ['Answered later', true], ['Missed', true], ['Given up', true], ['Abandoned', true]],
  questions.map((one) => [one.param, intentLink(one.intent), one.asked, one.answered[0], one.answered.slice(1).reduce((/** @type {number} */ sum, /** @type {number} */ count) => sum + count, 0), one.missed, one.exhausted, one.abandoned]));

/** @param {{name: string, count: number}[]} counts */
const handoffsTable = (counts) => table('Handed off, by reason', [['Reason'], ['Times', true]],
  counts.map((one) => [h('a', { href: hrefOf('sessions', [], { handed_off: 'true' }) }, one.name.replaceAll('_', ' ')), one.count]));

/** @param {any[]} tools */
const toolsTable = (tools) => table('Tools', [['Tool'], ['Calls', true], ['Outcomes'], ['p95', true]],
  tools.map((one) => [one.tool, one.calls, (one.outcomes ?? []).map((/** @type {any} */ outcome) => `${outcome.name} ${outcome.count}`).join(', '), one.us ? microseconds(one.us.p95) : null]));

/** @param {any[]} days */
const daysTable = (days) => table('Days', [['Day'], ['Conversations', true], ['Messages', true], ['Handoffs', true]], days.map((one) => [one.day, one.conversations, one.messages, one.handoffs]));
