// Lines of a file of the bot, around one of them.
import { get } from './api.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';

const around = 10;
const more = 50;

/**
 * Shows a line with the lines around it. `closeHref` is the address without the source.
 * @param {{file: string, line: number, closeHref: string}} place
 */
export function sourceView({ file, line, closeHref }) {
  const heading = h('h2', { tabindex: -1 }, `${file}, line ${line}`);
  const list = h('ol.source', { 'aria-label': 'Lines' });
  const status = h('div');
  let first = Math.max(1, line - around);
  let next = first;
  let total = Infinity;
  const earlier = h('button.small', { type: 'button', onclick: () => load(Math.max(1, first - more), first - 1, true) }, 'Earlier lines');
  const later = h('button.small', { type: 'button', onclick: () => load(next, next + more - 1, false) }, 'Later lines');
  const load = async (/** @type {number} */ from, /** @type {number} */ to, /** @type {boolean} */ before) => {
    try {
      const answer = await get('v1/bot/source', { file, line: from, limit: to - from + 1 });
      const rows = answer.lines.map((/** @type {string} */ text, /** @type {number} */ index) => lineView(from + index, text, from + index === line));
      if (before) list.prepend(...rows);
      else list.append(...rows);
      first = Math.min(first, from);
      next = Math.max(next, from + rows.length);
      total = answer.total;
      replace(status, line > total && h('p.note', null, `The file has ${total} lines.`));
    } catch (error) {
      replace(status, problemView(error, () => void load(from, to, before)));
    }
    const { activeElement } = document;
    earlier.hidden = first <= 1;
    later.hidden = next > total || !list.children.length;
    if (activeElement instanceof HTMLElement && activeElement.hidden) heading.focus();
  };
  earlier.hidden = later.hidden = true;
  const node = h('section.panel', { 'aria-label': 'Source' }, h('div.row.apart', null, heading, h('a', { href: closeHref }, 'Close the source')), status, earlier, list, later);
  const ready = load(first, line + around, false);
  const focus = () => {
    heading.focus({ preventScroll: true });
    node.scrollIntoView({ block: 'nearest' });
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  };
  return { node, ready, focus };
}

/** @param {number} number @param {string} text @param {boolean} marked */
const lineView = (number, text, marked) => h('li', { value: number, 'aria-current': marked ? 'true' : null }, h('code', null, text || ' '));
