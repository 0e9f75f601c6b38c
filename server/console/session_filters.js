// The filters of the list of sessions. They are part of the address.
import { h } from './h.js';
import { go, hrefOf } from './router.js';

const names = ['q', 'user', 'tag', 'standing', 'handed_off', 'archived'];

/** The filters of an address. @param {URLSearchParams} query @returns {Record<string, string>} */
export const filtersOf = (query) => Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, String(query.get(name))]] : [])));

/**
 * Whether a session with this new turn passes the filters that a turn can tell about. Its session is live.
 * @param {Record<string, string>} filters
 * @param {import('./types.js').LiveTurn} turn
 */
export const fitsFilters = ({ standing, handed_off: handedOff }, turn) => standing !== 'expired' && (!handedOff || handedOff === String(turn.handed_off));

/** @param {Record<string, string>} filters */
export function filterForm(filters) {
  const apply = () => {
    const values = new FormData(form);
    go(hrefOf('sessions', [], Object.fromEntries(names.map((name) => [name, String(values.get(name) ?? '')]))));
  };
  const text = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ type = 'text') => h('label.field', null, h('span', null, label),
    h('input', { type, name, value: filters[name] ?? '', autocomplete: 'off', spellcheck: 'false', id: name === 'q' ? 'search' : null }));
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options) => h('label.field', null, h('span', null, label),
    h('select', { name, onchange: apply }, options.map(([value, shown]) => h('option', { value, selected: (filters[name] ?? '') === value }, shown))));
  const form = h('form.filters', { role: 'search', 'aria-label': 'Sessions', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), apply()) },
    text('q', 'Search in messages', 'search'), text('user', 'User'), text('tag', 'Tag'),
    choice('standing', 'Standing', [['', 'Any'], ['live', 'Live'], ['expired', 'Expired']]),
    choice('handed_off', 'Handed off', [['', 'Any'], ['true', 'Only handed off']]),
    choice('archived', 'Archived', [['', 'No'], ['too', 'Too'], ['only', 'Only']]),
    h('button', { type: 'submit' }, 'Search'));
  return form;
}
