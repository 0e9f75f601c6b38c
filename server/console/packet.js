// The packet of a handoff: what a person must know who takes over.
import { valueText } from './format.js';
import { h } from './h.js';

/** @param {import('./types.js').Handoff} handoff */
export function packetView({ reason, intent = '', params = {}, attempts = {}, recap = [] }) {
  const values = Object.entries(params);
  const failed = Object.entries(attempts).filter(([, count]) => count);
  return h('div.stack', null,
    h('dl.params', null,
      row('Reason', reason.replaceAll('_', ' ')), row('Intent', intent || 'none'),
      values.map(([name, value]) => row(name, h('span.value-text', null, valueText(value)))),
      failed.map(([name, count]) => row(name, `${count} answers not accepted`))),
    recap.length > 0 && h('details', null, h('summary', null, `Last ${recap.length} messages before the handoff`), h('ol.recap', null, recap.map((line) => h('li', null, line)))));
}

/** @param {string} name @param {any} value */
const row = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
