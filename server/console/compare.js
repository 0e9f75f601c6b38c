// Two runs of a conversation side by side, with the differences of each step.
import { changesBetween, commonSteps, differencesOf } from './differences.js';
import { valueText } from './format.js';
import { h } from './h.js';
import { inputText } from './simulation.js';
import { sayView } from './turn_view.js';

/** @typedef {import('./types.js').Step} Step */
/** @typedef {{title: string, steps: Step[], href?: string, action?: string}} Side */

/**
 * @param {Side} left what was before
 * @param {Side} right what is now
 * @param {{runRest?: () => void}} [actions] runRest: runs the steps that only the left side has on the right side, too
 */
export function compareView(left, right, { runRest } = {}) {
  const common = commonSteps(left.steps, right.steps);
  const count = Math.max(left.steps.length, right.steps.length);
  const missing = left.steps.length - right.steps.length;
  const rows = [];
  for (let index = Math.min(common, Math.max(0, count - 1)); index < count; index++) rows.push(rowView({ title: left.title, step: left.steps[index] }, { title: right.title, step: right.steps[index] }));
  return h('div.compare', null,
    h('div.compare-heads', null, headView(left), headView(right)),
    common > 0 && h('p.event', null, common === count ? 'Both runs are the same.' : `The first ${common === 1 ? 'step is' : `${common} steps are`} the same.`),
    rows,
    runRest && missing > 0 && h('p.row.middle', null, h('button', { type: 'button', onclick: runRest }, missing === 1 ? 'Run the next step here, too' : `Run the next ${missing} steps here, too`)));
}

/** @param {Side} side */
const headView = (side) => h('div.compare-head', null, h('h2', null, side.title), side.href && h('a.button-link', { href: side.href }, side.action));

/** @typedef {{title: string, step: Step | undefined}} Cell */

/** @param {Cell} left @param {Cell} right */
function rowView(left, right) {
  const differences = differencesOf(left.step, right.step);
  return h('section.compare-row', { 'aria-label': `Step ${(right.step ?? left.step)?.n}` },
    h('div.compare-tags', null, tags(left.step, right.step, differences)),
    cell(left, 'The run ended before this step.'), cell(right, 'This run has not come here yet.'));
}

/** @param {Step | undefined} left @param {Step | undefined} right @param {import('./differences.js').Difference[]} differences */
function tags(left, right, differences) {
  if (!left || !right) return null;
  if (!differences.length) return h('span.tag', null, 'the same');
  const short = differences.filter(({ field }) => !['state', 'reply', 'message'].includes(field));
  const state = differences.some(({ field }) => field === 'state') && changesBetween(paramsOf(left), paramsOf(right));
  return [
    differences.filter(({ field }) => ['reply', 'message'].includes(field)).map(({ field }) => h('span.tag.warn', null, `${field} differs`)),
    short.map(({ field, before, after }) => h('span.tag.warn', null, `${field}: `, h('del', null, valueText(before)), ' → ', h('ins', null, valueText(after)))),
    state && state.map(({ path, before, after }) => h('span.tag.warn', null, `${path}: `, h('del', null, valueText(before)), ' → ', h('ins', null, valueText(after)))),
  ];
}

/** The params by intent, which the difference of two states is about. @param {Step} step */
const paramsOf = (step) => Object.fromEntries(step.state.frames.map((frame) => [frame.intent, Object.fromEntries(Object.entries(frame.params).map(([name, { value }]) => [name, value]))]));

/** @param {Cell} side @param {string} absent */
function cell({ title, step }, absent) {
  const name = h('h3.compare-side', null, title);
  if (!step) return h('div.compare-cell.absent', null, name, h('p.event', null, absent));
  const { input, turn } = step;
  return h('div.compare-cell', null, name,
    input.text === undefined ? h('p.event', null, inputText(input)) : h('div.user-row', null, h('div.bubble.user', null, h('span.sr-only', null, 'User: '), input.text)),
    turn && sayView(turn, null));
}
