// The user's own words with marks where the bot found something.
import { h } from './h.js';
import { segmentsOf } from './spans.js';
import { valueText } from './format.js';

/** @typedef {import('./types.js').Understanding} Understanding */
/** @typedef {import('./spans.js').Mark} Mark */

/** The dialog acts that no intent, value or question shows. */
const plainActs = ['affirm', 'deny', 'command', 'courtesy', 'closing', 'remark'];

/**
 * Lists what the bot found in a message. Marks of one place and one label appear once.
 * @param {Understanding} understanding
 * @returns {Mark[]}
 */
export function marksOf(understanding) {
  const values = [...understanding.params, ...understanding.answers];
  const further = [...(understanding.further ?? []), ...(understanding.doubtful ?? [])];
  const marks = [
    ...[...understanding.candidates, ...further].map((one) => ({ kind: 'intent', label: one.intent, span: one.span })),
    ...values.concat(further.flatMap((one) => one.params)).map((one) => ({ kind: one.valid ? 'value' : 'refused', label: `${one.param} = ${valueText(one.value)}`, span: one.span })),
    ...[...(understanding.ambiguous ?? []), ...(understanding.ambiguous_answers ?? [])].flat().map((one) => ({ kind: 'unclear', label: `${one.param}?`, span: one.span })),
    ...(understanding.acts ?? []).filter((one) => plainActs.includes(one.act)).map((one) => ({ kind: 'act', label: [one.act, one.kind].filter(Boolean).join(' ').replaceAll('_', ' '), span: one.span })),
    ...(understanding.inquiries ?? []).map((one) => ({ kind: 'question', label: one.intent ? `question, answered by ${one.intent}` : 'question without an answer', span: one.span })),
  ];
  const key = (/** @type {Mark} */ mark) => `${mark.label} ${mark.span}`;
  return marks.filter((mark, index) => mark.span && mark.span[1] > mark.span[0] && marks.findIndex((one) => key(one) === key(mark)) === index);
}

/**
 * Shows a message with its marks, and a legend that names them by number.
 * @param {string} message
 * @param {Mark[]} marks
 */
export function evidenceView(message, marks) {
  const segments = segmentsOf(message, marks);
  const words = segments.map(({ text, marks: on }, place) => {
    if (!on.length) return text;
    const ending = on.filter((mark) => !segments[place + 1]?.marks.includes(mark));
    return h('mark', { 'data-kind': marks[on[on.length - 1]].kind, class: on.length > 1 ? 'double' : '' }, text, ending.map((mark) => h('sup', { 'aria-hidden': 'true' }, mark + 1)));
  });
  return h('div.evidence', null,
    h('p.evidence-words', null, words),
    marks.length > 0 && h('ol.legend', null, marks.map((mark) => h('li', { 'data-kind': mark.kind }, h('span.legend-kind', null, kinds[mark.kind]), ' ', h('span.legend-label', null, mark.label)))));
}

/** @type {Record<string, string>} */
const kinds = { act: 'dialog act', intent: 'intent', value: 'value', refused: 'refused value', unclear: 'unclear value', question: 'question' };
