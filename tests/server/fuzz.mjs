// fuzz.mjs BASE_URL [--requests N] [--seed N] [--key KEY] [--only OPERATION]: sends random requests to a running
// `parley serve`, valid and broken ones, made from server/openapi.json. Use a server of its own: the requests change and
// erase sessions.
//
// Every answer must agree with the document. No answer may be a 5xx, except a 503 with Retry-After. Every error must be a
// problem (RFC 9457). The driver reduces a request that breaks a rule, and prints it as a curl command.
import { parseArgs } from 'node:util';
import { document, operations, problemsOf, problemsOfAnswer } from './document.mjs';
import { Client } from './http_client.mjs';
import { load } from './packages.mjs';
import { Requests, strayRequests, verbsOf } from './requests.mjs';

const { default: fc } = await load('fast-check');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '2000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) }, key: { type: 'string' }, only: { type: 'string' } },
});
const [base] = positionals;
if (!base) {
  console.error('usage: fuzz.mjs BASE_URL [--requests N] [--seed N] [--key KEY] [--only OPERATION]');
  process.exit(2);
}
const kAtOnce = 64;
const seed = Number(options.seed);
const client = new Client(base);
const auth = options.key ? { Authorization: `Bearer ${options.key}` } : {};
const known = { session: ['fuzz.1', 'fuzz.2', 'fuzz:3'], id: ['missing'], seq: ['1', '2'], user: ['fuzz-user'] };
const figures = new Map();  // by operation: the number of answers by status
const failures = [];

// ---- what every answer must satisfy

function problemsOfRefusal({ status, type, text, headers }) {
  if (status < 400) return [];
  const found = [];
  if (type !== 'application/problem+json') return [`an error has the media type ${type || '(none)'}`];
  const body = JSON.parse(text);
  found.push(...problemsOf('Problem', body));
  if (body.status !== status) found.push(`'status' is ${body.status}, but the answer is a ${status}`);
  if (body.type !== `urn:parley:problem:${body.code}`) found.push(`'type' is ${body.type}, but 'code' is ${body.code}`);
  if (status === 401 && !/^Bearer/.test(headers['www-authenticate'] ?? '')) found.push('a 401 without WWW-Authenticate');
  if ((status === 503 || status === 429) && !/^\d+$/.test(headers['retry-after'] ?? '')) found.push(`a ${status} without Retry-After`);
  return found;
}

const sorted = (list) => [...list].sort().join(', ');

function problemsOfAllow(request, { status, headers }) {
  if (status !== 405 && request.kind !== 'OPTIONS') return [];
  const names = (headers.allow ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name && name !== 'HEAD' && name !== 'OPTIONS');
  const expected = verbsOf(request.operation.path);
  return sorted(given) === sorted(expected) ? [] : [`Allow is '${headers.allow ?? ''}', but the document has ${sorted(expected)}`];
}

function problemsOfLines(request, { text }) {
  const lines = text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  if (lines.length !== request.lines) return [`${lines.length} lines answer ${request.lines} requests`];
  return lines.flatMap((line) => (line.error?.code ? [] : problemsOf('Turn', line)));
}

const hasNoBody = (request, status) => request.method === 'HEAD' || request.kind === 'OPTIONS' || status === 204;
const isOfNoOperation = (request, { status, text }) =>
  !request.operation || status === 405 || status === 431 || (request.kind === 'wrong session name' && text.includes('"unknown_route"'));

function judge(request, answer) {
  const { status } = answer;
  if (status >= 500 && status !== 503) return [`a ${status}: ${answer.text.slice(0, 300)}`];
  if (request.statuses && !request.statuses.includes(status)) return [`a ${status} instead of ${request.statuses.join(' or ')}: ${answer.text.slice(0, 300)}`];
  if (hasNoBody(request, status)) return [...(answer.text ? ['the answer has a body'] : []), ...(request.method === 'HEAD' ? [] : problemsOfAllow(request, answer))];
  if (request.lines) return problemsOfLines(request, answer);
  const refusal = problemsOfRefusal(answer);
  if (isOfNoOperation(request, answer)) return [...refusal, ...(status === 405 && request.operation ? problemsOfAllow(request, answer) : [])];
  return [...refusal, ...problemsOfAnswer(request.operation, answer)];
}

// ---- the run

function count(name, status) {
  const row = figures.get(name) ?? new Map();
  figures.set(name, row.set(status, (row.get(status) ?? 0) + 1));
}

async function problemsOfRequest(request, by = client) {
  let answer;
  try {
    answer = await by.send(request);
  } catch (error) {
    // A server may close the connection before it has read a body that is too large.
    if (request.statuses?.includes(413) && ['EPIPE', 'ECONNRESET'].includes(error.code)) return [];
    return [`no answer: ${error.message}`];
  }
  count(request.operation?.id ?? '(no operation)', answer.status);
  return judge(request, answer);
}

async function check(name, requests, runs) {
  let found = [];
  const property = fc.asyncProperty(requests, async (request) => {
    const problems = await problemsOfRequest(request);
    if (problems.length > 0) found = problems;
    return problems.length === 0;
  });
  const result = await fc.check(property, { seed, numRuns: runs, maxSkipsPerRun: 1000 });
  if (!result.failed) return;
  const [request] = result.counterexample ?? [];
  failures.push({ name, request, problems: request ? found : [String(result.errorInstance ?? result.error ?? 'no request could be made')] });
}

const json = { ...auth, 'Content-Type': 'application/json' };

/** Makes the sessions and the simulation that requests name. A person has the last session. */
async function prepare() {
  const turn = (body) => client.send({ method: 'POST', target: '/v1/turns', headers: json, body: JSON.stringify({ user: known.user[0], ...body }) });
  for (const session of known.session) await turn({ session, text: 'cancel my order' });
  await turn({ session: known.session.at(-1), text: 'human' });
  const made = await client.send({ method: 'POST', target: '/v1/simulations', headers: json, body: '{}' });
  if (made.status !== 201) return;
  known.id = [JSON.parse(made.text).id];
  await client.send({ method: 'POST', target: `/v1/simulations/${known.id[0]}/steps`, headers: json, body: '{"text":"cancel my order"}' });
}

/** Sends many requests at the same time, most of them to the same session. */
async function flood(number) {
  const turns = operations().find(({ id }) => id === 'runTurn');
  const requests = fc.sample(new Requests(turns, { headers: auth, known }).valid(), { numRuns: number, seed });
  const crowd = new Client(base, kAtOnce);
  const answers = await Promise.all(requests.map((request) => problemsOfRequest(request, crowd)));
  answers.forEach((problems, index) => {
    if (problems.length > 0) failures.push({ name: 'runTurn, many at the same time', request: requests[index], problems });
  });
  client.sent += crowd.sent;
  crowd.close();
}

function report() {
  for (const [name, row] of figures) {
    const cells = [...row].sort(([a], [b]) => a - b).map(([status, number]) => `${status}: ${number}`);
    console.log(`${name.padEnd(20)} ${cells.join('  ')}`);
  }
  for (const { name, request, problems } of failures) {
    console.log(`\nFAILED  ${name}${request ? `, ${request.kind}` : ''}\n        ${problems.slice(0, 4).join('\n        ')}`);
    if (request) console.log(`        ${client.curl(request)}`);
  }
  console.log(`\n${client.sent} requests, ${figures.size} operations, seed ${seed}: ${failures.length} failures`);
}

/** Whether the server has the path of the operation. */
async function exists(operation) {
  const target = operation.path.replace(/\{\w+\}/g, '1');
  const { status } = await client.send({ method: 'OPTIONS', target, headers: auth });
  if (status === 404) failures.push({ name: operation.id, problems: [`the server has no ${operation.method} ${operation.path}`] });
  return status !== 404;
}

/** Prepares the server. Returns false if it does not answer. */
async function isReady(name) {
  try {
    await prepare();
    return true;
  } catch (error) {
    failures.push({ name, problems: [`the server does not answer: ${error.message}`] });
    return false;
  }
}

const all = operations().filter(({ id }) => !options.only || id === options.only);
const share = Math.max(10, Math.floor(Number(options.requests) / (all.length + 1)));
console.log(`Fuzzing ${new URL(base).origin} (${document.info.title} ${document.info.version}), seed ${seed}, ${share} requests for each of ${all.length} operations`);
for (const [index, operation] of all.entries()) {
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1}/${all.length} ${operation.id.padEnd(24)}`);
  const requests = new Requests(operation, { headers: auth, known });
  if (!(await isReady(operation.id))) break;
  if (!(await exists(operation))) continue;
  const broken = requests.broken();
  for (const one of broken) await check(operation.id, one, Math.max(2, Math.ceil(share / 2 / broken.length)));
  await check(operation.id, requests.valid(), Math.ceil(share / 2));
  if (requests.lines()) await check(operation.id, requests.lines(), Math.ceil(share / 2));
}
if (!options.only && (await isReady('runTurn'))) await flood(share);
if (!options.only && (await isReady('(no operation)'))) await check('(no operation)', strayRequests(auth), share);
if (process.stderr.isTTY) process.stderr.write('\r');
report();
client.close();
process.exit(failures.length ? 1 : 0);
