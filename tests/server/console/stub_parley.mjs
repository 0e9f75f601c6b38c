// Runs the command parley for the stand-in.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

export const parley = process.env.PARLEY ?? 'build/dev/cli/parley';

/** Runs a command of parley and returns its standard output as JSON. */
export function runJson(...words) {
  const run = spawnSync(parley, [...words, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  try {
    return JSON.parse(run.stdout);
  } catch {
    throw new Error(`parley ${words.join(' ')}: ${run.stderr || run.stdout}`);
  }
}

/** Returns the lines of an export of a database, as objects. */
export function exported(db) {
  const run = spawnSync(parley, ['sessions', 'export', '--db', db], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return run.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** A process of `parley run`, which answers one request after the other. */
export class Process {
  constructor(bot, db) {
    this.child = spawn(parley, ['run', '--bot', bot, ...(db ? ['--db', db] : [])], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    createInterface({ input: this.child.stdout }).on('line', (line) => this.waiting.shift()?.(JSON.parse(line)));
  }

  ask(request) {
    return new Promise((done) => {
      this.waiting.push(done);
      this.child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close() {
    this.child.stdin.end();
    return new Promise((done) => this.child.on('exit', done));
  }
}

const iso = (ms) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Converts the state of an export to the state of the HTTP interface. */
export function publicState(state) {
  const waiting = state.waiting;
  return {
    frames: (state.frames ?? []).map((frame) => ({
      intent: frame.intent, plan: frame.plan, step: frame.step ?? 0, params: frame.params ?? {}, saved: frame.saved ?? {},
      attempts: frame.attempts ?? {}, skipped: frame.skipped ?? [], confirmed: frame.confirmed ?? false,
    })),
    waiting: waiting ? { kind: waiting.kind, intent: waiting.intent ?? null, param: waiting.param ?? null, attempt: waiting.attempt ?? 1, asked_at: iso(waiting.asked_at), expires_at: iso(waiting.expires_at), call: waiting.call } : null,
    params: state.params ?? {}, queue: (state.queue ?? []).map((one) => one.intent), offered: state.offered ?? [],
    handed_off: state.handed_off ? { ...state.handed_off, at: iso(state.handed_off.at) } : null,
    unmatched: state.unmatched ?? 0, ended: state.ended ?? false, turns: state.turns ?? 0,
  };
}

/** Lists the differences between two values as paths. */
export function changesBetween(before, after, path = '') {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const nested = (value) => value !== null && typeof value === 'object';
  if (!nested(before) || !nested(after)) return [{ path, before: before ?? null, after: after ?? null }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changesBetween(before[name], after[name], path ? `${path}/${name}` : name));
}

/** Converts an explanation to sentences. */
export function sentencesOf(explain) {
  const understanding = explain?.understanding;
  if (!understanding) return [];
  return [
    ...(understanding.why ?? []).map((text) => ({ text, kind: 'why' })),
    ...(understanding.runners_up ?? []).map((one) => ({ text: `Not ${one.intent}: ${one.lacked}.`, kind: 'why_not' })),
  ];
}
