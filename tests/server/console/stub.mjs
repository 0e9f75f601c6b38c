// A stand-in for `parley serve` in the tests of the console. It serves the files of server/console with the headers of
// the server, and answers the HTTP interface with `parley run` and the other commands of parley. So the turns, states,
// findings and reports are real ones.
//
// node tests/server/console/stub.mjs [--bot FILE] [--key KEY] [--port PORT]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Store, Problem } from './stub_store.mjs';
import { Simulations } from './stub_simulations.mjs';
import { describeBot, drawBot, findings } from './stub_bot.mjs';

const console_files = fileURLToPath(new URL('../../../server/console/', import.meta.url));
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' };
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
  + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Starts the stand-in. Returns its URL, and functions that stop it and that reach into it. */
export async function startStub({ bot = 'config/intents.yaml', key = '', port = 0 } = {}) {
  const store = new Store(bot);
  const simulations = new Simulations(bot, store);
  const context = { bot, store, simulations, key, changed: false };
  const server = createServer((request, response) => {
    answer(context, request, response).catch((error) => sendProblem(response, error));
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    store, context,
    close: async () => {
      server.closeAllConnections();
      store.close();
      simulations.close();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(context, request, response) {
  const url = new URL(request.url, 'http://stub');
  if (url.pathname === '/') return response.writeHead(302, { Location: '/console/' }).end();
  if (url.pathname.startsWith('/console/')) return sendFile(url.pathname.slice('/console/'.length), response);
  if (url.pathname === '/readyz' || url.pathname === '/healthz') return sendJson(response, 200, { status: 'ok' });
  if (context.key && request.headers.authorization !== `Bearer ${context.key}`) throw new Problem(401, 'unauthenticated', 'The request has no valid key.');
  const body = await readBody(request);
  const path = decodeURIComponent(url.pathname);
  for (const [method, pattern, handle] of routes) {
    const match = method === request.method && path.match(pattern);
    if (!match) continue;
    const result = await handle(context, match.slice(1), body, url.searchParams, request, response);
    if (result !== streaming) sendJson(response, method === 'POST' && /simulations(\/[^/]+:branch)?$/.test(path) ? 201 : 200, result);
    return undefined;
  }
  throw new Problem(404, 'unknown_route', `${request.method} ${path} does not exist.`);
}

const streaming = Symbol('streaming');
const name = '([A-Za-z0-9._@+-]+)';
const at = (rest) => new RegExp(`^/v1/${rest}$`);
const routes = [
  ['POST', at('simulations'), (c, _, body) => c.simulations.create(body)],
  ['GET', at(`simulations/${name}`), (c, [id]) => c.simulations.get(id)],
  ['DELETE', at(`simulations/${name}`), (c, [id]) => c.simulations.remove(id)],
  ['POST', at(`simulations/${name}/steps`), (c, [id], body) => c.simulations.step(id, body)],
  ['POST', at(`simulations/${name}:branch`), (c, [id], body) => c.simulations.branch(id, body.before)],
  ['GET', at(`simulations/${name}/conversation`), (c, [id]) => c.simulations.conversation(id)],
  ['GET', at('sessions'), (c, _, __, query) => c.store.list(query)],
  ['POST', at(`sessions/${name}/turns`), (c, [s], body) => c.store.turn({ session: s, ...body })],
  ['GET', at(`sessions/${name}`), (c, [s]) => c.store.session(s)],
  ['DELETE', at(`sessions/${name}`), (c, [s]) => c.store.forget(s)],
  ['GET', at(`sessions/${name}/turns`), (c, [s], _, query) => c.store.turns(s, Number(query.get('after') ?? 0), Number(query.get('limit') ?? 50))],
  ['GET', at(`sessions/${name}/turns/(\\d+)/why`), (c, [s, seq]) => c.store.why(s, Number(seq))],
  ['GET', at(`sessions/${name}/events`), (c, [s], _, query, request, response) => stream(c, request, response, (e) => e.session === s && e.stored)],
  ['GET', at('events'), (c, _, __, query, request, response) => stream(c, request, response, (e) => e.summary)],
  ['POST', at(`sessions/${name}/messages`), (c, [s], body) => c.store.say(s, body)],
  ['POST', at(`sessions/${name}:give_back`), (c, [s], body) => c.store.turn({ session: s, event: 'give_back', resume: body.resume })],
  ['POST', at(`sessions/${name}:fork`), (c, [s], body) => c.store.fork(s, body)],
  ['POST', at(`sessions/${name}:(archive|restore)`), (c, [s, action]) => c.store.archive(s, action)],
  ['PATCH', at(`sessions/${name}/notes`), (c, [s], body) => c.store.note(s, body)],
  ['GET', at(`sessions/${name}/context`), (c, [s], _, query) => c.store.context(s, query)],
  ['GET', at(`sessions/${name}/export`), (c, [s]) => c.store.session(s)],
  ['GET', at('bot'), (c) => describeBot(c.bot)],
  ['GET', at('bot/findings'), (c) => ({ findings: findings(c.bot) })],
  ['GET', at('bot/graph'), (c) => drawBot(c.bot)],
  ['POST', at('bot:reload'), (c) => reload(c)],
  ['POST', at('bot:dry-run'), (c) => c.store.dryRun()],
  ['GET', at('reports'), (c) => c.store.report()],
];

function reload(context) {
  const found = findings(context.bot);
  const errors = found.filter((one) => one.severity === 'error');
  if (errors.length) throw new Problem(422, 'invalid_bot', `${errors.length} errors in the bot file. The bot before it stays.`, { errors: errors.map((e) => ({ pointer: `${e.file}:${e.line}`, detail: e.message })) });
  const before = context.fingerprint ?? describeBot(context.bot).fingerprint;
  context.fingerprint = describeBot(context.bot).fingerprint;
  return { fingerprint: context.fingerprint, changed: before !== context.fingerprint, findings: found };
}

function stream({ store }, request, response, choose) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': open\n\n');
  const send = (event) => {
    const data = choose(event);
    if (data) response.write(`event: turn\nid: ${data.seq}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  store.events.on('turn', send);
  request.on('close', () => store.events.off('turn', send));
  return streaming;
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

async function sendFile(path, response) {
  const file = join(console_files, normalize(path || 'index.html'));
  const body = await readFile(file).catch(() => null);
  if (body === null) throw new Problem(404, 'unknown_route', `${path} does not exist.`);
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': csp, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
  response.end(body);
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendProblem(response, error) {
  const problem = error instanceof Problem ? error : new Problem(500, 'internal', String(error.stack ?? error));
  response.writeHead(problem.status, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify({ type: `urn:parley:problem:${problem.code}`, title: problem.code.replaceAll('_', ' '), status: problem.status, detail: problem.message, code: problem.code, instance: 'urn:uuid:stub', ...problem.more }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { bot: { type: 'string' }, key: { type: 'string' }, port: { type: 'string' } } });
  const stub = await startStub({ ...values, port: Number(values.port ?? 0) });
  console.log(stub.url);
}
