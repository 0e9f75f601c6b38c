// Each text of an answer of the server may be hostile: names, titles, reasons, errors, addresses. The test replaces all of
// them with hostile texts and URLs, and checks that nothing runs in any view.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';
import { hostileTexts, hostileUrls } from './hostile_texts.mjs';

let shop;
before(async () => {
  shop = await startConsole({ bot: 'tests/server/console/bot.yaml' });
  await shop.server.send('POST', '/v1/sessions/a/turns', { text: 'I want to return a lamp, order 1234', user: 'ann' });
  await shop.server.talk('a', 'when are you open?', 'where is the moon?');
  await shop.server.talk('b', 'where is the sun?');
  await shop.server.talk('desk', 'I want to return a lamp, order 1234', 'ann@example.org', 'yes');
  const call = (await shop.server.send('GET', '/v1/sessions/desk/turns')).turns.at(-1).steps.find((step) => step.tool_call).tool_call.call_id;
  await shop.server.send('POST', '/v1/sessions/desk/turns', { tool_result: { call_id: call, ok: false, error: 'failed' } });
  await shop.server.send('POST', '/v1/sessions/desk/messages', { text: 'Hello', author: 'Ann' });
  await shop.server.send('PATCH', '/v1/sessions/a/notes', { title: 'title', tags: ['tag'] });
});
after(() => shop.close());

/** Members whose values the interface defines, or that are times. The address of a simulation has its `id`. */
const defined = new Set(['role', 'kind', 'status', 'severity', 'standing', 'type', 'code', 'id', 'at', 'now', 'created_at', 'updated_at', 'expires_at', 'asked_at', 'archived_at', 'first', 'last', 'day', 'event']);
const addresses = new Set(['url', 'image']);

/** A hostile text for each text; equal texts stay equal. */
class Poison {
  texts = new Map();

  constructor(offset) {
    this.offset = offset;
  }

  text(original) {
    if (!this.texts.has(original)) this.texts.set(original, hostileTexts[(this.offset + this.texts.size) % hostileTexts.length]);
    return this.texts.get(original);
  }

  url() {
    return hostileUrls[this.offset++ % hostileUrls.length];
  }

  /** @param {any} value @param {string} name the member that has the value */
  of(value, name = '') {
    if (typeof value === 'string') return defined.has(name) ? value : addresses.has(name) ? this.url() : this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.of(one, name));
    if (value === null || typeof value !== 'object') return value;
    const isNamed = ['params', 'attempts', 'items'].includes(name);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [isNamed ? this.text(key) : key, this.of(one, key)]));
  }
}

/** Replaces the texts of all JSON answers from now on. */
async function poisonAnswers(page, poison) {
  await page.route('**/v1/**', async (route) => {
    if (route.request().url().endsWith('/v1/events') || /\/events\?/.test(route.request().url())) return route.continue();
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!/json/.test(type)) return route.fulfill({ response });
    return route.fulfill({ response, json: poison.of(await response.json()) });
  });
}

async function assertInert(page, state) {
  const found = await page.evaluate(() => ({
    ran: window.ran ?? 0,
    elements: [...document.body.querySelectorAll('script, img, iframe, object, embed, base, video, audio, marquee, meta, link, style, math, animate, [srcdoc]')].map((one) => one.outerHTML),
    handlers: [...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on'))),
    links: ['href', 'xlink:href', 'src', 'action', 'formaction', 'data'].flatMap((name) => [...document.querySelectorAll('*')].filter((one) => one.hasAttribute(name)).map((one) => new URL(one.getAttribute(name), document.baseURI).href)).filter((url) => !url.startsWith(`${location.origin}/`)),
  }));
  assert.deepEqual(found, { ran: 0, elements: [], handlers: [], links: [] }, state);
}

async function open(hash, prepare, expected = null) {
  const opened = await openPage(shop, '#/none', { expected });
  await opened.page.evaluate(() => { window.hostile = () => { window.ran = (window.ran ?? 0) + 1; }; });
  await prepare(opened.page);
  await opened.page.evaluate((one) => { location.hash = one; }, hash);
  return opened;
}

/** Clicks what is there and shows more. */
async function clickAll(page, ...selectors) {
  for (const selector of selectors) for (const one of await page.locator(selector).all()) if (await one.isVisible() && await one.isEnabled()) await one.click();
  await page.waitForTimeout(150);
}

const views = {
  '#/sessions': { ready: '.session-row' },
  '#/sessions/a/1': { ready: '.turns .step', expected: /400/, act: async (page) => {
    await clickAll(page, '.why-button', 'text="Show the topics"', 'text="Show"', 'summary', 'text="Forget user"');
    await page.fill('dialog input', hostileTexts[10]);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog >> text=Forget the user');
    await clickAll(page, 'dialog summary');
  } },
  '#/desk/desk': { ready: '[aria-label=Packet] dt', act: (page) => clickAll(page, '.why-button', 'summary') },
  '#/report': { ready: '.figure', act: async (page) => {
    await clickAll(page, 'text="Add as examples"');
    for (const select of await page.locator('.yaml-maker select').all()) await select.selectOption({ index: 1 });
  } },
  '#/bot': { ready: '.intents a', act: async (page) => {
    await page.locator('.intents a').first().click();
    await page.waitForSelector('[aria-label="Graph of the intent"]');
    await clickAll(page, 'summary');
  } },
  '#/talk?session=a': { ready: '#step-3', act: async (page) => {
    await page.fill('#message', 'hello');
    await page.press('#message', 'Enter');
    await page.waitForSelector('#step-4');
    await clickAll(page, '.why-button', 'summary', 'text="Save as test"');
    await page.waitForSelector('dialog pre.yaml');
    await assertInert(page, 'the dialog');
    await page.keyboard.press('Escape');
    await clickAll(page, 'text="Change the bot"', 'text="Compare stored turns"');
    await page.waitForSelector('dialog .verdict');
  } },
};

for (const [hash, { ready, expected, act = async () => {} }] of Object.entries(views)) {
  test(`nothing runs in ${hash} if every text of the server is hostile`, async () => {
    for (let offset = 0; offset < hostileTexts.length; offset += 13) {
      const poison = new Poison(offset);
      const { page, done } = await open(hash, (one) => poisonAnswers(one, poison), expected);
      await page.waitForSelector(ready);
      await act(page);
      await assertInert(page, `${hash}, ${offset}`);
      const shown = await page.evaluate(() => document.body.textContent);
      const count = hostileTexts.filter((text) => shown.includes(text.trim())).length;
      assert.ok(count >= 5, `${hash} shows ${count} hostile texts as texts`);
      await done();
    }
  });

  test(`nothing runs in ${hash} if every error of the server is hostile`, async () => {
    for (let offset = 0; offset < hostileTexts.length; offset += 13) {
      const text = (place) => hostileTexts[(offset + place) % hostileTexts.length];
      const refuse = (route) => route.fulfill({ status: 400, contentType: 'application/problem+json', json: { type: text(0), title: text(1), status: 400, detail: text(2), code: text(3), errors: [{ pointer: text(4), detail: text(5) }] } });
      const { page, done } = await open(hash, (one) => one.route('**/v1/**', refuse), /400/);
      const problem = page.locator('main .problem').first();
      await problem.waitFor();
      for (const place of [2, 4, 5]) assert.ok((await problem.textContent()).includes(text(place).trim()), text(place));
      await assertInert(page, `${hash}, errors, ${offset}`);
      await done();
    }
  });
}

test('no hostile URL of an attachment becomes a link in Talk', async () => {
  const attachmentsOf = (url) => [{ type: 'link', url, title: 'a link' }, { type: 'link', url }, { type: 'image', url, alt: 'an image' }, { type: 'buttons', buttons: [{ label: 'a button', url }] },
    { type: 'card', title: 'a card', text: url, image: url, alt: 'its image', buttons: [{ label: 'its button', url }] }];
  const { page, done } = await open('#/talk', (one) => one.route('**/v1/simulations/*/steps', async (route) => {
    const response = await route.fetch();
    const step = await response.json();
    step.turn.steps = [...hostileUrls.map((url) => ({ say: url, attachments: attachmentsOf(url) })), { say: 'last', attachments: attachmentsOf('https://shop.example/a') }];
    return route.fulfill({ response, json: step });
  }));
  await page.fill('#message', 'hello');
  await page.press('#message', 'Enter');
  await page.waitForSelector('.log >> text=last');
  const links = await page.locator('.log .attachments a').evaluateAll((all) => all.map((one) => one.href));
  assert.deepEqual(links, Array(6).fill('https://shop.example/a'));
  assert.equal(await page.locator('.unsafe').count(), 6 * hostileUrls.length);
  await done();
});
