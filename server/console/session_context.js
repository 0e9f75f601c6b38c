// What a language model, a classifier, a planner or an agent would see of a session.
import { get, sessionPath } from './api.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';

const consumers = ['llm', 'classifier', 'planner', 'agent'];

/** @param {string} session */
export function contextPreview(session) {
  const consumer = h('select', null, consumers.map((one) => h('option', { value: one }, one)));
  const budget = h('input', { type: 'number', min: 1, placeholder: 'the bot’s' });
  const place = h('div');
  const show = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { text } = await get(`${sessionPath(session)}/context`, { consumer: consumer.value, max_tokens: budget.value });
      replace(place, h('pre.yaml', { tabindex: 0, 'aria-label': 'Context' }, text));
    } catch (error) {
      replace(place, problemView(error));
    }
  };
  return h('form.stack', { onsubmit: show }, h('div.row.fields-row', null, h('label.field', null, h('span', null, 'Consumer'), consumer), h('label.field', null, h('span', null, 'Token limit'), budget),
    h('button', { type: 'submit' }, 'Show')), place);
}
