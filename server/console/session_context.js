// What a language model, a classifier or a person would see of a session.
import { get, sessionPath } from './api.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';

const consumers = ['llm', 'nlu', 'planner', 'agent'];

/** @param {string} session */
export function contextPreview(session) {
  const consumer = h('select', null, consumers.map((one) => h('option', { value: one }, one)));
  const budget = h('input', { type: 'number', min: 1, placeholder: 'the bot’s' });
  const place = h('div');
  const show = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { context, text } = await get(`${sessionPath(session)}/context`, { consumer: consumer.value, max_tokens: budget.value });
      const tokens = context?.tokens;
      replace(place, tokens !== undefined && h('p.muted', null, `${tokens} of ${context.max_tokens} tokens, ${context.left_out?.messages ?? 0} messages left out`),
        h('pre.yaml', { tabindex: 0, 'aria-label': 'Context' }, text));
    } catch (error) {
      replace(place, problemView(error));
    }
  };
  return h('form.stack', { onsubmit: show }, h('div.row.fields-row', null, h('label.field', null, h('span', null, 'Consumer'), consumer), h('label.field', null, h('span', null, 'Maximum of tokens'), budget),
    h('button', { type: 'submit' }, 'Show')), place);
}
