// The stored turns of a session, with why, and a way to try each of them again.
import { get, sessionPath } from './api.js';
import { clearQuery } from './clear_switch.js';
import { follow } from './events.js';
import { dayOf, isToday, timeOf } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { reveal } from './reveal.js';
import { hrefOf } from './router.js';
import { folded } from './turn_search.js';
import { statusText } from './turn_view.js';
import { whyButton } from './why.js';

/** @typedef {import('./types.js').StoredTurn} StoredTurn */
/** @typedef {import('./types.js').Message} Message */

const page = 50;

export class Transcript {
  /**
   * @param {string} session
   * @param {{view?: string, clear?: boolean, onTurn?: (turn: StoredTurn) => void}} [options] view: the view of the links.
   *   clear: private values are not masked. onTurn: called for each turn that arrives while the transcript is open
   */
  constructor(session, { view = 'sessions', clear = false, onTurn = () => {} } = {}) {
    this.session = session;
    this.view = view;
    this.clear = clear;
    this.onTurn = onTurn;
    this.last = 0;
    this.selected = 0;
    /** Only turns with these words are shown. @type {string[]} */
    this.words = [];
    this.following = false;
    this.closing = new AbortController();
    this.turns = h('div.turns', { role: 'log', 'aria-label': 'Transcript', tabindex: 0 });
    this.more = h('div.row.middle');
    this.node = h('div.transcript', null, this.turns, this.more);
  }

  close() {
    this.closing.abort();
  }

  /** Loads the turns again, with or without masks. @param {boolean} clear */
  async setClear(clear) {
    this.close();
    this.closing = new AbortController();
    this.clear = clear;
    this.last = 0;
    this.following = false;
    await this.open(this.selected);
  }

  /** Loads turns until `seq` is there, then follows the session. @param {number} [seq] */
  async open(seq = 0) {
    let next = await this.page();
    while (next !== null && this.last < seq) next = await this.page();
    this.select(seq);
    if (next === null) void this.follow();
    else this.offerMore();
  }

  /** Loads the turns that are left. */
  async loadAll() {
    if (this.following) return;
    replace(this.more);
    while (await this.page() !== null);
    void this.follow();
  }

  /** Loads one page. @returns {Promise<number | null>} the number after which the next page begins */
  async page() {
    const { signal } = this.closing;
    const { turns, next } = await get(`${sessionPath(this.session)}/turns`, { after: this.last, limit: page, ...clearQuery(this.clear) });
    if (signal.aborted) return null;
    for (const turn of turns) this.add(turn);
    if (!this.last) replace(this.turns, h('p.empty', null, 'The store has no turn of this session.'));
    return next ?? null;
  }

  offerMore() {
    const load = async () => {
      replace(this.more);
      try {
        await this.open(this.selected);
      } catch (error) {
        replace(this.more, problemView(error, load));
      }
    };
    replace(this.more, h('button', { type: 'button', onclick: load }, 'Show later turns'));
  }

  async follow() {
    if (this.following || this.closing.signal.aborted) return;
    this.following = true;
    await follow(`${sessionPath(this.session)}/events`, {
      after: this.last, query: clearQuery(this.clear), signal: this.closing.signal,
      onEvent: ({ event, data }) => {
        if (event !== 'turn' || data.seq <= this.last) return;
        this.add(data);
        reveal(this.turns, this.turns.lastElementChild);
        this.onTurn(data);
      },
    });
  }

  /** @param {StoredTurn} turn */
  add(turn) {
    if (turn.seq <= this.last) return;
    if (!this.last) replace(this.turns);
    this.last = turn.seq;
    const node = turnView(this, turn);
    node.hidden = !this.matches(node);
    this.turns.append(node);
  }

  /** Shows only the turns with these words. @param {string[]} words folded */
  filter(words) {
    this.words = words;
    const nodes = /** @type {HTMLElement[]} */ ([...this.turns.querySelectorAll('.step')]);
    for (const node of nodes) node.hidden = !this.matches(node);
    return { shown: nodes.filter((node) => !node.hidden).length, all: nodes.length };
  }

  /** @param {HTMLElement} node */
  matches(node) {
    if (!this.words.length) return true;
    const text = folded([...node.querySelectorAll('.bubble, .call')].map((one) => one.textContent).join(' '));
    return this.words.every((word) => text.includes(word));
  }

  showEnd() {
    this.turns.scrollTop = this.turns.scrollHeight;
  }

  /** @param {number} seq */
  select(seq) {
    this.selected = seq;
    for (const turn of this.turns.querySelectorAll('.step')) turn.classList.toggle('selected', Number(turn.dataset.step) === seq);
    const selected = this.turns.querySelector('.selected');
    if (selected) selected.hidden = false;
    reveal(this.turns, selected);
  }
}

/** @param {Transcript} transcript @param {StoredTurn} turn */
function turnView({ session, view, clear }, turn) {
  const place = h('div.why-place');
  const why = whyButton(place, () => get(`${sessionPath(session)}/turns/${turn.seq}/why`, clearQuery(clear)), problemView);
  return h('div.step', { 'data-step': turn.seq },
    turn.messages.map(messageView),
    turn.messages.length === 0 && h('p.event', null, 'A turn without messages'),
    h('div.step-foot', null, why,
      h('a.step-link.turn-number', { href: hrefOf(view, [session, turn.seq]) }, h('span', null, `Turn ${turn.seq}, `, h('span', { class: isToday(turn.at) ? 'print-only' : '' }, `${dayOf(turn.at)}, `), timeOf(turn.at))),
      turn.intent && h('span.foot-intent', null, turn.intent), h('span', null, statusText(turn)),
      h('a.step-link', { href: hrefOf('talk', [], { session, before: turn.seq }) }, 'Try from here')),
    place);
}

/** @param {Message} message */
function messageView({ role, text, author, tool }) {
  switch (role) {
    case 'user': return h('div.user-row', null, h('div.bubble.user', null, h('span.sr-only', null, 'User: '), text));
    case 'agent': return agentView(text, author);
    case 'call': return h('div.call', null, h('span.call-name', null, tool ?? 'tool'), ' ', h('code', null, text));
    case 'tool': return h('div.call', null, 'Result: ', h('code', null, text));
    default: return author ? agentView(text, author) : h('div.bubble.bot', null, h('span.sr-only', null, 'Bot: '), text);
  }
}

/** The words of a person who writes instead of the bot. @param {string} text @param {string} [author] */
const agentView = (text, author) => h('div.bubble.agent', null, h('span.author', null, author || 'agent'), text);
