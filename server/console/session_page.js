// One session: its transcript, state and notes, and what one can do with it.
import { get, sessionPath } from './api.js';
import { clearQuery, clearSwitch } from './clear_switch.js';
import { contextPreview } from './session_context.js';
import { sessionActions } from './session_actions.js';
import { notesForm } from './session_notes.js';
import { badges } from './session_row.js';
import { dateOf, plural } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { hrefOf } from './router.js';
import { stateView } from './state_view.js';
import { topicsView } from './topics.js';
import { Transcript } from './transcript.js';
import { turnSearch } from './turn_search.js';

/** @typedef {import('./types.js').Session} Session */

export class SessionPage {
  /** @param {string} name @param {{seq: number, words: string}} place the turn to show, and the words to search for */
  constructor(name, { seq, words }) {
    this.name = name;
    this.transcript = new Transcript(name, { onTurn: () => void this.refresh() });
    this.search = turnSearch(this.transcript, words);
    this.summary = h('div.session-head');
    this.actions = h('div');
    this.state = h('section.panel');
    this.notes = h('div');
    const side = h('div.stack.session-side', null, this.state,
      h('section.panel', null, h('h2', null, 'Notes'), this.notes),
      h('section.panel', null, h('h2', null, 'Topics'), topicsView(name)),
      h('section.panel', null, h('h2', null, 'Context'), contextPreview(name)));
    const bar = h('div.transcript-bar', null, this.search.node, clearSwitch((clear) => this.setClear(clear)));
    this.content = h('div.split', { hidden: true }, h('section.panel', { 'aria-label': 'Transcript' }, bar, this.transcript.node), side);
    this.node = h('div.page', null, h('p.back', null, h('a', { href: '#/sessions' }, 'All sessions')), this.summary, this.actions, this.content);
    void this.load(seq);
  }

  close() {
    this.transcript.close();
  }

  /** @param {number} seq */
  select(seq) {
    this.transcript.select(seq);
  }

  /** @param {number} seq */
  async load(seq) {
    try {
      const session = await this.refresh();
      this.showNotes(session);
      this.content.hidden = false;
      await this.transcript.open(seq);
      await this.search.show();
    } catch (error) {
      replace(this.summary, h('h1', null, this.name), problemView(error, () => void this.load(seq)));
    }
  }

  /** Shows the session with or without masks. @param {boolean} clear */
  async setClear(clear) {
    this.showNotes(await this.refresh(clear));
    await this.transcript.setClear(clear);
    await this.search.show();
  }

  /** Shows what a turn or an action changes; not the notes, which someone may be writing. @returns {Promise<Session>} */
  async refresh(clear = this.transcript.clear) {
    const session = /** @type {Session} */ (await get(sessionPath(this.name), clearQuery(clear)));
    replace(this.summary,
      h('h1', null, session.title || this.name), badges(session),
      h('p.session-facts', null, h('code', null, this.name), h('span', null, session.bot), h('span', null, plural(session.turns, 'turn')), h('span', null, plural(session.messages, 'message')),
        h('span', null, `begun ${dateOf(session.created_at)}`), session.expires_at && h('span', null, `expires ${dateOf(session.expires_at)}`),
        Boolean(session.usage?.input_tokens) && h('span', null, `${session.usage?.input_tokens} + ${session.usage?.output_tokens} tokens`),
        h('span.print-only', null, clear ? 'private values are shown' : 'private values are masked')));
    replace(this.state, h('h2', null, 'State'), stateView(session.state, { hrefOfTurn: (turn) => hrefOf('sessions', [this.name, turn]) }));
    this.showActions(session);
    return session;
  }

  /** The focus stays on the same action. @param {Session} session */
  showActions(session) {
    const { action } = /** @type {HTMLElement} */ (document.activeElement).dataset;
    replace(this.actions, sessionActions(session, { changed: async () => this.showNotes(await this.refresh()), print: () => this.print() }));
    if (action) /** @type {HTMLElement | null} */ (this.actions.querySelector(`[data-action="${action}"]`))?.focus();
  }

  /** @param {Session} session */
  showNotes(session) {
    replace(this.notes, notesForm(session, async () => void await this.refresh()));
  }

  async print() {
    await this.transcript.loadAll();
    window.print();
  }
}
