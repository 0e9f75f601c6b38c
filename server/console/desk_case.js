// One conversation on the desk: the packet, the transcript, the reply and the way back to the bot.
import { announce } from './announce.js';
import { get, post, sessionPath } from './api.js';
import { clearQuery, clearSwitch } from './clear_switch.js';
import { composer } from './composer.js';
import { h, replace } from './h.js';
import { packetView } from './packet.js';
import { attempt, problemView } from './problem.js';
import { hrefOf } from './router.js';
import { Transcript } from './transcript.js';

const author = 'parley.author';

export class DeskCase {
  /** @param {string} name @param {() => void} changed */
  constructor(name, changed) {
    this.name = name;
    this.changed = changed;
    this.transcript = new Transcript(name, { view: 'desk', onTurn: () => void this.loadPacket() });
    this.packet = h('div');
    this.notices = h('div.notices');
    this.author = h('input', { type: 'text', value: sessionStorage.getItem(author) ?? '', maxlength: 128, autocomplete: 'name', onchange: () => sessionStorage.setItem(author, this.author.value.trim()) });
    this.composer = composer({ send: (text) => void this.reply(text), earlier: () => [], label: 'Reply to the user', hint: 'Enter sends.' });
    this.composer.input.placeholder = 'Reply to the user';
    this.controls = h('div.stack', null,
      h('div.reply-form', null, this.composer.node, h('label.field', null, h('span', null, 'Your name'), this.author)),
      h('div.row', null, h('button', { type: 'button', onclick: () => void this.giveBack(true) }, 'Give back and continue what was open'),
        h('button', { type: 'button', onclick: () => void this.giveBack(false) }, 'Give back and begin afresh')));
    this.node = h('div.stack', null,
      h('section.panel', { 'aria-label': 'Packet' }, h('div.row.apart', null, h('h2', null, name), clearSwitch((clear) => this.setClear(clear)), h('a', { href: hrefOf('sessions', [name]) }, 'Open the session')), this.packet),
      h('section.panel', { 'aria-label': 'Conversation' }, this.transcript.node, this.notices, this.controls));
    void this.load();
  }

  close() {
    this.transcript.close();
  }

  async load() {
    try {
      await this.loadPacket();
      await this.transcript.open();
      this.transcript.showEnd();
    } catch (error) {
      replace(this.notices, problemView(error, () => void this.load()));
    }
  }

  /** Shows the packet and the turns with or without masks. @param {boolean} clear */
  async setClear(clear) {
    await this.loadPacket(clear);
    await this.transcript.setClear(clear);
    this.transcript.showEnd();
  }

  /** Shows the packet of the turn that handed over; without it, the session is with the bot again. */
  async loadPacket(clear = this.transcript.clear) {
    const { state } = await get(sessionPath(this.name), clearQuery(clear));
    const held = state.handed_off;
    this.controls.hidden = !held;
    if (!held) return replace(this.packet, h('p', null, 'The bot has the conversation.'));
    const { turns } = await get(`${sessionPath(this.name)}/turns`, { after: held.turn - 1, limit: 1, ...clearQuery(clear) });
    const handoff = turns[0]?.steps.find((/** @type {any} */ step) => step.handoff)?.handoff;
    return replace(this.packet, packetView(handoff ?? { reason: held.reason }));
  }

  /** @param {string} text */
  async reply(text) {
    const sent = await attempt(this.notices, () => post(`${sessionPath(this.name)}/messages`, { text, author: this.author.value.trim() || undefined }));
    if (!sent) this.composer.input.value ||= text;
    this.composer.focus();
  }

  /** @param {boolean} resume */
  async giveBack(resume) {
    const done = await attempt(this.notices, () => post(`${sessionPath(this.name)}:give_back`, { resume }));
    if (!done) return;
    await this.loadPacket();
    announce('The bot has the conversation.');
    this.changed();
  }
}
