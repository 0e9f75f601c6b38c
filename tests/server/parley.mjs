// Starts `parley serve` for a test, and stops it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from './packages.mjs';

export const shippedBot = path.join(root, 'config/intents.yaml');
const kStartMs = 30_000;

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function untilReady(url, child) {
  for (const end = Date.now() + kStartMs; Date.now() < end; ) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`parley serve is not ready at ${url}:\n${child.output}`);
}

export class Parley {
  #command;
  #folder = mkdtempSync(path.join(os.tmpdir(), 'parley_server_'));
  #child;
  url;

  constructor(command) {
    this.#command = path.resolve(command ?? process.env.PARLEY ?? 'build/dev/cli/parley');
  }

  file(name) {
    return path.join(this.#folder, name);
  }

  /** Runs a command, such as run('api-keys', 'list'), and returns its output. */
  run(...args) {
    return execFileSync(this.#command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Starts `parley serve BOT... OPTION...`. Ready when it returns. */
  async serve(bots, ...options) {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(this.#command, ['serve', ...bots, '--listen', `127.0.0.1:${port}`, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.output = '';
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.on('data', (part) => (this.#child.output += part));
    await untilReady(this.url, this.#child);
    return this.url;
  }

  async stop() {
    if (this.#child && this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
