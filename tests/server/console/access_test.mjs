// Keys: the login form, the fragment of the address, refused keys; and the keyboard alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

let shop;
let key;
before(async () => {
  shop = await startConsole({ scopes: 'turn,read,write,agent,admin' });
  key = shop.key;
});
after(() => shop.close());

const unauthenticated = { expected: /401/, ready: false };

test('without a key the console asks for one', async () => {
  const { page, verify, done } = await openPage(shop, '#/bot', unauthenticated);
  await page.waitForSelector('dialog >> text=API key');
  assert.equal(await page.locator('dialog').count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.name), 'key');
  await verify('the login form');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog').count(), 1);
  await page.fill('dialog input', 'pk_wrong');
  await page.press('dialog input', 'Enter');
  await page.waitForSelector('dialog >> text=The server refused the key.');
  await verify('a refused key');
  await page.fill('dialog input', key);
  await page.press('dialog input', 'Enter');
  await page.waitForSelector('text=The check found no problem.');
  assert.equal(await page.locator('dialog').count(), 0);
  await done();
});

test('a key in the fragment leaves the address bar and never enters a URL', async () => {
  const { page, done } = await openPage(shop, `#key=${key}`, { ready: false });
  const urls = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.waitForSelector('.log > *');
  assert.ok(!page.url().includes(key));
  assert.equal(await page.evaluate(() => sessionStorage.getItem('parley.key')), key);
  await page.goto(`${shop.url}/console/#/sessions`);
  await page.waitForSelector('text="connected"');
  assert.ok(urls.length && urls.every((url) => !url.includes(key)));
  await page.goBack();
  assert.ok(!page.url().includes(key));
  await done();
});

test('the keyboard alone is enough for a conversation and its explanation', async () => {
  const { page, verify, done } = await openPage(shop, `#key=${key}`, { ready: false });
  const press = (...keys) => keys.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());
  const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.id);
  await page.waitForSelector('#step-1');
  await page.keyboard.type('I want my money back');
  await press('Enter');
  await page.waitForSelector('#step-2');
  await press('Escape', 'w');
  await page.waitForSelector('#step-2 .why mark');
  await press('[');
  await page.waitForSelector('text="State after step 1"');
  await press(']', '/');
  assert.equal(await focused(), 'message');
  await page.keyboard.type('12345');
  await press('Enter');
  await page.waitForSelector('#step-3');
  await press('Escape', '?');
  await page.waitForSelector('dialog >> text=Keyboard map');
  await verify('the keyboard map');
  await press('Escape', 'g', 's');
  await page.waitForSelector('h1 >> text=Sessions');
  await press('g', 'b');
  await page.waitForSelector('.intents');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await done();
});

test('the tab key reaches every control of Talk once and comes back', async () => {
  const { page, done } = await openPage(shop, `#key=${key}`, { ready: false });
  await page.waitForSelector('#step-1');
  await page.keyboard.type('I want my money back');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#step-2');
  const expected = await page.locator('a[href], button:not([disabled]), textarea, [tabindex="0"], summary').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  const seen = new Set();
  for (let count = 0; count < expected + 4; count++) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => {
      const one = document.activeElement;
      one.dataset.seen ??= String(Math.random());
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      const ring = getComputedStyle(one.closest('.composer') ?? one).boxShadow;
      return one === document.body || outlineStyle !== 'none' && outlineWidth !== '0px' || boxShadow !== 'none' || ring !== 'none' ? one.dataset.seen : 'no visible focus';
    }));
  }
  assert.ok(!seen.has('no visible focus'));
  assert.ok(seen.size >= expected, `${seen.size} of ${expected} controls reached`);
  await done();
});

test('the theme switch and the single keys can be set', async () => {
  const { page, verify, done } = await openPage(shop, `#key=${key}`, { ready: false });
  await page.waitForSelector('#step-1');
  await page.click('#theme');
  await page.click('#theme');
  assert.equal(await page.innerText('#theme'), 'Theme: dark');
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
  await verify('the dark theme');
  await page.click('#keys');
  await page.uncheck('dialog input');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.press('?');
  assert.equal(await page.locator('dialog').count(), 0);
  await done();
});
