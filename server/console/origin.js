// What a simulation repeats of a stored session, and where the repeated turns differ from the stored ones.
import { same } from './differences.js';
import { plural, valueText } from './format.js';
import { h } from './h.js';
import { hrefOf } from './router.js';

/** @typedef {import('./simulation.js').Origin} Origin */
/** @typedef {import('./types.js').ChangedTurn} ChangedTurn */

/** "continues web:1 after turn 2"; empty if the simulation repeats no session. @param {Origin} origin */
export function continuedText({ session, turns = [] }) {
  if (!session) return '';
  return turns.length ? `continues ${session} after turn ${turns.at(-1)}` : `begins at the time of ${session}`;
}

/** Shows the notes of the server and the turns that went another way. Null: there are none. @param {Origin} origin */
export function originView({ session, turns = [], notes = [], differences = [] }) {
  if (!session || (!notes.length && !differences.length)) return null;
  const stored = turns.filter((seq) => seq > 0);
  const summary = differences.length
    ? `${differences.length} of ${plural(stored.length, 'repeated turn')} went another way than the stored ${stored.length === 1 ? 'one' : 'ones'}`
    : `${plural(notes.length, 'note')} about the repeated turns`;
  return h('details.note', { open: true }, h('summary', null, summary),
    h('div.stack.origin-details', { tabindex: 0, role: 'group', 'aria-label': 'Repeated turns' },
      differences.length > 0 && h('ul.changed-turns', null, differences.map((one) => differenceView(session, one))),
      notes.length > 0 && h('ul.notes', null, notes.map((note) => h('li', null, note)))));
}

/** @param {string} session @param {ChangedTurn} difference */
const differenceView = (session, { seq, fields }) => h('li', null,
  h('a', { href: hrefOf('sessions', [session, seq]) }, `Turn ${seq} of ${session}`),
  h('dl.differences', null, fields.map(fieldView)));

/** @param {ChangedTurn['fields'][number]} field */
function fieldView({ field, before, after }) {
  const [stored, now] = withoutCommonEnds(before, after);
  return [h('dt', null, `${field}, stored`), h('dd', null, h('del', null, valueText(stored))), h('dt', null, `${field}, now`), h('dd', null, h('ins', null, valueText(now)))];
}

/**
 * Leaves out what two lists have in common at their ends, such as the other texts of a reply.
 * @param {any} before
 * @param {any} after
 */
export function withoutCommonEnds(before, after) {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after];
  let head = 0;
  while (head < before.length && head < after.length && same(before[head], after[head])) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const cut = (/** @type {any[]} */ list) => (list.length === head + tail ? null : list.slice(head, list.length - tail));
  return [cut(before), cut(after)];
}

/** The link of a step to the stored turn that it repeats. Null: it repeats none. @param {Origin} origin @param {number} n the number of the step */
export function storedTurnView({ session, turns = [], differences = [] }, n) {
  const seq = turns[n - 1];
  if (!session || !seq) return null;
  const differs = differences.some((one) => one.seq === seq);
  return [h('a.step-link', { href: hrefOf('sessions', [session, seq]) }, `stored turn ${seq}`), differs && h('span.tag.warn', null, 'differs from the stored turn')];
}
