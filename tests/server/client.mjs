// client.mjs [PARLEY]: generates a typed client from server/openapi.json with openapi-typescript, checks a program against
// its types, and holds a conversation with `parley serve` through openapi-fetch. With BASE_URL set, it talks to that server.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentPath } from './document.mjs';
import { load, modules, program } from './packages.mjs';
import { Parley, shippedBot } from './parley.mjs';

const { default: createClient } = await load('openapi-fetch');

// The compiler accepts this program only if the generated types have these operations and members.
const typedProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './types';
export async function talk(baseUrl: string): Promise<string[]> {
  const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl });
  const { data, error } = await client.POST('/v1/sessions/{session}/turns', {
    params: { path: { session: 's1' }, query: {} },
    body: { text: 'cancel my order', id: 'm-1' },
  });
  if (error) throw new Error(error.detail);
  const seq: number = data.seq;
  const status: 'waiting' | 'done' | 'tool_call' | 'handoff' = data.status;
  await client.POST('/v1/sessions/{session}:fork', { params: { path: { session: 's1' } }, body: { to: 's2' } });
  // @ts-expect-error 'to' is a string
  await client.POST('/v1/sessions/{session}:fork', { params: { path: { session: 's1' } }, body: { to: 5 } });
  return [...data.say, status + seq];
}
`;

function generate() {
  const folder = path.join(modules, 'client');
  mkdirSync(folder, { recursive: true });
  execFileSync(program('openapi-typescript'), [documentPath, '--default-non-nullable=false', '--output', path.join(folder, 'types.ts')], { stdio: 'pipe' });
  writeFileSync(path.join(folder, 'program.ts'), typedProgram);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler'];
  execFileSync(program('tsc'), [...options, path.join(folder, 'program.ts')], { stdio: 'inherit' });
}

async function talk(baseUrl) {
  const client = createClient.default ? createClient.default({ baseUrl }) : createClient({ baseUrl });
  const session = `client:${Date.now()}`;
  const at = { params: { path: { session } } };
  const send = async (body) => {
    const { data, error, response } = await client.POST('/v1/sessions/{session}/turns', { ...at, body });
    assert.equal(error, undefined, JSON.stringify(error));
    assert.equal(response.status, 200);
    return data;
  };
  const first = await send({ text: 'cancel my order', id: 'm-1' });
  assert.equal(first.waiting_for_param, 'order_id');
  assert.equal((await send({ text: 'cancel my order', id: 'm-1' })).duplicate, true);
  assert.match((await send({ text: 'O-12345', id: 'm-2' })).say[0], /O-12345/);
  assert.equal((await send({ text: 'yes', id: 'm-3' })).seq, 3);

  const { data: page } = await client.GET('/v1/sessions/{session}/turns', { params: { path: { session }, query: { after: 1 } } });
  assert.deepEqual(page.turns.map(({ seq }) => seq), [2, 3]);
  const { data: one } = await client.GET('/v1/sessions/{session}', at);
  assert.equal(one.turns, 3);
  const { error: refused, response } = await client.POST('/v1/sessions/{session}/turns', { ...at, body: { txt: 'a' } });
  assert.equal(response.status, 400);
  assert.equal(refused.code, 'invalid_request');
  const { data: copy } = await client.POST('/v1/sessions/{session}:fork', { ...at, body: { history: true } });
  const { data: receipt } = await client.DELETE('/v1/sessions/{session}', { params: { path: { session: copy.session } } });
  assert.deepEqual(receipt.sessions, [copy.session]);
}

generate();
console.log('ok      types of the client');
const parley = new Parley(process.argv[2]);
try {
  await talk(process.env.BASE_URL ?? (await parley.serve([shippedBot])));
  console.log('ok      conversation of the client');
} finally {
  await parley.stop();
}
