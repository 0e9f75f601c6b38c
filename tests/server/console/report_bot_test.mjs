// The views Report and Bot.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

let shop;
before(async () => { shop = await startConsole(); });
after(() => shop.close());

test('a report without conversations says so', async () => {
  const { page, verify, done } = await openPage(shop, '#/report');
  await page.waitForSelector('text=No conversation is stored yet.');
  await verify('an empty report');
  await done();
});

test('the figures lead to the sessions, and phrases become examples', async () => {
  await shop.server.talk('a', 'It arrived broken and I want my money back', '12345');
  await shop.server.talk('b', "I need a smoke shifter, don't I?");
  await shop.server.talk('c', 'talk to a person');
  const { page, verify, done } = await openPage(shop, '#/report');
  await page.waitForSelector('.figure');
  assert.match(await page.innerText('.figures'), /Handed off\s+50\.0 %|Handed off\s+33\.3 %/);
  assert.match(await page.innerText('[aria-label="Intents"]'), /get_refund\s+1/);
  await page.click('text="Add as examples"');
  await page.selectOption('.yaml-maker select', 'product_info');
  assert.equal(await page.textContent('.yaml-maker pre'), "  - id: product_info\n    examples:\n      - 'I need a smoke shifter, don''t I?'\n");
  await verify('a report with examples');
  await page.click('a.figure:has-text("Handed off")');
  await page.waitForSelector('.session-row >> text=handed off');
  assert.equal(await page.locator('.session-row').count(), 1);
  await done();
});

test('the bot shows its health, findings, intents and graphs', async (context) => {
  const { page, verify, done } = await openPage(shop, '#/bot', { scheme: 'dark' });
  await page.waitForSelector('.tag.good >> text=ready');
  await page.waitForSelector('text=The check found no problem.');
  await verify('the bot');
  await page.fill('#search', 'refund');
  assert.ok((await page.locator('.intents a').allInnerTexts()).every((name) => /refund/.test(name) || name.length));
  await page.click('.intents >> text="get_refund"');
  if (!shop.hasGraph) return context.skip('the server has no graph');
  await page.waitForSelector('.graph');
  assert.match(page.url(), /#\/bot\/get_refund$/);
  const nodes = await page.locator('.graph g').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  assert.ok(nodes.length >= 6 && nodes.every((a, index) => nodes.slice(index + 1).every((b) => !overlap(a, b))), 'nodes overlap');
  await page.click('text=The graph as a list');
  assert.match(await page.innerText('details[open]'), /param order_id \(line \d+\), then reason/);
  await verify('an intent');
  await done();
});

test('findings name the file and the line', async () => {
  const { page, verify, done } = await openPage(shop, '#/bot');
  await page.route('**/v1/bot/findings*', (route) => route.fulfill({ json: { findings: [{ severity: 'warning', code: 'W519', message: 'the text names a param that may have no value', file: 'bot.yaml', line: 12, column: 9, hint: 'write an if' }] } }));
  await page.reload();
  await page.waitForSelector('.findings >> text=bot.yaml:12:9');
  await verify('a finding');
  await done();
});
