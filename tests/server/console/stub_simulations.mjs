// The simulations of the stand-in: each has its own process and database.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Process, changesBetween, exported, publicState, runJson, sentencesOf } from './stub_parley.mjs';
import { Problem } from './stub_store.mjs';

const folder = mkdtempSync(join(tmpdir(), 'parley-simulations-'));
const empty = publicState({});

export class Simulations {
  constructor(bot, store) {
    Object.assign(this, { bot, store, all: new Map(), count: 0 });
  }

  close() {
    for (const simulation of this.all.values()) simulation.process.close();
  }

  async create({ session, before, locale, tools = 'mock', ...unknown }) {
    if (Object.keys(unknown).length) throw new Problem(400, 'invalid_request', `unknown field ${Object.keys(unknown)[0]}`);
    const simulation = this.#begin(tools, locale);
    if (session) await this.#continueSession(simulation, session, before);
    return this.get(simulation.id);
  }

  #begin(tools, locale) {
    const id = `sim-${++this.count}`;
    const db = join(folder, `${id}.db`);
    const simulation = { id, db, tools, locale, now: Date.now(), steps: [], state: empty, process: new Process(this.bot, db), last: null };
    this.all.set(id, simulation);
    return simulation;
  }

  async #continueSession(simulation, session, before) {
    const { turns } = this.store.turns(session, 0, 1000);
    for (const turn of turns.filter((one) => !before || one.seq < before)) {
      for (const message of turn.messages.filter((one) => one.role === 'user')) await this.#send(simulation, { text: message.text });
    }
    simulation.state = this.#state(simulation);
    simulation.from = { session, before };
  }

  #find(id) {
    const simulation = this.all.get(id);
    if (!simulation) throw new Problem(404, 'unknown_simulation', `The simulation ${id} does not exist.`);
    return simulation;
  }

  get(id) {
    const { tools, now, steps, state, from } = this.#find(id);
    return { id, bot: 'stub', now: new Date(now).toISOString(), tools, steps, state, from };
  }

  remove(id) {
    this.#find(id).process.close();
    this.all.delete(id);
    return {};
  }

  async step(id, input) {
    const simulation = this.#find(id);
    const before = simulation.state;
    const answer = await this.#run(simulation, input);
    simulation.state = this.#state(simulation);
    const step = {
      n: simulation.steps.length + 1, input, turn: answer?.error ? null : answer,
      ...(answer?.error ? { error: { code: answer.error.code, title: answer.error.code, detail: answer.error.message, status: 409 } } : {}),
      now: new Date(simulation.now).toISOString(), state: simulation.state, why: sentencesOf(answer?.explain), changes: changesBetween(before, simulation.state),
    };
    simulation.steps.push(step);
    return step;
  }

  async #run(simulation, input) {
    if (input.advance !== undefined) {
      simulation.now += input.advance * 1000;
      return null;
    }
    if (input.restart) {
      await simulation.process.close();
      simulation.process = new Process(this.bot, simulation.db);
      return null;
    }
    if (input.redeliver) {
      if (!simulation.last) throw new Problem(400, 'invalid_request', 'There is no message to deliver again.');
      return simulation.process.ask(simulation.last);
    }
    return this.#send(simulation, input);
  }

  #send(simulation, input) {
    simulation.now += 1000;
    simulation.last = { session: simulation.id, id: `m${simulation.now}`, now: new Date(simulation.now).toISOString(), explain: true, ...input };
    return simulation.process.ask(simulation.last);
  }

  #state(simulation) {
    const session = exported(simulation.db).find((line) => line.kind === 'session');
    return publicState(session?.state ?? {});
  }

  async branch(id, before) {
    const original = this.#find(id);
    const copy = this.#begin(original.tools, original.locale);
    if (original.from) await this.#continueSession(copy, original.from.session, original.from.before);
    for (const { input } of original.steps.slice(0, before - 1)) await this.step(copy.id, input);
    return this.get(copy.id);
  }

  conversation(id) {
    const simulation = this.#find(id);
    if (!simulation.steps.some((step) => step.turn)) throw new Problem(422, 'invalid_request', 'The simulation has no turn yet.');
    const { yaml, differences } = runJson('record', id, '--db', simulation.db, '--bot', this.bot);
    return { yaml, passed: differences.length === 0, differences };
  }
}
