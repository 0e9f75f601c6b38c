// One session in a list.
import { dateOf, distance, plural } from './format.js';
import { h } from './h.js';

/** @typedef {import('./types.js').Summary} Summary */

/** @param {Summary} summary @param {string} href @param {boolean} [current] */
export function sessionRow(summary, href, current = false) {
  const { session, title, hit } = summary;
  return h('li.session-row', null,
    h('div.session-title', null, h('a', { href, 'aria-current': current ? 'true' : null }, title || session), badges(summary)),
    h('div.session-facts', null, h('code', null, session), h('span', null, plural(summary.turns, 'turn')),
      summary.last_intent && h('span', null, summary.last_intent),
      summary.handed_off && h('span', null, `handed off ${distance(summary.handed_off.at)}`),
      h('time', { datetime: summary.updated_at, title: dateOf(summary.updated_at) }, `last turn ${distance(summary.updated_at)}`)),
    hit && h('p.hit', null, h('span.muted', null, `${hit.role}, message ${hit.seq}: `), hit.text));
}

/** @param {Summary} summary */
export function badges({ handed_off: handedOff, standing, archived_at: archivedAt, waiting_for_param: waiting, tags }) {
  return h('span.badges', null,
    handedOff && h('span.tag.warn', null, `handed off: ${handedOff.reason}`),
    standing === 'expired' && h('span.tag', null, 'expired'),
    archivedAt && h('span.tag', null, 'archived'),
    waiting && h('span.tag.good', null, `waits for ${waiting}`),
    tags.map((tag) => h('span.tag', null, `#${tag}`)));
}
