// The packet of a handoff: what a person must know who takes over.
import { valueText } from './format.js';
import { h } from './h.js';

/** @param {import('./types.js').Handoff} handoff */
export function packetView({ reason, intent = '', params = {}, attempts = {}, recap = [], open = [] }) {
  const failed = Object.entries(attempts).map(([name, counts]) => ({ name, count: Object.values(counts).reduce((sum, one) => sum + one, 0) })).filter(({ count }) => count > 0);
  return h('div.stack', null,
    h('dl.params', null,
      row('Reason', reason.replaceAll('_', ' ')), row('Intent', intent || 'none'),
      valueRows(params),
      failed.map(({ name, count }) => row(name, `${count} answers not accepted`))),
    open.map((one) => h('dl.params', null, row(one.state[0].toUpperCase() + one.state.slice(1), one.intent), valueRows(one.params))),
    recap.length > 0 && h('details', null, h('summary', null, `Last ${recap.length} messages before the handoff`), h('ol.recap', null, recap.map((line) => h('li', null, line)))));
}

/** @param {Record<string, any>} params */
const valueRows = (params) => Object.entries(params).map(([name, value]) => row(name, h('span.value-text', null, valueText(value))));

/** @param {string} name @param {any} value */
const row = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
