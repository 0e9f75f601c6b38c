// What the bot said in a turn: its texts, attachments, tool calls and the handoff.
import { attachmentsView } from './attachments.js';
import { h } from './h.js';

/** @typedef {import('./types.js').Turn} Turn */
/** @typedef {import('./types.js').TurnStep} TurnStep */

/**
 * @param {Turn} turn
 * @param {((text: string) => void) | null} say sends a quick reply; null: the buttons are off
 */
export function sayView(turn, say) {
  return turn.steps.flatMap((step) => stepView(step, say));
}

/** @param {TurnStep} step @param {((text: string) => void) | null} say */
function stepView(step, say) {
  if (step.tool_call) return [h('div.call', null, h('span.call-name', null, step.tool_call.name), ' ', h('code', null, JSON.stringify(step.tool_call.args)))];
  if (step.handoff) return [h('div.call.handoff', null, `A person was called: ${step.handoff.reason}`)];
  const asked = step.ask_user ?? step.confirm;
  const text = asked ? asked.prompt : step.say;
  const attachments = asked ? asked.attachments : step.attachments;
  return [h('div.bubble.bot', null, h('span.sr-only', null, 'Bot: '), text, attachmentsView(attachments, say))];
}

/**
 * The quick replies of a turn.
 * @param {Turn} turn
 * @returns {string[]}
 */
export function repliesOf(turn) {
  const options = turn.steps.flatMap((step) => step.ask_user?.options ?? step.confirm?.options ?? []);
  return options.map((/** @type {any} */ option) => (typeof option === 'string' ? option : option.message ?? option.label));
}

/** The tool call that waits for a result. @param {Turn | null | undefined} turn */
export function openCallOf(turn) {
  if (turn?.status !== 'tool_call') return null;
  return turn.steps.findLast((step) => step.tool_call)?.tool_call ?? null;
}

/** The status of a turn as a short text. @param {Turn} turn */
export function statusText(turn) {
  if (turn.handed_off || turn.status === 'handoff') return 'handed off';
  if (turn.status === 'tool_call') return 'waits for a tool';
  if (turn.status === 'done') return 'done';
  return `waits for ${turn.waiting_for_param ?? (turn.steps.some((step) => step.confirm) ? 'a yes or no' : 'the next message')}`;
}
