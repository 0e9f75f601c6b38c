// The state of a conversation after a turn: the stack of intents, their params, what is awaited, and what changed.
import { dateOf, distance, plural, timeOf, valueText } from './format.js';
import { h } from './h.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Change} Change */
/** @typedef {{now?: string, changes?: Change[], hrefOfTurn?: (turn: number) => string | null}} StateOptions */

/**
 * @param {State} state
 * @param {StateOptions} [options] hrefOfTurn: the address of the turn where a value came from
 */
export function stateView(state, options = {}) {
  const frames = state.frames.map((frame, index) => ({ frame, path: `frames/${index}` })).reverse();
  return h('div.state', null,
    waitingView(state, options.now),
    state.handed_off && h('p.state-flag', null, `Handed off to a person in turn ${state.handed_off.turn}: ${state.handed_off.reason}`),
    state.ended && h('p.state-flag', null, 'The conversation has ended. The next message begins another.'),
    h('section', null, h('h3', null, 'Open intents'),
      frames.length ? h('ol.frames', null, frames.map(({ frame, path }, index) => frameView(frame, path, index === 0, options))) : h('p.muted', null, 'No intent is open.')),
    Object.keys(state.params).length > 0 && h('section', null, h('h3', null, 'Params of the session'), paramsView(state.params, {}, 'params', options)),
    listView('Queue', state.queue),
    listView('Offered', state.offered),
    state.unmatched > 0 && h('p.muted', null, `Messages in a row without an intent: ${state.unmatched}`),
    changesView(options.changes ?? []));
}

/** @param {State} state @param {string} [now] */
function waitingView({ waiting }, now) {
  if (!waiting) return h('p.waiting.nothing', null, 'The bot waits for nothing.');
  const what = waiting.kind === 'param' ? [h('strong', null, waiting.param)] : [waitingTexts[waiting.kind] ?? waiting.kind];
  return h('div.waiting', null,
    h('p', null, 'Waits for ', what, waiting.intent && [' of ', h('strong', null, waiting.intent)]),
    h('p.muted', null, `Attempt ${waiting.attempt}`, waiting.expires_at && `, until ${timeOf(waiting.expires_at)} (${distance(waiting.expires_at, now ?? Date.now())})`));
}

/** @type {Record<string, string>} */
const waitingTexts = { confirm: 'a yes or no', change: 'the param to change', choice: 'a choice', tool: 'the result of a tool' };

/** @param {Frame} frame @param {string} path @param {boolean} top @param {StateOptions} options */
function frameView(frame, path, top, options) {
  return h('li.frame', { class: top ? 'top-frame' : '' },
    h('div.frame-head', null, h('strong', null, frame.intent), top && h('span.tag', null, 'active'), frame.confirmed && h('span.tag.good', null, 'confirmed')),
    paramsView(frame.params, frame.attempts ?? {}, `${path}/params`, options),
    Boolean(frame.skipped?.length) && h('p.muted', null, `Skipped: ${frame.skipped?.join(', ')}`),
    Object.keys(frame.saved ?? {}).length > 0 && h('p.muted', null, 'Saved: ', h('code', null, JSON.stringify(frame.saved))));
}

/**
 * @param {Record<string, {value: any, turn: number}>} params
 * @param {Record<string, Record<string, number>>} attempts
 * @param {string} path
 * @param {StateOptions} options
 */
function paramsView(params, attempts, path, { changes = [], hrefOfTurn }) {
  const names = [...new Set([...Object.keys(params), ...Object.keys(attempts)])];
  if (!names.length) return h('p.muted', null, 'No values yet.');
  return h('dl.params', null, names.map((name) => {
    const param = params[name];
    const changed = changes.some((one) => one.path === `${path}/${name}` || one.path.startsWith(`${path}/${name}/`));
    return h('div', { class: changed ? 'changed' : '' }, h('dt', null, name, changed && h('span.sr-only', null, ' (changed)')),
      h('dd', null, param ? [h('span.value-text', null, valueText(param.value)), ' ', turnLink(param.turn, hrefOfTurn)] : h('span.muted', null, 'not set'),
        attempts[name] && h('span.tag.warn', null, attemptsText(attempts[name]))));
  }));
}

/** @param {number} turn @param {((turn: number) => string | null)} [hrefOfTurn] */
function turnLink(turn, hrefOfTurn) {
  const href = hrefOfTurn?.(turn);
  return href ? h('a.turn-link', { href }, `turn ${turn}`) : h('span.muted', null, `turn ${turn}`);
}

/** @param {Record<string, number>} counts */
const attemptsText = (counts) => Object.entries(counts).filter(([, count]) => count).map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`).join(', ');

/** @param {string} title @param {any[]} names */
const listView = (title, names) => names.length > 0 && h('section', null, h('h3', null, title), h('ol.plain', null, names.map((one) => h('li', null, typeof one === 'string' ? one : one.intent ?? valueText(one)))));

/** @param {Change[]} changes */
function changesView(changes) {
  if (!changes.length) return null;
  return h('details.changes', null, h('summary', null, `${plural(changes.length, 'change')} since the step before`),
    h('dl', null, changes.map(({ path, before, after }) => h('div', null, h('dt', null, h('code', null, path)),
      h('dd', null, h('del', null, changeText(before)), ' → ', h('ins', null, changeText(after)))))));
}

/** @param {any} value */
const changeText = (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? dateOf(value) : valueText(value));
