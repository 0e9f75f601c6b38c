// The message field: Enter sends, Shift+Enter begins a new line, Up and Down recall earlier messages.
import { h } from './h.js';

/**
 * @param {{send: (text: string) => void, earlier: () => string[], label?: string, hint?: string}} options earlier: messages, oldest first
 */
export function composer({ send, earlier, label = 'Message', hint = 'Enter sends. Up recalls earlier messages.' }) {
  let position = 0;
  const input = h('textarea', { id: 'message', rows: 1, autocomplete: 'off', 'aria-describedby': 'message-hint', placeholder: 'Write as the user', maxlength: 16384 });
  const submit = () => {
    const text = input.value.trim();
    if (!text) return;
    input.value = '';
    position = 0;
    send(text);
  };
  /** Shows the message `distance` places before the newest. @param {number} distance */
  const recall = (distance) => {
    const messages = earlier();
    position = Math.max(0, Math.min(distance, messages.length));
    input.value = position ? messages[messages.length - position] : '';
    input.setSelectionRange(input.value.length, input.value.length);
  };
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const recalling = !input.value || position > 0;
    if (event.key === 'Enter' && !event.shiftKey) submit();
    else if (event.key === 'ArrowUp' && recalling) recall(position + 1);
    else if (event.key === 'ArrowDown' && position > 0) recall(position - 1);
    else if (event.key === 'Escape') input.blur();
    else return;
    event.preventDefault();
  });
  input.addEventListener('input', () => { position = 0; });
  const form = h('form.composer', { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), submit()) },
    h('label.sr-only', { for: 'message' }, label), input, h('button.primary', { type: 'submit' }, 'Send'),
    h('p.sr-only', { id: 'message-hint' }, hint));
  return { node: form, input, focus: () => input.focus({ preventScroll: true }) };
}
