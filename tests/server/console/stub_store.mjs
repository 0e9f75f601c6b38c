// The stored sessions of the stand-in, in one database.
import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Process, exported, parley, publicState, runJson, sentencesOf } from './stub_parley.mjs';

export class Problem extends Error {
  constructor(status, code, detail, more = {}) {
    super(detail);
    Object.assign(this, { status, code, more });
  }
}

const iso = (ms) => (ms === undefined ? undefined : new Date(ms).toISOString());

export class Store {
  constructor(bot) {
    this.bot = bot;
    this.db = join(mkdtempSync(join(tmpdir(), 'parley-sessions-')), 'sessions.db');
    this.process = new Process(bot, this.db);
    this.events = new EventEmitter();
    this.archived = new Map();
  }

  close() {
    this.process.close();
  }

  async turn(request) {
    const answer = await this.process.ask(request);
    if (answer.error) throw new Problem(answer.error.code === 'unknown_session' ? 404 : 400, answer.error.code, answer.error.message);
    const stored = this.turns(request.session, answer.seq - 1, 1).turns[0];
    this.events.emit('turn', { session: request.session, stored, summary: { session: request.session, seq: answer.seq, status: answer.status, intent: answer.intent, handed_off: answer.handed_off ?? false, at: stored?.at } });
    return answer;
  }

  #read(name) {
    const all = this.#sessions();
    if (!all.has(name)) throw new Problem(404, 'unknown_session', `The session ${name} does not exist.`);
    return all.get(name);
  }

  #sessions() {
    const all = new Map();
    let current;
    for (const line of exported(this.db)) {
      if (line.kind === 'session') all.set(line.state.session, (current = { state: line.state, notes: line.notes ?? {}, messages: [], turns: [] }));
      if (line.kind === 'message') current.messages.push(line);
      if (line.kind === 'turn') current.turns.push(line);
    }
    return all;
  }

  #summary({ state, notes }) {
    const day = iso(state.updated_at).slice(0, 10);
    return {
      session: state.session, bot: state.bot, title: notes.title || [state.last_intent, day].filter(Boolean).join(', '), tags: notes.tags ?? [],
      created_at: iso(state.created_at), updated_at: iso(state.updated_at), expires_at: iso(state.expires_at), turns: state.turns, messages: state.messages,
      last_intent: state.last_intent, waiting_for_param: state.waiting?.param, standing: (state.expires_at ?? Infinity) > Date.now() ? 'live' : 'expired',
      handed_off: state.handed_off ? { reason: state.handed_off.reason, at: iso(state.handed_off.at) } : null, archived_at: this.archived.get(state.session),
      usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    };
  }

  list(query) {
    const known = ['user', 'tag', 'q', 'handed_off', 'archived', 'limit', 'cursor'];
    for (const name of query.keys()) if (!known.includes(name)) throw new Problem(400, 'invalid_request', `unknown parameter ${name}`);
    const words = query.get('q')?.toLowerCase();
    const found = [];
    for (const one of this.#sessions().values()) {
      const summary = this.#summary(one);
      const archived = query.get('archived') ?? 'no';
      if (archived !== 'too' && (archived === 'only') !== Boolean(summary.archived_at)) continue;
      if (query.get('tag') && !summary.tags.includes(query.get('tag'))) continue;
      if (query.get('handed_off') && !summary.handed_off) continue;
      const hit = words && one.messages.find((message) => message.text.toLowerCase().includes(words));
      if (words && !hit) continue;
      found.push(hit ? { ...summary, hit: { seq: hit.turn, role: hit.role, text: hit.text } } : summary);
    }
    found.sort((a, b) => b.updated_at.localeCompare(a.updated_at) || a.session.localeCompare(b.session));
    const from = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit') ?? 20);
    return { sessions: found.slice(from, from + limit), next: from + limit < found.length ? String(from + limit) : null };
  }

  session(name) {
    const one = this.#read(name);
    return { ...this.#summary(one), state: publicState(one.state), notes: { title: '', tags: [], metadata: {}, ...one.notes } };
  }

  turns(name, after, limit) {
    const { turns, messages } = this.#read(name);
    const all = turns.filter((turn) => turn.seq > after).map((turn) => {
      const own = messages.filter((message) => message.turn === turn.seq);
      return {
        session: name, seq: turn.seq, id: turn.id, say: [], steps: [], intent: null, params: {}, waiting_for_param: null, ...turn.answer, at: iso(own[0]?.at ?? turn.at),
        messages: own.map(({ seq, role, text, at, details }) => ({ seq, role, text, at: iso(at), author: details?.author, tool: details?.tool, call_id: details?.call_id })),
      };
    });
    return { turns: all.slice(0, limit), next: all.length > limit ? all[limit - 1].seq : null };
  }

  async why(name, seq) {
    const process = new Process(this.bot);
    let answer;
    for (const turn of this.turns(name, 0, seq).turns.filter((one) => one.seq <= seq)) {
      for (const message of turn.messages.filter((one) => one.role === 'user')) answer = await process.ask({ session: name, text: message.text, explain: true });
    }
    process.close();
    const message = this.turns(name, seq - 1, 1).turns[0]?.messages.find((one) => one.role === 'user');
    return { seq, message: message?.text ?? '', understanding: answer?.explain?.understanding ?? null, trace: answer?.explain?.trace ?? [], sentences: sentencesOf(answer?.explain), exact: false, note: 'The turn was computed again.' };
  }

  say(name, { text, author }) {
    return this.turn({ session: name, write: { messages: [{ role: 'agent', text, ...(author ? { author } : {}) }] } });
  }

  #command(...words) {
    const run = spawnSync(parley, ['sessions', ...words, '--db', this.db], { encoding: 'utf8' });
    if (run.status !== 0) throw new Problem(409, 'invalid_request', run.stderr.trim());
    return run.stdout;
  }

  fork(name, { to = `${name}-copy`, history }) {
    this.#command('fork', name, to, ...(history ? ['--history'] : []));
    return { session: to };
  }

  archive(name, action) {
    this.#read(name);
    if (action === 'archive') this.archived.set(name, new Date().toISOString());
    else this.archived.delete(name);
    return {};
  }

  note(name, notes) {
    this.#command('note', name, ...(notes.title === undefined ? [] : ['--title', notes.title]), ...(notes.tags ?? []).flatMap((tag) => ['--tag', tag]));
    return this.session(name).notes;
  }

  forget(name) {
    const { state } = this.#read(name);
    this.#command('forget', name);
    return { sessions: [name], turns: state.turns, messages: state.messages, items: { summaries: 0, topics: 0, packed: 0, results: 0, others: 0 }, events: 0, outside: ['Backups of the database may still contain the session.'] };
  }

  context(name, query) {
    const words = ['context', name, '--db', this.db, '--bot', this.bot, '--for', query.get('consumer') ?? 'llm'];
    if (query.get('max_tokens')) words.push('--budget', query.get('max_tokens'));
    const context = runJson(...words);
    return { context, text: (context.messages ?? []).map((one) => `${one.role}: ${one.content ?? JSON.stringify(one.tool_calls)}`).join('\n') };
  }

  report() {
    return runJson('report', this.db);
  }

  dryRun() {
    const changed = [];
    let turns = 0;
    for (const [session, one] of this.#sessions()) {
      turns += one.turns.length;
      const turn = one.turns.find((each) => each.answer.say?.length);
      if (changed.length < 2 && turn) changed.push({ session, seq: turn.seq, fields: [{ field: 'say', before: turn.answer.say, after: ['What is the number of your order?'] }, { field: 'intent', before: turn.answer.intent ?? null, after: 'track_order' }] });
    }
    return { turns, compared: turns, changed, skipped: 0 };
  }
}
