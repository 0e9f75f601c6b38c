// No text of a user, an agent or a bot runs as a script, and only http and https URLs become links.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';
import { hostileTexts, hostileUrls } from './hostile_texts.mjs';

const yaml = (text) => JSON.stringify(text.replaceAll('{', '{{').replaceAll('}', '}}'));
let page;
let shop;

before(async () => {
  shop = await startConsole({ bot: 'tests/server/console/bot.yaml' });
  writeFileSync(shop.server.bot, hostileBot(readFileSync(shop.server.bot, 'utf8')));
  await shop.server.send('POST', '/v1/bot:reload', {});
  for (const text of hostileTexts) await shop.server.talk('messages', text.trim());
  await shop.server.talk('values', 'name');
  for (const text of hostileTexts) await shop.server.talk('values', text.trim(), 'name');
  await shop.server.talk('replies', ...hostileTexts.map((_, index) => `reply ${index}`));
  await shop.server.talk('person', hostileTexts[0], hostileTexts[34], 'talk to a person', hostileTexts[10]);
  for (const text of hostileTexts) await shop.server.send('POST', '/v1/sessions/person/messages', { text, author: text.slice(0, 120) });
  for (const [session, title] of [['messages', hostileTexts[0]], ['replies', hostileTexts[10]], ['person', hostileTexts[34]]]) {
    await shop.server.send('PATCH', `/v1/sessions/${session}/notes`, { title, tags: ['<img src=x onerror=hostile()>', '"onload="hostile()'] });
  }
});
after(() => shop.close());

/** Adds an intent with a free value, a hand-off, and one intent per text whose reply is the text. */
function hostileBot(bot) {
  const replies = hostileTexts.map((text, index) => `  - id: reply_${index}
    description: ${JSON.stringify(text)}
    match: [{regex: '^reply ${index}$'}]
    steps: [{say: {any: ${yaml(text)}, attachments: [{buttons: [{label: ${yaml(text)}, message: hello}]}, {card: {title: ${yaml(text)}, text: ${yaml(text)}}}]}}]`);
  const added = `  - id: name
    match: [{regex: '^name$'}]
    params: {name: {type: free_text, required: true, ask: 'Which name?'}}
    steps: [{say: 'Hello {name}.'}]
  - id: web_page
    match: [{regex: '^page$'}]
    params: {where: {type: free_text, required: true, ask: 'Which page?'}}
    steps: [{say: {any: Here., attachments: [{link: {url: '{where}', title: Your page}}, {image: {url: '{where}', alt: Your picture}}, {buttons: [{label: Your button, url: '{where}'}]}]}}]
  - id: person
    match: [{regex: 'a person'}]
    params: {topic: {type: free_text, required: true, ask: 'About what?'}}
    steps: [{handoff: requested}]
${replies.join('\n')}
`;
  return bot.replace(/\ntools:/, () => `\n${added}\ntools:`);
}

async function open(hash) {
  const opened = await openPage(shop, hash);
  page = opened.page;
  return opened;
}

/** Checks that nothing ran, no text became an element, and each link is one of the console or of a web page. */
async function assertInert(state) {
  const found = await page.evaluate(() => ({
    ran: window.ran ?? 0,
    elements: [...document.querySelectorAll('main script, main img, main iframe, main object, main embed, main base, main video, main audio, main marquee, main meta, main link, main style, main math, main animate')].map((one) => one.outerHTML),
    handlers: [...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on'))),
    links: [...document.querySelectorAll('a')].map((one) => new URL(one.getAttribute('href') ?? '', document.baseURI).href).filter((href) => !/^https?:/.test(href)),
  }));
  assert.deepEqual(found, { ran: 0, elements: [], handlers: [], links: [] }, state);
}

const shown = (text) => text.trim();

async function assertShown(selector, texts) {
  const found = await page.locator(selector).allTextContents();
  for (const text of texts) assert.ok(found.some((one) => one.includes(shown(text))), `${text} is shown as text`);
}

for (const [session, texts] of [['messages', hostileTexts], ['values', hostileTexts], ['person', hostileTexts], ['replies', hostileTexts]]) {
  test(`the session ${session} shows hostile texts as texts`, async () => {
    const { done } = await open(`#/sessions/${session}/1`);
    await page.evaluate(() => { window.hostile = () => { window.ran = (window.ran ?? 0) + 1; }; });
    await page.waitForSelector('.turns .step');
    while (await page.locator('text="Show later turns"').count()) {
      await page.click('text="Show later turns"');
      await page.waitForTimeout(100);
    }
    await page.locator('.why-button').first().click();
    await page.waitForSelector('.why');
    await assertShown('.bubble', texts);
    await assertInert(session);
    await done();
  });
}

test('Talk shows hostile messages, values and replies as texts', async () => {
  const { done } = await open('#/talk');
  await page.evaluate(() => { window.hostile = () => { window.ran = (window.ran ?? 0) + 1; }; });
  await page.waitForSelector('.log > *');
  for (const text of ['name', hostileTexts[13], 'reply 10', hostileTexts[10], hostileTexts[34], 'name', hostileTexts[0]]) {
    const count = await page.locator('.step').count();
    await page.fill('#message', text);
    await page.press('#message', 'Enter');
    await page.locator('.step').nth(count).waitFor();
    await page.locator('.why-button').last().click();
    await assertInert(text);
  }
  await page.click('text="Save as test"');
  await page.waitForSelector('pre.yaml');
  await assertInert('the test');
  await done();
});

for (const view of ['sessions', 'sessions?q=hostile', 'desk/person', 'report', 'bot', 'bot/reply_10', `sessions/${encodeURIComponent(hostileTexts[10])}`, `bot/${encodeURIComponent(hostileTexts[34])}`]) {
  test(`nothing runs in the view ${view}`, async () => {
    const opened = await openPage(shop, `#/${view}`, { expected: /40[04]/ });
    page = opened.page;
    await page.evaluate(() => { window.hostile = () => { window.ran = (window.ran ?? 0) + 1; }; });
    await page.waitForSelector('.session-row, .bubble, .figure, .intents, .problem');
    await page.waitForTimeout(300);
    if (view === 'report') for (const button of await page.locator('text="Add as examples"').all()) await button.click();
    await assertInert(view);
    await opened.done();
  });
}

test('a URL that the user says never becomes a link unless it is one of a web page', async () => {
  const { done } = await open('#/talk');
  for (const [index, url] of [...hostileUrls.filter((one) => one.trim() === one && !/[\0-\x1f]/.test(one)).slice(0, 12), 'https://shop.example/a'].entries()) {
    await say(page, 'page');
    await say(page, url);
    await page.waitForSelector(`#step-${2 * index + 2}`);
    await assertInert(url);
  }
  assert.deepEqual(await page.locator('.log .attachments a').evaluateAll((all) => [...new Set(all.map((one) => one.href))]), ['https://shop.example/a']);
  await done();
});

test('the packet of the desk shows hostile values and messages as texts', async () => {
  const { done } = await open('#/desk/person');
  await page.waitForSelector('[aria-label=Packet] dt');
  await page.click('[aria-label=Packet] summary');
  const packet = await page.innerText('[aria-label=Packet]');
  for (const text of [hostileTexts[0], hostileTexts[10], hostileTexts[34]]) assert.ok(packet.includes(text), text);
  await assertInert('the packet');
  await done();
});

test('phrases without an intent become YAML as they are', async () => {
  const { done } = await open('#/report');
  await page.waitForSelector('.clusters');
  const clusters = page.locator('.cluster');
  assert.ok(await clusters.count() >= 2);
  for (const cluster of await clusters.all()) {
    await cluster.locator('text="Add as examples"').click();
    await cluster.locator('select').selectOption('name');
    const phrases = await cluster.locator('.check input').evaluateAll((all) => all.map((one) => one.value));
    const yaml = await cluster.locator('pre.yaml').textContent();
    for (const phrase of phrases) assert.ok(yaml.includes(`      - '${phrase.replace(/\s+/g, ' ').replaceAll("'", "''")}'\n`), phrase);
  }
  await assertInert('the examples');
  await done();
});
