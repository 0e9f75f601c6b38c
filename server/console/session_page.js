// One session: its transcript, state and notes, and what one can do with it.
import { get, sessionPath } from './api.js';
import { contextPreview } from './session_context.js';
import { sessionActions } from './session_actions.js';
import { notesForm } from './session_notes.js';
import { badges } from './session_row.js';
import { dateOf, plural } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { hrefOf } from './router.js';
import { stateView } from './state_view.js';
import { Transcript } from './transcript.js';

/** @typedef {import('./types.js').Session} Session */

export class SessionPage {
  /** @param {string} name @param {number} seq */
  constructor(name, seq) {
    this.name = name;
    this.transcript = new Transcript(name, { onTurn: () => void this.refresh() });
    this.head = h('div.session-head');
    this.facts = h('div.stack');
    this.node = h('div.page', null, h('p', null, h('a', { href: '#/sessions' }, 'All sessions')), this.head,
      h('div.split', null, h('section.panel', { 'aria-label': 'Transcript' }, this.transcript.node), this.facts));
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
      await this.refresh();
      await this.transcript.open(seq);
    } catch (error) {
      replace(this.head, h('h1', null, this.name), problemView(error, () => void this.load(seq)));
    }
  }

  async refresh() {
    const session = /** @type {Session} */ (await get(sessionPath(this.name)));
    replace(this.head,
      h('h1', null, session.title || this.name), badges(session),
      h('p.session-facts', null, h('code', null, this.name), h('span', null, session.bot), h('span', null, plural(session.turns, 'turn')), h('span', null, plural(session.messages, 'message')),
        h('span', null, `begun ${dateOf(session.created_at)}`), session.expires_at && h('span', null, `expires ${dateOf(session.expires_at)}`),
        Boolean(session.usage?.input_tokens) && h('span', null, `${session.usage?.input_tokens} + ${session.usage?.output_tokens} tokens`)),
      sessionActions(session, () => this.refresh()));
    replace(this.facts,
      h('section.panel', null, h('h2', null, 'State'), stateView(session.state, { hrefOfTurn: (turn) => hrefOf('sessions', [this.name, turn]) })),
      h('section.panel', null, h('h2', null, 'Notes'), notesForm(session, () => this.refresh())),
      h('section.panel', null, h('h2', null, 'Context'), contextPreview(this.name)));
  }
}
