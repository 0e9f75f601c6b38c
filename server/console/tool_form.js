// The form that answers an open tool call by hand.
import { h, replace } from './h.js';

/** @typedef {import('./types.js').ToolCall} ToolCall */

const outcomes = /** @type {[string, string][]} */ ([['ok', 'Ok'], ['failed', 'Failed'], ['rejected', 'Rejected'], ['timeout', 'Timeout']]);

/**
 * @param {ToolCall} call
 * @param {(result: any) => void} answer takes the `tool_result` of the protocol
 */
export function toolForm(call, answer) {
  const fields = h('div.stack');
  const problem = h('p.field-problem', { id: 'tool-problem', role: 'alert' });
  let read = () => ({});
  const choose = (/** @type {string} */ outcome) => {
    const part = parts[outcome](call);
    read = part.read;
    replace(fields, part.nodes);
    problem.textContent = '';
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      answer({ call_id: call.call_id, ...read() });
    } catch (error) {
      problem.textContent = error instanceof SyntaxError ? `The data is not valid JSON: ${error.message}` : String(error instanceof Error ? error.message : error);
    }
  };
  choose('ok');
  return h('form.tool-form', { onsubmit: submit, 'aria-label': `Result of ${call.name}` },
    h('p', null, 'The bot called ', h('strong', null, call.name), ' with ', h('code', null, JSON.stringify(call.args)), '. Answer for the tool:'),
    h('fieldset.row', null, h('legend.sr-only', null, 'Outcome'), outcomes.map(([value, label], index) => h('label.check', null,
      h('input', { type: 'radio', name: 'outcome', value, checked: index === 0, onchange: () => choose(value) }), label))),
    fields, problem, h('div.row.end', null, h('button.primary', { type: 'submit' }, 'Send the result')));
}

/** @typedef {{nodes: any[], read: () => Record<string, any>}} Part */
/** @type {Record<string, (call: ToolCall) => Part>} */
const parts = {
  ok: () => {
    const data = h('textarea.code', { rows: 3, value: '{}', spellcheck: 'false', 'aria-describedby': 'tool-problem' });
    return { nodes: [field('Data, as JSON', data)], read: () => ({ ok: true, data: JSON.parse(data.value || 'null') }) };
  },
  failed: () => {
    const error = h('input', { type: 'text', value: 'failed' });
    return { nodes: [field('Error', error)], read: () => ({ ok: false, error: error.value || 'failed' }) };
  },
  timeout: () => ({ nodes: [h('p.muted', null, 'The tool does not answer in time.')], read: () => ({ ok: false, error: 'timeout' }) }),
  rejected: (call) => {
    const rows = Object.keys(call.args).map((name) => ({ name, input: h('input', { type: 'text', placeholder: 'A sentence for the user' }) }));
    const read = () => {
      const rejected = Object.fromEntries(rows.filter(({ input }) => input.value.trim()).map(({ name, input }) => [name, input.value.trim()]));
      if (!Object.keys(rejected).length) throw new Error('Write why the tool rejects at least one argument.');
      return { ok: false, error: 'rejected', rejected };
    };
    return { nodes: rows.map(({ name, input }) => field(`Why it rejects ${name}`, input)), read };
  },
};

/** @param {string} label @param {HTMLElement} input */
const field = (label, input) => h('label.field', null, h('span', null, label), input);
