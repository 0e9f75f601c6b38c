// rules.mjs [PARLEY]: starts `parley serve` with keys and two bots, and calls every operation of server/openapi.json with
// keys and tokens that must not work, and with one that must.
import assert from 'node:assert/strict';
import path from 'node:path';
import { follow, operations } from './document.mjs';
import { Client } from './http_client.mjs';
import { root } from './packages.mjs';
import { Parley, shippedBot } from './parley.mjs';

const kScopes = ['turn', 'read', 'clear', 'write', 'agent', 'admin', 'mint', 'metrics', 'tools'];
const kOrigin = 'https://shop.example';
const kExpiresInMs = 3_000;
const kReadsFileMs = 1_500;  // a server reads a changed key file within a second

const parley = new Parley(process.argv[2]);
const keyFile = parley.file('keys.json');
const addKey = (scopes, ...options) => parley.run('api-keys', 'add', '--keys', keyFile, '--scope', scopes.join(','), ...options).match(/pk_\S+/)[0];
const idOf = (key) => key.split('_')[1];
const revoke = (key) => parley.run('api-keys', 'revoke', '--keys', keyFile, idOf(key));

const expiresAt = new Date(Date.now() + kExpiresInMs);
const keys = {
  all: addKey(kScopes),
  expired: addKey(kScopes, '--expires', expiresAt.toISOString()),
  revoked: addKey(kScopes),
  revokedLater: addKey(kScopes),
  ...Object.fromEntries(kScopes.map((scope) => [`without ${scope}`, addKey(kScopes.filter((other) => other !== scope))])),
};
revoke(keys.revoked);

const otherBot = path.join(root, 'examples/mcp/bot.yaml');
const url = await parley.serve([shippedBot, otherBot], '--api-keys', keyFile, '--origin', kOrigin, '--db', parley.file('rules.db'));
const client = new Client(url);
let checked = 0;
let failures = 0;

async function call(operation, { key, headers = {}, query = '', session = 'rules', simulation = 'missing' } = {}) {
  const values = { session, id: simulation, seq: '1', user: 'nobody' };
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name) => values[name]) + query;
  const example = follow(operation.body)?.content['application/json'].example;
  const answer = await client.send({
    method: operation.method,
    target,
    headers: { ...(example ? { 'Content-Type': 'application/json' } : {}), ...(key ? { Authorization: `Bearer ${key}` } : {}), ...headers },
    body: example ? JSON.stringify(example) : undefined,
  });
  const isProblem = answer.type === 'application/problem+json';
  return { ...answer, code: isProblem ? JSON.parse(answer.text).code : undefined, json: /[/+]json$/.test(answer.type) ? JSON.parse(answer.text) : undefined };
}

function expect(what, { status, code, headers }, expected) {
  checked += 1;
  const [wanted, ...codes] = expected;
  const challenges = status !== 401 || headers['www-authenticate']?.startsWith('Bearer');
  if (status === wanted && codes.includes(code) && challenges) return;
  fail(`${what}: ${status} ${code ?? ''}${challenges ? '' : ' without WWW-Authenticate'} instead of ${expected.join(' ')}`);
}

function expectAllowed(what, answer) {
  checked += 1;
  if (answer.status !== 401 && answer.status !== 403) return;
  fail(`${what}: ${answer.status} ${answer.code} (${answer.json?.detail})`);
}

/** Leaves out the operations that the server does not have, which are failures. */
async function existing(operations) {
  const found = [];
  for (const operation of operations) {
    const target = operation.path.replace(/\{\w+\}/g, '1');
    const { status } = await client.send({ method: 'OPTIONS', target });
    if (status !== 404) found.push(operation);
    else fail(`the server has no ${operation.method} ${operation.path}`);
  }
  return found;
}

function fail(what) {
  failures += 1;
  console.log(`FAILED  ${what}`);
}

const all = await existing(operations());
const guarded = all.filter(({ scope }) => scope);
const forKeys = guarded.filter(({ security }) => security.some((one) => one.apiKey));
const find = (id) => all.find((operation) => operation.id === id);
const unauthenticated = [401, 'unauthenticated'];

const [shipped, other] = ['acme-support', 'shop-desk'];
const ofOther = addKey(kScopes, '--bot', other);
const ofShipped = addKey(kScopes, '--bot', shipped);
await new Promise((resolve) => setTimeout(resolve, Math.max(kReadsFileMs, expiresAt - Date.now() + 50)));

const query = (operation, bot) => (operation.parameters.some(({ name }) => name === 'bot') ? `?bot=${bot}` : '');
await call(find('runTurn'), { key: ofShipped, session: 'rules' });

for (const operation of all.filter(({ scope }) => !scope)) expectAllowed(`${operation.id} without a key`, await call(operation));

for (const operation of guarded) {
  const at = { query: query(operation, shipped) };
  expect(`${operation.id} without a key`, await call(operation, at), unauthenticated);
  for (const [what, key] of Object.entries({ unknown: 'pk_k0000000_AAAA', revoked: keys.revoked, expired: keys.expired, forged: 'wt_e30.AAAA', altered: `${keys.all}x` })) {
    expect(`${operation.id} with a key that is ${what}`, await call(operation, { ...at, key }), unauthenticated);
  }
  for (const header of ['Bearer', 'Bearer ', `Basic ${btoa(`parley:${keys.all}`)}`, keys.all]) {
    expect(`${operation.id} with the header '${header.slice(0, 8)}'`, await call(operation, { ...at, headers: { Authorization: header } }), unauthenticated);
  }
  const inAddress = await call(operation, { query: `?token=${keys.all}` });
  expect(`${operation.id} with the key in the address`, inAddress, [inAddress.status === 400 ? 400 : 401, 'invalid_request', 'unauthenticated']);
}

for (const operation of forKeys) {
  const at = { query: query(operation, shipped) };
  expect(`${operation.id} without the scope ${operation.scope}`, await call(operation, { ...at, key: keys[`without ${operation.scope}`] }), [403, 'forbidden']);
  if (at.query) expect(`${operation.id} with a key of another bot`, await call(operation, { ...at, key: ofOther }), [403, 'forbidden']);
}

// A key without the scope `clear` gets no masked answer that it could take for a clear one.
for (const operation of forKeys.filter(({ parameters }) => parameters.some(({ name }) => name === 'clear'))) {
  const at = { query: `?bot=${shipped}&clear=true` };
  expect(`${operation.id} with clear=true, without the scope clear`, await call(operation, { ...at, key: keys['without clear'] }), [403, 'forbidden']);
  if (operation.id !== 'streamSession') expectAllowed(`${operation.id} with clear=true`, await call(operation, { ...at, key: keys.all }));
}

// A key of another bot does not find a session of this bot.
for (const id of ['getSession', 'listTurns', 'exportSession', 'forgetSession']) {
  expect(`${id} in a session of another bot`, await call(find(id), { key: ofOther }), [404, 'unknown_session']);
}

if (find('createSimulation')) {
  const { json } = await call(find('createSimulation'), { key: ofShipped });
  for (const id of ['getSimulation', 'runStep', 'getConversation', 'deleteSimulation']) {
    expect(`${id} of another bot`, await call(find(id), { key: ofOther, simulation: json.id }), [404, 'unknown_simulation']);
  }
}

// Tokens of pages
const minted = await call(find('createToken'), { key: ofShipped });
assert.equal(minted.status, 201, minted.text);
const { token, session } = minted.json;
const fromPage = { headers: { Origin: kOrigin }, key: token, session };
for (const operation of guarded) {
  if (operation.security.some((one) => one.widgetToken)) {
    expectAllowed(`${operation.id} with a token`, await call(operation, fromPage));
    expect(`${operation.id} with a token of another origin`, await call(operation, { ...fromPage, headers: { Origin: 'https://evil.example' } }), [403, 'origin_refused']);
    if (operation.path.includes('{session}')) expect(`${operation.id} with a token of another session`, await call(operation, { ...fromPage, session: 'rules' }), [403, 'forbidden']);
  } else {
    expect(`${operation.id} with a token`, await call(operation, fromPage), [403, 'forbidden']);
  }
}
expect('renewToken with a key', await call(find('renewToken'), { key: keys.all }), [403, 'forbidden']);

// With the right key, every operation gets as far as its own checks.
for (const operation of forKeys) {
  expectAllowed(`${operation.id} with the right key`, await call(operation, { query: query(operation, shipped), key: keys.all }));
}
revoke(keys.revokedLater);
await new Promise((resolve) => setTimeout(resolve, kReadsFileMs));
expect('getBot with a key that was revoked while the server ran', await call(find('getBot'), { query: `?bot=${shipped}`, key: keys.revokedLater }), unauthenticated);

console.log(`${checked} requests: ${failures} failures`);
client.close();
await parley.stop();
process.exit(failures ? 1 : 0);
