// Tests what a user sees and does in the chat (server/widget/parley.js).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, until, withChat } from './browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('a conversation with quick replies', () =>
  withChat(browser, async ({ chat, stub }) => {
    assert.deepEqual(stub.requests.filter((one) => one.includes('token')), [], 'a closed chat asks for no token');
    await chat.begin();
    await chat.say('cancel my order');
    await chat.page.getByRole('button', { name: 'O-12345' }).click();
    await chat.page.getByRole('button', { name: 'yes' }).click();
    await chat.reads('Done. The order is cancelled.');
    assert.deepEqual(await chat.messages(), [
      'bot: Hello, how can I help?',
      'user: cancel my order',
      'bot: Which order shall I cancel?',
      'user: O-12345',
      'bot: Shall I cancel order O-12345?',
      'user: yes',
      'bot: Done. The order is cancelled.',
    ]);
    assert.equal(await chat.page.locator('.quick').count(), 0, 'old quick replies are gone');
    assert.deepEqual(stub.sent, ['cancel my order', 'O-12345', 'yes']);
  }));

test('the keyboard alone', () =>
  withChat(browser, async ({ chat, stub }) => {
    const { keyboard } = chat.page;
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    assert.equal(await chat.focused(), 'Open chat');
    await keyboard.press('Enter');
    assert.equal(await chat.focused(), 'Write a message');
    await keyboard.type('cancel my order');
    await keyboard.press('Shift+Enter');
    await keyboard.press('Backspace');
    await keyboard.press('Enter');
    await chat.reads('Which order shall I cancel?');
    assert.equal(await chat.focused(), 'Write a message', 'a new message does not take the focus');
    await keyboard.press('Shift+Tab');
    assert.equal(await chat.focused(), 'O-54321');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await chat.reads('Shall I cancel order O-12345?');
    assert.equal(await chat.focused(), 'Write a message');
    assert.deepEqual(stub.sent, ['cancel my order', 'O-12345']);
    await keyboard.press('Escape');
    assert.equal(await chat.focused(), 'Open chat');
    assert.equal(await chat.panel.count(), 0);
  }));

test('lines, and words that are being composed', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.input.fill('にほん');
    await chat.input.evaluate((input) => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })));
    await chat.input.press('Shift+Enter');
    await chat.input.pressSequentially('two');
    await chat.input.press('Enter');
    await until('the message arrives', () => stub.sent.length > 0);
    assert.deepEqual(stub.sent, ['にほん\ntwo']);
  }));

test('attachments', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.say('card');
    await chat.reads('Anvil');
    const link = chat.page.getByRole('link', { name: 'How to return things' });
    assert.equal(await link.getAttribute('href'), 'https://docs.shop.example/returns');
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
    assert.equal(await chat.page.getByRole('link', { name: 'Details' }).getAttribute('href'), 'https://shop.example/anvil');
    assert.equal(await chat.page.getByRole('img', { name: 'A black anvil' }).getAttribute('src'), 'https://shop.example/anvil.png');
    await chat.page.getByRole('button', { name: 'Order it' }).click();
    await chat.reads('You said: order an anvil');
    assert.deepEqual(stub.sent, ['card', 'order an anvil']);
  }, { prepare: (stub) => (stub.chat = 'allow-links="shop.example *.shop.example"') }));

test('a person is called, joins, and gives the conversation back', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.askForPerson();
    stub.personSays('This is Ann.');
    await chat.reads('This is Ann.');
    await chat.say('thank you');
    await until('the message arrives', () => stub.sent.includes('thank you'));
    stub.giveBack();
    await chat.reads('I am back.');
    assert.deepEqual((await chat.messages()).slice(2), [
      'bot: One moment please, I am getting a colleague for you.',
      'notice: A person has been called.',
      'notice: A person has joined.',
      'Ann: This is Ann.',
      'user: thank you',
      'notice: The bot has the conversation again.',
      'bot: I am back.',
    ]);
  }));

test('a closed chat counts what a person writes', () =>
  withChat(browser, async ({ chat, stub, openTab }) => {
    await chat.open();
    await chat.askForPerson();
    await chat.page.keyboard.press('Escape');
    stub.personSays('Are you there?');
    const badge = (page) => page.getByRole('button', { name: 'Open chat. New messages: 1' });
    await badge(chat.page).waitFor();
    const other = await openTab();
    await badge(other.page).waitFor();
    await badge(other.page).click();
    await other.reads('Are you there?');
    await other.page.keyboard.press('Escape');
    await other.page.getByRole('button', { name: 'Open chat', exact: true }).waitFor();
  }));

test('languages and own texts', async () => {
  for (const [attributes, label, title] of [
    ['lang="de"', 'Chat öffnen', 'Chat'],
    ['lang="fr-CA"', 'Ouvrir le chat', 'Chat'],
    ['lang="es"', 'Abrir el chat', 'Chat'],
    ['lang="xx"', 'Open chat', 'Chat'],
    [`lang="de" texts='{"title": "Acme", "open": "Hilfe"}'`, 'Hilfe', 'Acme'],
  ]) {
    await withChat(browser, async ({ chat }) => {
      await chat.page.getByRole('button', { name: label }).click();
      await chat.page.getByRole('heading', { name: title, exact: true }).waitFor();
      await chat.page.evaluate(() => (document.querySelector('parley-chat').texts = { title: 'Changed' }));
      await chat.page.getByRole('heading', { name: 'Changed', exact: true }).waitFor();
    }, { prepare: (stub) => (stub.chat = attributes) });
  }
});

test('right-to-left texts', () =>
  withChat(browser, async ({ chat }) => {
    await chat.open();
    await chat.say('arabic');
    const message = chat.log.getByText('مرحبا', { exact: false });
    await message.waitFor();
    assert.equal(await message.evaluate((element) => getComputedStyle(element).direction), 'rtl');
  }));

test('the interface for the page', () =>
  withChat(browser, async ({ chat, stub }) => {
    const events = await chat.page.evaluateHandle(() => {
      const seen = [];
      for (const name of ['parley-open', 'parley-close', 'parley-turn']) addEventListener(name, (event) => seen.push(`${name} ${event.detail?.seq ?? ''}`.trim()));
      return seen;
    });
    const call = (run) => chat.page.evaluate(run);
    await call(() => document.querySelector('parley-chat').open());
    await chat.reads('Hello, how can I help?');
    assert.equal(await chat.focused(), 'Write a message');
    await call(() => document.querySelector('parley-chat').send('yes'));
    await chat.reads('Done. The order is cancelled.');
    await call(() => document.querySelector('parley-chat').close());
    assert.deepEqual(await events.jsonValue(), ['parley-open', 'parley-turn 1', 'parley-turn 2', 'parley-close']);
    assert.deepEqual(stub.sent, ['yes']);
  }));

test('an inline chat, and one that is open from the start, leave the focus alone', async () => {
  for (const attributes of ['position="inline"', 'open']) {
    await withChat(browser, async ({ chat }) => {
      await chat.reads('Hello, how can I help?');
      assert.equal(await chat.page.evaluate(() => document.activeElement.tagName), 'BODY');
    }, { prepare: (stub) => (stub.chat = attributes) });
  }
});

test('the transcript', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.open();
    await chat.askForPerson();
    stub.personSays('This is Ann.');
    await chat.reads('This is Ann.');
    const downloads = chat.page.waitForEvent('download');
    await chat.page.getByRole('button', { name: 'Save the conversation' }).click();
    const text = await readFile(await (await downloads).path(), 'utf8');
    assert.deepEqual(text.trim().split('\n').map((line) => line.replace(/^\[.*?\] /, '')), [
      'Bot: Hello, how can I help?', 'You: human', 'Bot: One moment please, I am getting a colleague for you.', 'Ann: This is Ann.',
    ]);
  }));

test('a refused message stays, and can be sent again', () =>
  withChat(browser, async ({ chat, stub }) => {
    await chat.begin();
    stub.refusesNext = { status: 422, code: 'limit_exceeded' };
    await chat.say('yes');
    await chat.page.getByText('Not sent.').waitFor();
    await chat.page.getByRole('button', { name: 'Try again' }).click();
    await chat.reads('Done. The order is cancelled.');
    await until('the mark disappears', async () => (await chat.page.getByText('Not sent.').count()) === 0);
    assert.deepEqual(stub.sent, ['yes']);
  }));

test('a page forgets the conversation when the user logs out', () =>
  withChat(browser, async ({ chat, stub, openTab }) => {
    await chat.open();
    await chat.say('one');
    await chat.reads('You said: one');
    const other = await openTab();
    await other.open();
    await other.reads('You said: one');
    stub.session = 'web:2';
    stub.turns = [];
    await chat.page.evaluate(() => document.querySelector('parley-chat').forget());
    for (const each of [chat, other]) {
      await each.reads('Hello, how can I help?');
      assert.deepEqual(await each.messages(), ['bot: Hello, how can I help?']);
    }
    const kept = await chat.page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    assert.ok(!kept.includes('web:1'), kept);
  }));
