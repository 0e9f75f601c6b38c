// Tests that the chat (server/widget/parley.js) sends every message exactly once, and shows every turn once, in order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, until, withChat, withTwoTabs } from './browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const count = (stub, start) => stub.requests.filter((request) => request.startsWith(start)).length;

/** Waits until the chat sends no more requests. */
async function isQuiet(stub) {
  let seen;
  await until('the chat is quiet', async () => {
    const before = seen;
    seen = stub.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return seen === before && stub.requests.length === seen;
  });
}

test('messages that are written offline are sent when the browser is online', () =>
  withChat(browser, async ({ chat, stub, context }) => {
    await chat.begin();
    await context.setOffline(true);
    await chat.say('one');
    await chat.say('two');
    await chat.page.getByText('No connection.', { exact: false }).waitFor();
    await chat.reads('two');
    await context.setOffline(false);
    await chat.reads('You said: one');
    await chat.reads('You said: two');
    await until('the warning disappears', async () => (await chat.page.getByText('No connection.', { exact: false }).count()) === 0);
    assert.deepEqual(stub.sent, ['one', 'two']);
  }));

test('messages survive a reload of the page', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.begin();
    stub.isDown = true;
    await chat.say('one');
    await chat.page.getByText('No connection.', { exact: false }).waitFor();
    await chat.page.reload();
    stub.isDown = false;
    await chat.open();
    await chat.reads('You said: one');
    assert.deepEqual(await chat.messages(), ['bot: Hello, how can I help?', 'user: one', 'bot: You said: one']);
    assert.deepEqual(stub.sent, ['one']);
  }));

test('a message whose answer is lost is sent again with its id, and runs once', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.begin();
    stub.hasStream = false;
    stub.closeStreams();
    const before = count(stub, 'POST /v1/sessions');
    stub.losesAnswer = true;
    await chat.say('one');
    await chat.reads('You said: one');
    await until('the message is sent twice', () => count(stub, 'POST /v1/sessions') === before + 2);
    assert.deepEqual(stub.sent, ['one']);
    assert.deepEqual(await chat.messages(), ['bot: Hello, how can I help?', 'user: one', 'bot: You said: one']);
  }));

test('the user can try again at once', () =>
  withChat(browser, async ({ chat, stub }) => {
    stub.isDown = true;
    await chat.open();
    const again = chat.page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    stub.isDown = false;
    await again.click();
    await chat.reads('Hello, how can I help?');
  }));

test('a token is renewed in the middle of the conversation', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.say('one');
    await chat.reads('You said: one');
    await until('the chat renews its token twice', () => count(stub, 'POST /v1/tokens:renew') >= 2);
    await chat.say('two');
    await chat.reads('You said: two');
    assert.equal(count(stub, 'POST /chat-token'), 1, 'the server of the page gave one token');
    assert.deepEqual(stub.sent, ['one', 'two']);
  }, { prepare: (stub) => (stub.tokenMs = 2_000) }));

test('after a long sleep, the server of the page gives another token for the same session', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.say('one');
    await chat.reads('You said: one');
    stub.closeTokens();
    await chat.say('two');
    await chat.reads('You said: two');
    assert.equal(count(stub, 'POST /chat-token'), 2);
    assert.equal(await chat.log.getByText('one', { exact: true }).count(), 1);
  }));

for (const status of [400, 401, 403, 404, 500]) {
  test(`a long sleep loses no message, also if the server of the page first answers ${status}`, () =>
    withChat(browser, async ({ chat, stub, context }) => {
      await chat.page.clock.install();
      await chat.page.reload();
      await chat.open();
      await chat.reads('Hello, how can I help?');
      await chat.say('one');
      await chat.reads('You said: one');
      await context.setOffline(true);
      await chat.say('two');
      await chat.say('three');
      stub.closeTokens();
      stub.refusesTokens = status;
      await chat.page.clock.fastForward('13:00:00');
      await context.setOffline(false);
      const again = chat.page.getByRole('button', { name: 'Try again' });
      await until('the server of the page refuses a token', () => stub.tokenRequests.length >= 2);
      await chat.page.getByText('The chat is not available at the moment.').waitFor();
      assert.equal(await chat.page.getByText('Not sent.').count(), 0);
      stub.refusesTokens = undefined;
      await until('the last message is answered', async () => {
        if (await again.count()) await again.click({ timeout: 200 }).catch(() => {});
        return (await chat.log.getByText('You said: three').count()) === 1;
      });
      assert.deepEqual(stub.tokenRequests.slice(1), stub.tokenRequests.slice(1).map(() => ({ session: 'web:1' })));
      assert.deepEqual(stub.sent, ['one', 'two', 'three']);
      assert.deepEqual(await chat.messages(), ['bot: Hello, how can I help?', 'user: one', 'bot: You said: one', 'user: two', 'bot: You said: two', 'user: three', 'bot: You said: three']);
    }));
}

test('another session begins with an empty chat', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.say('one');
    await chat.reads('You said: one');
    stub.closeTokens();
    stub.session = 'web:2';
    stub.turns = [];
    await chat.say('two');
    await chat.reads('You said: two');
    assert.equal(await chat.log.getByText('You said: one').count(), 0);
  }));

test('two tabs share the session, and one of them holds the stream', () =>
  withTwoTabs(browser, async ({ chat, other, stub }) => {
    await chat.say('one');
    await other.reads('You said: one');
    await other.say('two');
    await chat.reads('You said: two');
    const expected = ['bot: Hello, how can I help?', 'user: one', 'bot: You said: one', 'user: two', 'bot: You said: two'];
    assert.deepEqual(await chat.messages(), expected);
    assert.deepEqual(await other.messages(), expected);
    assert.deepEqual(stub.sent, ['one', 'two']);
    assert.equal(stub.streams, 1);
    assert.equal(count(stub, 'POST /chat-token'), 1);

    await chat.page.close();
    await until('the other tab holds the stream', () => stub.streams === 1);
    stub.personSays('Are you there?');
    await other.reads('Are you there?');
  }));

test('two tabs share the outbox, and one of them sends it', () =>
  withTwoTabs(browser, async ({ chat, other, stub }) => {
    const before = count(stub, 'POST /v1/sessions');
    stub.isDown = true;
    await chat.say('one');
    await other.reads('one');
    await other.say('two');
    await chat.reads('two');
    stub.isDown = false;
    await chat.reads('You said: two');
    await other.reads('You said: two');
    assert.deepEqual(stub.sent, ['one', 'two']);
    assert.equal(count(stub, 'POST /v1/sessions'), before + 2);
    assert.deepEqual(await chat.messages(), await other.messages());
  }));

test('an answer after a gap makes the chat read the turns in between', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.page.clock.install();
    await chat.page.reload();
    await chat.begin();
    await chat.page.clock.pauseAt(Date.now() + 60_000);  // the chat does not read from time to time
    await isQuiet(stub);
    stub.personSays('Are you there?');
    await chat.say('one');
    await chat.reads('Are you there?');
    await chat.reads('You said: one');
    assert.deepEqual(await chat.messages(), ['bot: Hello, how can I help?', 'Ann: Are you there?', 'user: one', 'bot: You said: one']);
  }, { prepare: (stub) => (stub.hasStream = false) }));

test('a stream that breaks continues after the last turn', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.begin();
    await until('the stream is open', () => stub.streams === 1);
    stub.closeStreams();
    stub.personSays('One.');
    stub.personSays('Two.');
    await chat.reads('Two.');
    await until('the stream is open again', () => stub.streams === 1);
    stub.personSays('Three.');
    await chat.reads('Three.');
    assert.deepEqual(await chat.messages(), ['bot: Hello, how can I help?', 'Ann: One.', 'Ann: Two.', 'Ann: Three.']);
    assert.ok(stub.requests.includes('GET /v1/sessions/web%3A1/events?after=3'));
  }));

test('without a stream, the chat reads new turns from time to time', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.begin();
    stub.personSays('Hello from Ann.');
    await chat.reads('Hello from Ann.');
    assert.equal(stub.streams, 0);
  }, { prepare: (stub) => (stub.hasStream = false) }));
