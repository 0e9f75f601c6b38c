// The stored turns of a session, with why, and a way to try each of them again.
import { get, sessionPath } from './api.js';
import { follow } from './events.js';
import { dateOf, timeOf } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { reveal } from './reveal.js';
import { hrefOf } from './router.js';
import { statusText } from './turn_view.js';
import { whyButton } from './why.js';

/** @typedef {import('./types.js').StoredTurn} StoredTurn */
/** @typedef {import('./types.js').Message} Message */

const page = 50;

export class Transcript {
  /**
   * @param {string} session
   * @param {{view?: string, onTurn?: (turn: StoredTurn) => void}} [options] view: the view of the links. onTurn: called for each turn that arrives while the transcript is open
   */
  constructor(session, { view = 'sessions', onTurn = () => {} } = {}) {
    this.session = session;
    this.view = view;
    this.onTurn = onTurn;
    this.last = 0;
    this.selected = 0;
    this.closing = new AbortController();
    this.turns = h('div.turns', { role: 'log', 'aria-label': 'Transcript', tabindex: 0 });
    this.more = h('div.row.middle');
    this.node = h('div.transcript', null, this.turns, this.more);
  }

  close() {
    this.closing.abort();
  }

  /** Loads turns until `seq` is there, then follows the session. @param {number} [seq] */
  async open(seq = 0) {
    let next = await this.page();
    while (next !== null && this.last < seq) next = await this.page();
    this.select(seq);
    if (next === null) void this.follow();
    else this.offerMore();
  }

  /** Loads one page. @returns {Promise<number | null>} the number after which the next page begins */
  async page() {
    const { turns, next } = await get(`${sessionPath(this.session)}/turns`, { after: this.last, limit: page });
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
    await follow(`${sessionPath(this.session)}/events`, {
      after: this.last, signal: this.closing.signal,
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
    if (!this.last) replace(this.turns);
    this.last = turn.seq;
    this.turns.append(turnView(this.session, turn, this.view));
  }

  showEnd() {
    this.turns.scrollTop = this.turns.scrollHeight;
  }

  /** @param {number} seq */
  select(seq) {
    this.selected = seq;
    for (const turn of this.turns.querySelectorAll('.step')) turn.classList.toggle('selected', Number(turn.dataset.step) === seq);
    reveal(this.turns, this.turns.querySelector('.selected'));
  }
}

/** @param {string} session @param {StoredTurn} turn @param {string} view */
function turnView(session, turn, view) {
  const place = h('div.why-place');
  const why = whyButton(place, () => get(`${sessionPath(session)}/turns/${turn.seq}/why`), problemView);
  return h('div.step', { 'data-step': turn.seq },
    turn.messages.map(messageView),
    turn.messages.length === 0 && h('p.event', null, 'A turn without messages'),
    h('div.step-foot', null, why,
      h('a.step-link', { href: hrefOf(view, [session, turn.seq]), title: dateOf(turn.at) }, `Turn ${turn.seq}, ${timeOf(turn.at)}`),
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
