// Sends requests over kept-alive connections, and writes them as curl commands.
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { modules } from './packages.mjs';

const kTimeoutMs = 15_000;
const kStreamMs = 150;  // how long to read an answer that has no end

export class Client {
  #base;
  #agent;
  sent = 0;

  constructor(base, connections = 4) {
    this.#base = new URL(base);
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  close() {
    this.#agent.destroy();
  }

  /** Sends {method, target, headers, body}. Returns {status, headers, type, text}. */
  send(request) {
    this.sent += 1;
    return new Promise((resolve, reject) => {
      const outgoing = http.request(
        { hostname: this.#base.hostname, port: this.#base.port, agent: this.#agent, method: request.method, path: request.target, headers: request.headers },
        (incoming) => this.#read(incoming, resolve, reject),
      );
      outgoing.setTimeout(kTimeoutMs, () => outgoing.destroy(new Error(`no answer in ${kTimeoutMs} ms`)));
      outgoing.on('error', reject);
      outgoing.end(request.body);
    });
  }

  #read(incoming, resolve, reject) {
    const type = (incoming.headers['content-type'] ?? '').split(';')[0].trim();
    const parts = [];
    const finish = () => resolve({ status: incoming.statusCode, headers: incoming.headers, type, text: Buffer.concat(parts).toString('utf8') });
    let timer;
    if (type === 'text/event-stream') {
      timer = setTimeout(() => {
        incoming.destroy();
        finish();
      }, kStreamMs);
    }
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      clearTimeout(timer);
      finish();
    });
    incoming.on('error', (error) => (type === 'text/event-stream' ? finish() : reject(error)));
  }

  /** Returns a command that sends the request again. A long or binary body goes to a file. */
  curl({ method, target, headers = {}, body }) {
    const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;
    const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
    if (body !== undefined) options.push(`--data-binary ${typeof body === 'string' && body.length < 2_000 ? quoted(body) : quoted(`@${stored(body)}`)}`);
    const verb = method === 'HEAD' ? '--head' : `-X ${method}`;
    return ['curl -i --path-as-is', verb, quoted(new URL(this.#base).origin + target), ...options].join(' ');
  }
}

function stored(body) {
  const folder = path.join(modules, 'findings');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'body');
  writeFileSync(file, body);
  return file;
}
