// Tests the chat (server/widget/parley.js) with `parley serve`, which also sends the module, and the shipped bot. The variable PARLEY names the command.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { Parley, shippedBot } from '../parley.mjs';
import { Chat, launch, until } from './browser.mjs';
import { answerPage, textOf } from './stub.mjs';

const parley = new Parley();
const keyFile = parley.file('keys.json');
const key = parley.run('api-keys', 'add', '--keys', keyFile, '--scope', 'turn,read,mint,agent').match(/pk_\S+/)[0];
const version = parley.run('--version').match(/\d+\.\d+\.\d+/)[0];
const kTokenSeconds = 20;
const kShortSeconds = 2;

let ttl = kTokenSeconds;
/** The sessions that the page's server has got a token for. */
const sessions = new Set();
/** The sessions that the chat asks to continue. */
const wanted = [];
let browser;
let api;
let page;
let site;

/** Calls the API as the server of the page does. */
async function call(method, target, body) {
  const headers = { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) };
  const response = await fetch(api + target, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(response.ok, `${method} ${target}: ${response.status}`);
  return response.json();
}

before(async () => {
  browser = await launch();
  site = http
    .createServer(async (request, response) => {
      if (answerPage(request, response, { api, script: `${api}/widget/${version}/parley.js`, attributes: '' })) return;
      if (request.url !== '/chat-token') return response.writeHead(404).end();
      const { session } = JSON.parse(await textOf(request));
      wanted.push(session);
      const token = await call('POST', '/v1/tokens', { origin: page, user: 'u-17', ttl, session: sessions.has(session) ? session : undefined });
      sessions.add(token.session);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(token));
    })
    .listen(0, '127.0.0.1');
  await once(site, 'listening');
  page = `http://127.0.0.1:${site.address().port}`;
  api = await parley.serve([shippedBot], '--api-keys', keyFile, '--origin', page, '--db', parley.file('chat.db'));
});

after(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await parley.stop();
});

test('a conversation with a person, in two tabs', async () => {
  const context = await browser.newContext();
  const openTab = async () => {
    const chat = new Chat(await context.newPage());
    await chat.page.goto(`${page}/page`);
    await chat.open();
    return chat;
  };
  const chat = await openTab();
  await chat.say('cancel my order');
  await chat.reads('Which order shall I cancel?');
  await chat.say('O-12345');
  await chat.page.getByRole('button', { name: 'no', exact: true }).waitFor();
  const other = await openTab();
  await other.reads('Shall I cancel order O-12345?');
  await other.say('human');
  await chat.reads('A person has been called.');

  const { sessions } = await call('GET', '/v1/sessions');
  const session = encodeURIComponent(sessions[0].session);
  await call('POST', `/v1/sessions/${session}/messages`, { text: 'This is Ann.', author: 'Ann' });
  await chat.reads('This is Ann.');
  await other.reads('This is Ann.');
  await chat.say('Please do not cancel it.');
  await until('the message arrives', async () => {
    const { turns } = await call('GET', `/v1/sessions/${session}/turns`);
    return turns.some(({ messages }) => messages.some(({ text }) => text === 'Please do not cancel it.'));
  });
  await call('POST', `/v1/sessions/${session}:give_back`, { resume: true });
  await chat.reads('The bot has the conversation again.');
  assert.deepEqual(await chat.messages(), await other.messages());
  await chat.page.reload();
  await chat.open();
  await chat.reads('The bot has the conversation again.');
  assert.deepEqual(await chat.messages(), await other.messages());
  assert.deepEqual([...chat.errors, ...other.errors], []);
  await context.close();
});

test('after a sleep that is longer than the token, the same session continues with another token', async () => {
  ttl = kShortSeconds;
  const context = await browser.newContext();
  const chat = new Chat(await context.newPage());
  await chat.page.goto(`${page}/page`);
  await chat.open();
  await chat.say('cancel my order');
  await chat.reads('Which order shall I cancel?');
  const { session } = await chat.page.evaluate(() => JSON.parse(Object.entries(localStorage).find(([key]) => key.endsWith(':access'))[1]));
  const asked = wanted.length;
  await context.setOffline(true);
  await chat.say('O-12345');
  await chat.page.getByText('No connection.', { exact: false }).waitFor();
  const woken = Date.now() + 1_000 * (kShortSeconds + 1);
  await until('the token has ended', () => Date.now() > woken);
  await context.setOffline(false);
  await chat.reads('Shall I cancel order O-12345?');
  assert.deepEqual(wanted.slice(asked), [session]);
  const { turns } = await call('GET', `/v1/sessions/${encodeURIComponent(session)}/turns`);
  assert.equal(turns.filter(({ messages }) => messages.some(({ text }) => text === 'O-12345')).length, 1);
  assert.deepEqual(chat.errors, []);
  await context.close();
});
