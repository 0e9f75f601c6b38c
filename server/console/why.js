// Why the bot answered so: the evidence, the sentences for and against, the candidates, the values and the trace.
import { evidenceView, marksOf } from './evidence.js';
import { h } from './h.js';
import { valueText } from './format.js';
import { reveal } from './reveal.js';

/** @typedef {import('./types.js').Why} Why */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Understanding} Understanding */
/** @typedef {import('./types.js').Sentence} Sentence */

/**
 * The explanation of a step of a simulation.
 * @param {Step} step
 * @returns {Why}
 */
export function whyOfStep(step) {
  const explain = step.turn?.explain;
  const sentences = (step.why ?? []).map((one) => (typeof one === 'string' ? /** @type {Sentence} */ ({ text: one, kind: 'why' }) : one));
  return { message: step.input.text ?? '', understanding: explain?.understanding ?? null, trace: explain?.trace ?? [], sentences };
}

/** @param {Why} why */
export function whyView(why) {
  const { understanding } = why;
  return h('div.why', null,
    why.note && h('p.note', null, why.exact === false && h('strong', null, 'Computed again. '), why.note),
    understanding && why.message && evidenceView(why.message, marksOf(understanding)),
    sentencesView(why.sentences),
    understanding && candidatesView(understanding, why.sentences),
    understanding && valuesView(understanding),
    why.trace.length > 0 && h('section', null, h('h2', null, 'Decisions'), h('ol.trace', null, why.trace.map((one) => h('li', null, h('code', null, one))))),
    understanding && othersView(understanding),
    !understanding && !why.trace.length && !why.sentences.length && h('p.muted', null, 'The bot made no decision in this turn.'));
}

/** @param {Sentence[]} sentences */
function sentencesView(sentences) {
  const kinds = /** @type {[Sentence['kind'], string, string][]} */ ([['why', 'For', '+'], ['why_not', 'Against', '−'], ['decision', 'Then', '→']]);
  const rows = kinds.flatMap(([kind, name, sign]) => sentences.filter((one) => one.kind === kind)
    .map((one) => h('li', { 'data-kind': kind }, h('span.sign', { 'aria-hidden': 'true' }, sign), h('span.sr-only', null, `${name}: `), one.text)));
  return rows.length > 0 && h('ul.sentences', null, rows);
}

/** @param {Understanding} understanding @param {Sentence[]} sentences what the reader has seen already */
function candidatesView({ candidates, runners_up: runnersUp = [] }, sentences) {
  if (!candidates.length && !runnersUp.length) return null;
  const row = (/** @type {string} */ intent, /** @type {number} */ confidence, /** @type {any} */ reason, /** @type {boolean} */ chosen) => h('li', { class: chosen ? 'candidate' : 'candidate near' },
    h('span.candidate-name', null, intent),
    h('meter', { min: 0, max: 1, value: confidence, 'aria-label': `Confidence of ${intent}` }),
    h('span.number', null, confidence.toFixed(2)), h('span.candidate-reason', null, reason));
  return h('section', null, h('h2', null, 'Candidates'), h('ul.candidates', null,
    candidates.map((one) => row(one.intent, one.confidence, [h('code.rule', null, one.rule), h('span.source', null, one.source)], true)),
    runnersUp.map((one) => row(one.intent, one.confidence, !sentences.some(({ text }) => text.includes(one.lacked)) && one.lacked, false))));
}

/** @param {Understanding} understanding */
function valuesView({ params, answers }) {
  const values = [...answers, ...params].filter((one, index, all) => all.findIndex((other) => other.param === one.param && String(other.span) === String(one.span)) === index);
  if (!values.length) return null;
  return h('section', null, h('h2', null, 'Values'), h('ul.values', null, values.map((one) => h('li', { 'data-kind': one.valid ? 'value' : 'refused' },
    h('span.value-name', null, one.param), ' ', h('span.value-text', null, valueText(one.value)), h('span.muted', null, ` from “${one.raw}”`),
    !one.valid && h('span.refusal', null, `refused${one.rejection ? `: ${one.rejection}` : ''}`)))));
}

/** @param {Understanding} understanding */
function othersView({ verdicts = [], notes = [] }) {
  const others = verdicts.filter((one) => !one.matched);
  const near = others.filter((one) => /nearest|guard/.test(one.reason));
  if (!others.length && !notes.length) return null;
  return h('details.others', null, h('summary', null, `Notes, and why ${others.length} other intents did not match`),
    notes.length > 0 && h('ul.notes', null, notes.map((note) => h('li', null, note))),
    h('div.verdicts', { tabindex: 0, role: 'group', 'aria-label': 'Other intents' }, h('dl', null, near.map((one) => h('div', null, h('dt', null, one.intent), h('dd', null, one.reason))))),
    near.length < others.length && h('p.muted', null, 'Nothing of the message comes near: ', others.filter((one) => !near.includes(one)).map((one) => one.intent).join(', '), '.'));
}

/** Scrolls the list around an explanation, so that it is in view. @param {HTMLElement} place */
function showPlace(place) {
  const list = /** @type {HTMLElement | null} */ (place.closest('[role="log"]'));
  if (list) reveal(list, place);
}

/**
 * A button that shows and hides an explanation below `place`. `load` is called when it opens for the first time.
 * @param {HTMLElement} place
 * @param {() => Why | Promise<Why>} load
 * @param {(error: unknown) => HTMLElement} showError
 */
export function whyButton(place, load, showError) {
  let filled = false;
  const toggle = async () => {
    const open = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(open));
    place.hidden = !open;
    if (open) showPlace(place);
    if (!open || filled) return;
    filled = true;
    try {
      place.replaceChildren(whyView(await load()));
      showPlace(place);
    } catch (error) {
      filled = false;
      place.replaceChildren(showError(error));
    }
  };
  place.hidden = true;
  const button = h('button.quiet.small.why-button', { type: 'button', 'aria-expanded': 'false', onclick: toggle }, 'Why');
  return button;
}
