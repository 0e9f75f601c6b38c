// The switch that shows private values without masks. It is off when a page opens.
import { announce } from './announce.js';
import { h } from './h.js';
import { attempt } from './problem.js';

/** @param {(clear: boolean) => Promise<void>} show throws a Problem if the key does not allow it */
export function clearSwitch(show) {
  const problem = h('div.notices');
  const change = async () => {
    const shown = await attempt(problem, () => show(box.checked));
    if (!shown) box.checked = false;
    announce(box.checked ? 'Private values are shown.' : 'Private values are masked.');
  };
  const box = h('input', { type: 'checkbox', onchange: change });
  return h('div.clear-switch', null, h('label.check', null, box, 'Show private values'), problem);
}

/** The parameter of a request that shows private values. @param {boolean} clear */
export const clearQuery = (clear) => ({ clear: clear || undefined });
