// Differences between two runs of a conversation.

/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').State} State */
/** @typedef {{field: string, before: any, after: any}} Difference */

/**
 * Compares what two steps did. Times and ids, which differ in each run, do not count.
 * @param {Step | undefined} left
 * @param {Step | undefined} right
 * @returns {Difference[]}
 */
export function differencesOf(left, right) {
  if (!left || !right) return [];
  const fields = /** @type {[string, (step: Step) => any][]} */ ([
    ['message', (step) => step.input],
    ['reply', (step) => step.turn?.say ?? []],
    ['intent', (step) => step.turn?.intent ?? null],
    ['status', (step) => step.turn?.status ?? null],
    ...(left.state && right.state ? stateFields : []),
  ]);
  return fields.flatMap(([field, read]) => (same(read(left), read(right)) ? [] : [{ field, before: read(left), after: read(right) }]));
}

const stateFields = /** @type {[string, (step: Step) => any][]} */ ([['waiting', (step) => waitingOf(step.state)], ['state', (step) => lastingState(step.state)]]);

/**
 * Lists the differences between two values by their paths.
 * @param {any} before
 * @param {any} after
 * @param {string} [path]
 * @returns {import('./types.js').Change[]}
 */
export function changesBetween(before, after, path = '') {
  if (same(before, after)) return [];
  const nested = (/** @type {any} */ value) => value !== null && typeof value === 'object';
  if (!nested(before) || !nested(after)) return [{ path, before: before ?? null, after: after ?? null }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changesBetween(before[name], after[name], path ? `${path}/${name}` : name));
}

/** @param {State} state */
function waitingOf(state) {
  const { waiting } = state;
  return waiting ? [waiting.kind, waiting.intent, waiting.param].filter(Boolean).join(' ') : null;
}

/** The parts of a state that do not depend on the time. @param {State} state */
function lastingState(state) {
  const values = (/** @type {Record<string, {value: any}>} */ params) => Object.fromEntries(Object.entries(params).map(([name, { value }]) => [name, value]));
  return { frames: state.frames.map((frame) => ({ intent: frame.intent, params: values(frame.params) })), params: values(state.params), queue: state.queue, handed_off: state.handed_off?.reason ?? null, ended: state.ended };
}

/** @param {any} left @param {any} right */
export const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);

/**
 * The number of steps at the beginning that are the same in both runs.
 * @param {Step[]} left
 * @param {Step[]} right
 */
export function commonSteps(left, right) {
  let count = 0;
  while (count < left.length && count < right.length && differencesOf(left[count], right[count]).length === 0) count++;
  return count;
}
