// The view Report.
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
