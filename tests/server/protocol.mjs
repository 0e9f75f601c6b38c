// protocol.mjs PARLEY: checks that the schemas of server/openapi.json agree with the turn protocol. Sends requests to
// `parley run`, and compares what parley accepts with what the schema of requests accepts. All turns must match the schema
// of turns.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { document, eventsOf, problemsAt, problemsOf } from './document.mjs';
import { root } from './packages.mjs';

const parley = path.resolve(process.argv[2] ?? 'build/dev/cli/parley');

const accepted = [
  { text: 'cancel my order', explain: true },
  { text: 'O-12345' },
  { text: 'yes', id: 'm-3', context: { channel: 'web', locale: 'en', time_zone: 'America/New_York' } },
  { text: 'human', user: 'u-17', metadata: { a: [1, { b: null }] }, tool: 'web', model: 'm' },
  { write: { messages: [{ role: 'agent', author: 'Ann', text: 'Yes.' }] } },
  { event: 'give_back', resume: true },
  { event: 'silence', resume: false },
  { event: 'reset' },
  { event: 'start' },
  { event: 'end' },
  { text: 'where is my parcel', now: '2026-03-02T09:00:00Z' },
  { text: '', usage: { input_tokens: 1, output_tokens: 2, cost: 3 } },
  { text: 'a', files: [{ path: 'a.log', hash: '9f86', kind: 'image' }, { path: 'b' }] },
  { understanding: { intent: 'cancel_order', params: { order_id: 'O-12345' } }, explain: true },
  { understanding: { act: 'affirm' } },
  { understanding: { intent: null, act: 'dont_know' } },
  { understanding: { intent: 'track_order', further: [{ intent: 'cancel_order', params: {} }] } },
  { understanding: { intent: 'track_order', second: { intent: 'cancel_order' } } },
  { understanding: { act: 'cancel_all' } },
  { write: { intent: 'get_refund', waiting_for_param: 'order_id' } },
  { write: { waiting_for_param: null } },
  { write: { keep_turns: 1 } },
  { write: { messages: [{ role: 'user', text: 'hi' }, { role: 'assistant', text: 'ho', files: [{ path: 'x' }] }] } },
];
const beginning = { write: { title: 'A talk', tags: ['gold'], metadata: { a: 1 }, system_prompt: 'Be kind.' } };

const refused = [
  {},
  { txt: 'a' },
  { text: 1 },
  { text: 'a', event: 'end' },
  { text: 'a', session: 1 },
  { text: 'a', continuation_id: 'c' },
  { text: 'a', id: 'no spaces' },
  { text: 'a', context: 'web' },
  { text: 'a', now: 'noon' },
  { text: 'a', explain: 'yes' },
  { text: 'a', usage: { input_tokens: -1 } },
  { text: 'a', usage: { tokens: 1 } },
  { text: 'a', files: [{ hash: 'x' }] },
  { text: 'a', files: [{ path: 'x', kind: 'video' }] },
  { event: 'stop' },
  { understanding: { act: 'maybe' } },
  { understanding: { intent: 1 } },
  { understanding: { further: [{}] } },
  { understanding: { second: { intent: 'a' }, further: [{ intent: 'b' }] } },
  { understanding: { choose: 1.5 } },
  { understanding: { ambiguous: [[{ param: 'a', value: 1 }]] } },
  { tool_result: { ok: true } },
  { tool_result: { call_id: 'c', ok: true, error: 'e' } },
  { tool_result: { call_id: 'c', ok: false, data: 1 } },
  { tool_result: { call_id: 'c', ok: false, rejected: { a: 'no' }, offer: { a: 1 } } },
  { write: { keep_turns: 0 } },
  { write: { messages: [{ role: 'tool', text: 'a' }] } },
  { write: { messages: [{ role: 'user' }] } },
  { write: { tags: [1] } },
  { write: { waiting_for_param: 1 } },
  { write: { titel: 'a' } },
];

function answersOf(requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const run = spawnSync(parley, ['run', '--bot', 'config/intents.yaml'], { input, cwd: root, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const lines = run.stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, requests.length);
  return lines;
}

let failures = 0;
function expectNone(what, problems) {
  if (problems.length === 0) return;
  failures += 1;
  console.log(`FAILED  ${what}\n        ${problems.slice(0, 5).join('\n        ')}`);
}

const inSession = (request) => ({ session: 's1', ...request });
const all = [...accepted.map(inSession), { session: 's2', ...beginning }];
answersOf(all).forEach((answer, index) => {
  const { session, ...alone } = all[index];
  const name = JSON.stringify(all[index]);
  expectNone(`${name} is accepted`, answer.error ? [answer.error.message] : []);
  expectNone(`Request ${name}`, problemsOf('Request', all[index]));
  expectNone(`TurnRequest ${name}`, problemsOf('TurnRequest', alone));
  if (!answer.error) expectNone(`Turn ${JSON.stringify(answer).slice(0, 200)}`, problemsOf('Turn', answer));
});

const broken = refused.map(inSession);
answersOf(broken).forEach((answer, index) => {
  const name = JSON.stringify(broken[index]);
  expectNone(`${name} is refused`, answer.error?.code === 'invalid_request' ? [] : ['parley accepts it']);
  expectNone(`Request ${name}`, problemsOf('Request', broken[index]).length > 0 ? [] : ['the schema accepts it']);
});

// Every example of the document matches its schema.
function checkExamples(node, steps) {
  if (node === null || typeof node !== 'object') return;
  if (node.schema && node.example !== undefined) expectNone(steps.join('/'), problemsAt([...steps, 'schema'], node.example));
  for (const { event, data } of node['x-events'] ? eventsOf(node.example) : []) {
    expectNone(`${steps.join('/')} ${event}`, problemsAt([...steps, 'x-events', event], JSON.parse(data)));
  }
  for (const [name, inner] of Object.entries(node)) checkExamples(inner, [...steps, name]);
}
checkExamples(document.paths, ['paths']);
checkExamples(document.components.responses, ['components', 'responses']);

console.log(`${all.length} accepted and ${broken.length} refused requests: ${failures} failures`);
process.exit(failures ? 1 : 0);
