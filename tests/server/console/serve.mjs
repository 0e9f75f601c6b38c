// Starts `parley serve` for a test: with its own SQLite file, and on a port that stays the same after a restart.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../packages.mjs';

const command = path.resolve(root, process.env.PARLEY ?? 'build/dev/cli/parley');
const start_ms = 30_000;

export class Server {
  #child;
  #listen = '127.0.0.1:0';

  /**
   * `bots`: bot files of the repository, and `parts`: the files that they include. The server reads copies of them, so
   * that a test can change the first bot, `bot`.
   */
  constructor({ bots = ['config/intents.yaml'], parts = [] } = {}) {
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'parley_console_'));
    const copied = (file, name) => (copyFileSync(path.resolve(root, file), this.file(name)), this.file(name));
    this.bots = bots.map((file, index) => copied(file, index ? `bot_${index + 1}.yaml` : 'bot.yaml'));
    this.bot = this.bots[0];
    for (const file of parts) copied(file, path.basename(file));
    this.url = '';
    this.key = '';
  }

  /** The path of a file of this test. @param {string} name */
  file(name) {
    return path.join(this.folder, name);
  }

  /** Runs a command of parley and returns its output. It throws if the command fails. */
  run(...words) {
    return execFileSync(command, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Adds an API key and returns it. From the next start on, the server asks for a key. @param {string} scopes */
  addKey(scopes) {
    return (this.key = this.run('api-keys', 'add', '--keys', this.file('keys.json'), '--scope', scopes).trim());
  }

  get headers() {
    return this.key ? { Authorization: `Bearer ${this.key}` } : {};
  }

  /** Starts the server. It accepts requests when this returns. */
  async start() {
    const keys = this.key ? ['--api-keys', this.file('keys.json')] : [];
    this.#child = spawn(command, ['serve', ...this.bots, '--no-cache', '--db', this.file('bot.db'), '--listen', this.#listen, ...keys], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    this.url = await addressOf(this.#child);
    this.#listen = new URL(this.url).host;
  }

  /** Ends the process. Its sessions stay in the SQLite file; its simulations are lost. */
  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sends a request that must succeed, and returns its answer. */
  async send(method, target, body) {
    const response = await fetch(`${this.url}${target}`, { method, headers: { 'Content-Type': 'application/json', ...this.headers }, body: body && JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, text);
    return text ? JSON.parse(text) : {};
  }

  /** Sends messages to a stored session, one after the other, and returns the last turn. */
  async talk(session, ...texts) {
    let turn;
    for (const text of texts) turn = await this.send('POST', `/v1/sessions/${session}/turns`, { text });
    return turn;
  }
}

/** Waits for the line with the address. */
async function addressOf(child) {
  let output = '';
  const found = new Promise((resolve, reject) => {
    const read = (part) => {
      output += part;
      const address = output.match(/listens on (\S+)\s/);
      if (address) resolve(address[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`parley serve ended with ${code}:\n${output}`)));
    setTimeout(() => reject(new Error(`parley serve has not started:\n${output}`)), start_ms).unref();
  });
  return found;
}
