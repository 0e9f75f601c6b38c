// The view Talk: a conversation with the bot in a simulation, with its state beside it.
import { announce } from './announce.js';
import { get } from './api.js';
import { openReload } from './bot_reload.js';
import { composer } from './composer.js';
import { loadComparison } from './comparison.js';
import { timeOf } from './format.js';
import { h, replace } from './h.js';
import { newConversation } from './new_conversation.js';
import { continuedText, originView } from './origin.js';
import { attempt, bodyOf, problemView } from './problem.js';
import { reveal } from './reveal.js';
import { go, hrefOf } from './router.js';
import { saveTest } from './save_test.js';
import { Simulation, lastSimulation, rememberedInputs } from './simulation.js';
import { stateView } from './state_view.js';
import { stepView } from './step_view.js';
import { toolForm } from './tool_form.js';
import { openCallOf, repliesOf } from './turn_view.js';
import { worldBar } from './world.js';

/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').StepInput} StepInput */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./simulation.js').BeginOptions} BeginOptions */

/** @param {Route} first @returns {View} */
export function talkView(first) {
  const talk = new Talk();
  talk.open(first);
  return { title: 'Talk', node: talk.node, update: (route) => void talk.open(route), focus: () => talk.composer.focus(), keys: talk.keys };
}

class Talk {
  constructor() {
    /** @type {Simulation | null} */
    this.simulation = null;
    /** @type {BeginOptions} */
    this.options = { tools: 'mock' };
    this.selected = 0;
    /** The work so far: one request follows the other. @type {Promise<any>} */
    this.queue = Promise.resolve();
    this.log = h('div.log', { role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', 'aria-label': 'Conversation', tabindex: 0 });
    this.notices = h('div.notices');
    this.origin = h('div.origin');
    this.below = h('div.below-log');
    this.meta = h('span.talk-meta');
    this.side = h('aside.talk-side', { 'aria-label': 'State' });
    this.composer = composer({ send: (text) => void this.act({ text }), earlier: () => this.messages() });
    this.world = worldBar(() => this.simulation, (input) => void this.act(input));
    this.node = this.frame();
    this.keys = {
      '/': () => this.composer.focus(), n: () => void this.begin(this.options),
      '[': () => this.select(this.selected - 1), ']': () => this.select(this.selected + 1),
      w: () => /** @type {HTMLElement | null} */ (this.log.querySelector(`#step-${this.selected} .why-button`))?.click(),
    };
  }

  frame() {
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) => h('button.quiet.small', { type: 'button', onclick }, label);
    return h('div.talk', null,
      h('section.talk-main', { 'aria-label': 'Talk' },
        h('div.talk-head', null, h('h1', null, 'Talk'), this.meta, h('div.row.head-buttons', null,
          button('New', () => void this.begin(this.options)), button('New with options', () => newConversation(this.options, (options) => void this.begin(options))),
          button('Save as test', () => this.simulation && saveTest(this.simulation)),
          button('Change the bot', () => openReload({ runAgain: this.simulation?.steps.length ? () => void this.branch((this.simulation?.steps.length ?? 0) + 1, null) : null })))),
        h('div.above-log', null, this.notices, this.origin), this.log, this.below, this.composer.node, this.world.node),
      this.side);
  }

  /** Shows what an address names. @param {Route} route */
  async open({ parts: [id, step], query }) {
    const start = query.get('session');
    try {
      if (start) return await this.begin({ ...this.options, session: start, before: Number(query.get('before')) || undefined });
      const wanted = id ?? lastSimulation();
      if (!wanted) return await this.begin(this.options);
      if (this.simulation?.id !== wanted) this.simulation = await Simulation.load(wanted);
      if (!id) return go(hrefOf('talk', [wanted]), true);
      this.selected = Number(step) || this.simulation.steps.length;
      const other = query.get('with');
      if (other) await this.compare(other);
      else this.render();
    } catch (error) {
      await this.failed(error, id ?? lastSimulation());
    }
  }

  /** @param {unknown} error @param {string | null} id */
  async failed(error, id) {
    if (bodyOf(error).code !== 'unknown_simulation' || !id) return replace(this.notices, problemView(error));
    const inputs = rememberedInputs(id);
    await this.begin(this.options);
    const run = async () => {
      replace(this.notices);
      for (const input of inputs) await this.act(input);
    };
    replace(this.notices, h('div.note', { role: 'alert' }, `The server no longer has the conversation ${id}. `,
      inputs.length > 0 && h('button.small', { type: 'button', onclick: run }, `Run its ${inputs.length} steps again`)));
  }

  /** @param {BeginOptions} options */
  async begin(options) {
    this.options = { tools: options.tools, locale: options.locale };
    await this.work(async () => {
      this.simulation = await Simulation.begin(options);
      if (!options.session && (await get('v1/bot')).greets) await this.simulation.step({ event: 'start' });
    });
    if (this.simulation) this.show();
  }

  /** Does one step. @param {StepInput} input */
  async act(input) {
    const done = await this.work(async () => this.simulation?.step(input));
    if (!done && input.text !== undefined) this.composer.input.value ||= input.text;
    if (done) this.show();
    this.composer.focus();
  }

  /**
   * Runs the steps before `before` again, then the edited message, and compares.
   * @param {number} before
   * @param {string | null} text null: the bot has changed, and no message has
   */
  async branch(before, text) {
    await this.work(async () => {
      const { simulation } = this;
      if (!simulation) return;
      const copy = await simulation.branch(before);
      if (text !== null) await copy.step({ text });
      this.simulation = copy;
      go(hrefOf('talk', [copy.id, Math.min(before, copy.steps.length)], { with: simulation.id }));
    });
  }

  /** Runs work after the work before it. @param {() => Promise<any>} job @returns {Promise<boolean>} whether it succeeded */
  work(job) {
    const done = this.queue.then(() => this.run(job));
    this.queue = done;
    return done;
  }

  /** Runs work with errors shown in the view. @param {() => Promise<any>} job @returns {Promise<boolean>} */
  async run(job) {
    this.node.setAttribute('aria-busy', 'true');
    const done = await attempt(this.notices, job);
    this.node.removeAttribute('aria-busy');
    return done;
  }

  messages() {
    return this.simulation?.steps.flatMap((step) => step.input.text ?? []) ?? [];
  }

  /** Shows the newest step of the simulation and makes it part of the address. */
  show() {
    const { simulation } = this;
    if (!simulation) return;
    const address = hrefOf('talk', [simulation.id, simulation.steps.length || undefined]);
    history.replaceState(null, '', address);
    this.selected = simulation.steps.length;
    this.render();
    this.composer.focus();
  }

  /** @param {number} n */
  select(n) {
    if (this.simulation?.steps[n - 1]) go(hrefOf('talk', [this.simulation.id, n]));
  }

  render() {
    const { simulation } = this;
    if (!simulation) return;
    const { tools, now } = simulation.data;
    this.meta.textContent = [simulation.id, tools === 'hand' ? 'tools by hand' : '', continuedText(simulation.origin), timeOf(now)].filter(Boolean).join(' · ');
    if (this.log.dataset.simulation !== simulation.id) replace(this.origin, originView(simulation.origin));
    this.renderLog(simulation);
    this.renderBelow(simulation);
    this.setRunning(true);
    this.renderSide(simulation);
    this.world.update();
  }

  /** Keeps the steps that are shown already, so that a screen reader reads only new ones. @param {Simulation} simulation */
  renderLog(simulation) {
    if (this.log.dataset.simulation !== simulation.id || this.log.querySelector('.compare')) replace(this.log);
    this.log.dataset.simulation = simulation.id;
    if (simulation.steps.length) this.log.querySelector('.empty')?.remove();
    else replace(this.log, h('p.empty', null, 'Write a message as a user would. Every answer can tell why.'));
    const shown = this.log.querySelectorAll('.step').length;
    const actions = { say: (/** @type {string} */ text) => void this.act({ text }), edit: (/** @type {number} */ n, /** @type {string} */ text) => void this.branch(n, text) };
    this.log.append(...simulation.steps.slice(shown).map((step) => stepView(simulation, step, actions)));
    for (const step of this.log.querySelectorAll('.step')) step.classList.toggle('selected', Number(step.dataset.step) === this.selected);
    const target = this.selected === simulation.steps.length ? this.log.lastElementChild : this.log.querySelector(`#step-${this.selected}`);
    reveal(this.log, target);
  }

  /** The quick replies, or the form for an open tool call. @param {Simulation} simulation */
  renderBelow(simulation) {
    const turn = simulation.steps.findLast((step) => step.turn)?.turn;
    const call = openCallOf(turn);
    replace(this.below, call
      ? toolForm(call, (result) => void this.act({ tool_result: result }))
      : turn && repliesOf(turn).length > 0 && h('div.row.replies', { role: 'group', 'aria-label': 'Quick replies' }, repliesOf(turn).map((text) => h('button.reply', { type: 'button', onclick: () => void this.act({ text }) }, text))));
  }

  /** @param {Simulation} simulation */
  renderSide(simulation) {
    const step = simulation.steps[this.selected - 1];
    const move = (/** @type {number} */ n, /** @type {string} */ label, /** @type {string} */ sign) => h('button.quiet.square', { type: 'button', 'aria-label': label, disabled: !simulation.steps[n - 1], onclick: () => this.select(n) }, sign);
    replace(this.side,
      h('div.side-head', null, h('h2', null, step ? `State after step ${this.selected}` : 'State at the beginning'),
        h('div.row', null, move(this.selected - 1, 'The step before', '‹'), move(this.selected + 1, 'The step after', '›'))),
      stateView(simulation.stateAfter(this.selected), { now: step?.now ?? simulation.data.now, changes: step?.changes, hrefOfTurn: (turn) => this.hrefOfTurn(turn) }));
  }

  /** The address of the step whose turn has this number. @param {number} turn */
  hrefOfTurn(turn) {
    const step = this.simulation?.steps.find((one) => one.turn?.seq === turn && !one.turn.duplicate);
    return step && this.simulation ? hrefOf('talk', [this.simulation.id, step.n]) : null;
  }

  /** A comparison only shows; it takes no input. @param {boolean} running */
  setRunning(running) {
    this.composer.node.hidden = !running;
    this.world.node.hidden = !running;
  }

  /** @param {string} other */
  async compare(other) {
    const { simulation } = this;
    if (!simulation) return;
    const view = await loadComparison(simulation, other, this.selected, () => this.compare(other));
    this.render();
    replace(this.log, view);
    replace(this.below);
    this.setRunning(false);
    announce('Comparison of two runs');
  }
}
