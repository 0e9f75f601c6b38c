// A simulation on the server, and what this tab remembers of it: its inputs, in case the server forgets it.
import { get, post, simulationPath } from './api.js';
import { storedBot } from './key.js';

/** @typedef {import('./types.js').Simulation} SimulationData */
/** @typedef {import('./types.js').StepInput} StepInput */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {{tools?: 'mock' | 'hand', locale?: string, session?: string, before?: number}} BeginOptions */

/** What a simulation repeats of a session. Only the answer that creates it says so. @typedef {Pick<SimulationData, 'session' | 'turns' | 'notes' | 'differences'>} Origin */

const last = () => ['parley.simulation', storedBot()].filter(Boolean).join('.');
const inputsOf = (/** @type {string} */ id) => `parley.inputs.${id}`;
const originOf = (/** @type {string} */ id) => `parley.origin.${id}`;

export class Simulation {
  /** @param {SimulationData} data @param {Origin} [origin] */
  constructor(data, origin = rememberedOrigin(data.id)) {
    this.data = data;
    this.origin = origin;
    this.remember();
  }

  /** @param {BeginOptions} options */
  static async begin(options) {
    const data = await post('v1/simulations', options);
    return new Simulation(data, data);
  }

  /** @param {string} id */
  static async load(id) {
    return new Simulation(await get(simulationPath(id)));
  }

  get id() { return this.data.id; }
  get steps() { return this.data.steps; }
  get lastStep() { return this.data.steps.at(-1); }

  /** The state after a step; after no step, the state of the beginning. @param {number} n */
  stateAfter(n) {
    return this.data.steps[n - 1]?.state ?? this.data.state;
  }

  /** @param {StepInput} input @returns {Promise<Step>} */
  async step(input) {
    const step = await post(`${simulationPath(this.id)}/steps`, input);
    this.data.steps.push(step);
    this.data.state = step.state;
    this.data.now = step.now;
    this.remember();
    return step;
  }

  /** Runs the steps before `before` again in another simulation. @param {number} before */
  async branch(before) {
    return new Simulation(await post(`${simulationPath(this.id)}:branch`, { before }), originBefore(this.origin, before));
  }

  conversation() {
    return get(`${simulationPath(this.id)}/conversation`);
  }

  remember() {
    sessionStorage.setItem(last(), this.id);
    sessionStorage.setItem(inputsOf(this.id), JSON.stringify(this.data.steps.map((step) => step.input)));
    const { session, turns, notes, differences } = this.origin;
    if (session) sessionStorage.setItem(originOf(this.id), JSON.stringify({ session, turns, notes, differences }));
  }
}

/** @param {string} id @returns {Origin} */
const rememberedOrigin = (id) => JSON.parse(sessionStorage.getItem(originOf(id)) ?? '{}');

/** The part of an origin that the steps before `before` repeat. @param {Origin} origin @param {number} before @returns {Origin} */
function originBefore({ session, turns = [], notes, differences = [] }, before) {
  const kept = turns.slice(0, before - 1);
  return { session, turns: kept, notes, differences: differences.filter(({ seq }) => kept.includes(seq)) };
}

/** The id of the simulation that this tab used last with the bot. */
export const lastSimulation = () => sessionStorage.getItem(last());

/** The inputs of a simulation that this tab remembers. @param {string} id @returns {StepInput[]} */
export function rememberedInputs(id) {
  return JSON.parse(sessionStorage.getItem(inputsOf(id)) ?? '[]');
}

/**
 * A step's input in words, for inputs that are no message of the user.
 * @param {StepInput} input
 */
export function inputText(input) {
  if (input.text !== undefined) return input.text;
  if (input.advance !== undefined) return `The clock moves on by ${wholeDuration(input.advance)}`;
  if (input.redeliver) return 'The channel delivers the last message again';
  if (input.restart) return 'The process restarts';
  if (input.tool_result) return `The tool answers: ${input.tool_result.ok ? 'ok' : input.tool_result.rejected ? 'rejected' : input.tool_result.error}`;
  if (input.write) return 'The caller writes to the session';
  return eventTexts[input.event ?? ''] ?? `Event: ${input.event}`;
}

/** @type {Record<string, string>} */
const eventTexts = { silence: 'The user is silent', end: 'The conversation ends', reset: 'The conversation starts over', start: 'The user opens the channel', give_back: 'The person gives the conversation back' };

/** @param {number} seconds */
function wholeDuration(seconds) {
  if (seconds >= 3600) return `${Math.round(seconds / 360) / 10} h`;
  return seconds >= 60 ? `${Math.round(seconds / 6) / 10} min` : `${Math.round(seconds)} s`;
}
