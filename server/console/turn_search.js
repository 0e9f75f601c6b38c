// Searches in a transcript: it shows only the turns with all words.
import { plural } from './format.js';
import { h } from './h.js';
import { attempt } from './problem.js';

/** @typedef {import('./transcript.js').Transcript} Transcript */

/** The words of a search. Case and accents do not matter. @param {string} text */
export const wordsOf = (text) => folded(text).split(/\s+/).filter(Boolean);

/** @param {string} text */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {Transcript} transcript @param {string} text the first words */
export function turnSearch(transcript, text) {
  const count = h('span.muted', { role: 'status' });
  const problem = h('div.notices');
  const input = h('input', { type: 'search', id: 'search', value: text, autocomplete: 'off', spellcheck: 'false', oninput: () => void show() });
  const show = async () => {
    const loaded = await attempt(problem, async () => wordsOf(input.value).length && transcript.loadAll());
    const words = loaded ? wordsOf(input.value) : [];
    const { shown, all } = transcript.filter(words);
    count.textContent = words.length ? `${shown} of ${plural(all, 'turn')}` : '';
  };
  const node = h('form.turn-search', { role: 'search', 'aria-label': 'Transcript', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h('label.field', null, h('span', null, 'Search in this session'), input), count, problem);
  return { node, show };
}
