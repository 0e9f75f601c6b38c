// The view Desk: the queue of conversations that a person has, and the conversation with one user.
import { get } from './api.js';
import { DeskCase } from './desk_case.js';
import { follow } from './events.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';
import { hrefOf } from './router.js';
import { sessionRow } from './session_row.js';

/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Summary} Summary */

/** @param {Route} first @returns {View} */
export function deskView(first) {
  const desk = new Desk();
  desk.show(first);
  return { title: 'Desk', node: desk.node, update: (route) => desk.show(route), close: () => desk.close() };
}

class Desk {
  constructor() {
    this.closing = new AbortController();
    this.name = '';
    /** @type {Summary[]} */
    this.queue = [];
    /** @type {DeskCase | null} */
    this.case = null;
    this.list = h('ul.sessions');
    this.count = h('span.tag', { role: 'status' });
    this.place = h('div.desk-case');
    this.node = h('div.page', null, h('h1', null, 'Desk'),
      h('div.desk-page', null, h('section.panel', { 'aria-label': 'Queue' }, h('div.row.apart', null, h('h2', null, 'Queue'), this.count), this.list), this.place));
    void this.refresh();
    void follow('v1/events', { signal: this.closing.signal, onEvent: ({ data }) => void this.noticed(data) });
  }

  close() {
    this.closing.abort();
    this.case?.close();
  }

  /** Loads the queue again when a turn changes it. @param {import('./types.js').LiveTurn} turn */
  async noticed({ session, handed_off: handedOff }) {
    if (handedOff || this.queue.some((one) => one.session === session)) await this.refresh();
  }

  async refresh() {
    try {
      const { sessions, next } = await get('v1/sessions', { handed_off: true, limit: 50 });
      this.queue = sessions;
      this.count.textContent = `${sessions.length}${next ? '+' : ''} waiting`;
      this.showQueue();
    } catch (error) {
      replace(this.list, h('li', null, problemView(error, () => void this.refresh())));
    }
  }

  showQueue() {
    replace(this.list, this.queue.length ? this.queue.map((one) => sessionRow(one, hrefOf('desk', [one.session]), one.session === this.name)) : h('li.empty', null, 'No one waits for a person.'));
  }

  /** @param {Route} route */
  show({ parts: [name = '', seq] }) {
    if (name && name === this.name) return this.case?.transcript.select(Number(seq));
    this.case?.close();
    this.name = name;
    this.case = name ? new DeskCase(name, () => void this.refresh()) : null;
    replace(this.place, this.case?.node ?? h('p.empty', null, 'Choose a conversation from the queue.'));
    this.showQueue();
    return undefined;
  }
}
