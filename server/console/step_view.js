// One step of a simulation in the conversation: the input, what the bot did, and why.
import { h } from './h.js';
import { storedTurnView } from './origin.js';
import { Problem, problemView } from './problem.js';
import { hrefOf } from './router.js';
import { inputText } from './simulation.js';
import { sayView, statusText } from './turn_view.js';
import { whyButton, whyOfStep } from './why.js';

/** @typedef {import('./types.js').Step} Step */

/**
 * @param {import('./simulation.js').Simulation} simulation
 * @param {Step} step
 * @param {{say: ((text: string) => void) | null, edit: ((n: number, text: string) => void) | null}} actions
 */
export function stepView(simulation, step, { say, edit }) {
  const place = h('div.why-place');
  const { turn } = step;
  return h('div.step', { id: `step-${step.n}`, 'data-step': step.n },
    inputView(step, edit),
    turn && sayView(turn, say),
    turn && !turn.steps.length && h('p.event', null, 'The bot says nothing.'),
    step.error && problemView(new Problem(step.error)),
    h('div.step-foot', null,
      turn?.explain && whyButton(place, () => whyOfStep(step), problemView),
      h('a.step-link', { href: hrefOf('talk', [simulation.id, step.n]) }, `Step ${step.n}`),
      turn?.intent && h('span.foot-intent', null, turn.intent),
      turn && h('span', null, statusText(turn)),
      storedTurnView(simulation.origin, step.n),
      turn?.duplicate && h('span.tag', null, 'delivered again: nothing happened')),
    place);
}

/** @param {Step} step @param {((n: number, text: string) => void) | null} edit */
function inputView({ n, input }, edit) {
  const text = inputText(input);
  if (input.text === undefined) return h('p.event', null, text);
  const bubble = h('div.bubble.user', null, h('span.sr-only', null, 'User: '), text);
  if (!edit) return h('div.user-row', null, bubble);
  const row = h('div.user-row', null);
  const button = h('button.quiet.small.edit-button', { type: 'button', onclick: () => row.replaceChildren(editForm(text, (changed) => edit(n, changed), close)) },
    'Edit', h('span.sr-only', null, ` step ${n}`), ' and run again');
  const close = () => {
    row.replaceChildren(bubble, button);
    button.focus();
  };
  row.append(bubble, button);
  return row;
}

/** @param {string} text @param {(text: string) => void} run @param {() => void} cancel */
function editForm(text, run, cancel) {
  const input = h('textarea', { rows: 2, value: text, 'aria-label': 'The message, edited' });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) run(input.value.trim());
  };
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') cancel();
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
  });
  queueMicrotask(() => input.select());
  return h('form.edit-form', { onsubmit: submit }, input,
    h('div.row.end', null, h('button', { type: 'button', onclick: cancel }, 'Cancel'), h('button.primary', { type: 'submit' }, 'Run from here')));
}
