// No text of a user, a bot or a person runs in the chat (server/widget/parley.js), and only http and https URLs become links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hostileTexts, hostileUrls } from '../console/hostile_texts.mjs';
import { launch, until, withChat } from './browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const good = 'https://shop.example/a';
const attachmentsOf = (url, text) => [
  { type: 'link', url, title: text }, { type: 'link', url }, { type: 'image', url, alt: text }, { type: 'buttons', buttons: [{ label: text, url }, { label: text, message: 'yes' }] },
  { type: 'card', title: text, text, image: url, alt: text, buttons: [{ label: text, url }, { label: text, message: 'yes' }] },
];

const watch = (chat) => chat.page.evaluate(() => {
  window.hostile = () => { window.ran = (window.ran ?? 0) + 1; };
});

/** Checks that nothing ran and no text became an element. Returns the addresses of links and images. */
async function addresses(chat) {
  const found = await chat.page.locator('parley-chat').evaluate((element) => ({
    ran: window.ran ?? 0,
    elements: [...element.shadowRoot.querySelectorAll('script, iframe, object, embed, base, video, audio, marquee, meta, link, style, math, animate, b, i')].map((one) => one.outerHTML),
    handlers: [...element.shadowRoot.querySelectorAll('*')].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on') || name === 'srcdoc' || name === 'style')),
  }));
  assert.deepEqual(found, { ran: 0, elements: [], handlers: [] });
  return chat.log.locator('a, img').evaluateAll((all) => all.map((one) => one.href ?? one.src));
}

test('texts of the bot, of a person and of the user are shown as texts', () =>
  withChat(browser, async ({ chat, stub }) => {
    stub.replies = {
      texts: hostileTexts.map((text) => ({ say: text, attachments: attachmentsOf(good, text) })),
      question: [{ ask_user: { param: hostileTexts[0], prompt: hostileTexts[10], attempt: 1, options: hostileTexts, attachments: attachmentsOf(good, hostileTexts[34]) } }],
    };
    await chat.open();
    await watch(chat);
    await chat.say('texts');
    await until('the texts arrive', async () => (await chat.log.locator('.message.bot').count()) > hostileTexts.length);
    await addresses(chat);
    await chat.say('question');
    await until('the options arrive', async () => (await chat.log.locator('.quick button').count()) === hostileTexts.length);
    for (const text of hostileTexts) stub.personSays(text, text);
    for (const text of hostileTexts) await chat.say(text);
    await until('the messages arrive', () => stub.sent.length === 2 + hostileTexts.length);
    const shown = await chat.log.locator('.message').allTextContents();
    for (const text of hostileTexts) assert.ok(shown.filter((one) => one.includes(text.trim())).length >= 3, text);
    assert.deepEqual([...new Set(await addresses(chat))], [good]);
    await chat.page.reload();
    await watch(chat);
    await chat.open();
    await until('the messages are there again', async () => (await chat.log.locator('.message').count()) >= shown.length);
    assert.deepEqual([...new Set(await addresses(chat))], [good]);
  }));

test('a quick reply with a hostile text sends the text', () =>
  withChat(browser, async ({ chat, stub }) => {
    stub.replies = { question: [{ ask_user: { param: 'a', prompt: 'Which?', attempt: 1, options: [hostileTexts[10]] } }] };
    await chat.open();
    await watch(chat);
    await chat.say('question');
    await chat.page.getByRole('button', { name: hostileTexts[10] }).click();
    await chat.reads(`You said: ${hostileTexts[10]}`);
    assert.deepEqual(await addresses(chat), []);
  }));

for (const [attributes, hosts] of [['', ['https://shop.example/a', 'https://evil.example/']], ['allow-links="shop.example *.shop.example"', ['https://shop.example/a']]]) {
  test(`no hostile URL becomes a link or an image, ${attributes || 'for any host'}`, () =>
    withChat(browser, async ({ chat, stub }) => {
      const urls = [...hostileUrls, 'https://evil.example/', good];
      stub.replies = { urls: urls.map((url, index) => ({ say: `url ${index}`, attachments: attachmentsOf(url, 'text') })) };
      await chat.open();
      await watch(chat);
      await chat.say('urls');
      await chat.reads(`url ${urls.length - 1}`);
      const found = await addresses(chat);
      assert.deepEqual([...new Set(found)].sort(), [...hosts].sort());
      assert.equal(found.length, 6 * hosts.length);
    }, { prepare: (stub) => (stub.chat = attributes) }));
}

test('hostile texts of the page itself are texts', () =>
  withChat(browser, async ({ chat }) => {
    await watch(chat);
    await chat.page.evaluate((text) => {
      document.querySelector('parley-chat').texts = { title: text, open: text, write: text, bot: text, you: text, close: text, download: text };
      document.querySelector('parley-chat').open();
    }, hostileTexts[10]);
    await chat.page.getByRole('heading', { name: hostileTexts[10], exact: true }).waitFor();
    await chat.say('hello');
    await chat.reads('You said: hello');
    assert.deepEqual(await addresses(chat), []);
  }));
