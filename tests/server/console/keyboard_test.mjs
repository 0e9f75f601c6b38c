// The keyboard alone is enough: Talk, why, edit and run again, Sessions, and Desk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

let shop;
before(async () => {
  shop = await startConsole();
  await shop.server.talk('person-1', 'cancel my order', 'talk to a person');
});
after(() => shop.close());

const most_tabs = 80;

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the element that has the focus matches a selector and contains a text. */
async function tabTo(page, selector, text = '') {
  for (let count = 0; count < most_tabs; count++) {
    if (await page.evaluate(([wanted, words]) => document.activeElement.matches(wanted) && document.activeElement.textContent.includes(words), [selector, text])) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the key Tab does not reach ${selector} ${text}`);
}

test('Talk, why, and edit and run again', async () => {
  const { page, done } = await openPage(shop, '#/talk');
  await page.waitForSelector('#step-1');
  await page.keyboard.type('It arrived broken and I want my money back');
  await press(page, 'Enter');
  await page.waitForSelector('#step-2');
  await page.keyboard.type('12345');
  await press(page, 'Enter');
  await page.waitForSelector('#step-3');
  await press(page, 'Escape', 'w');
  await page.waitForSelector('#step-3 .why');
  await page.locator('.log').focus();
  await tabTo(page, '#step-3 .edit-button');
  await press(page, 'Enter');
  await page.waitForFunction(() => document.activeElement.matches('.edit-form textarea'));
  await page.keyboard.type('54321');
  await press(page, 'Enter');
  await page.waitForSelector('.compare-row >> text=Refund order O-54321');
  await tabTo(page, 'a', 'Go on here');
  await press(page, 'Enter');
  await page.waitForSelector('#step-3 >> text=Refund order O-54321');
  await done();
});

test('Sessions: search, open a session and its why', async () => {
  const { page, done } = await openPage(shop, '#/talk');
  await page.waitForSelector('#step-1');
  await press(page, 'Escape', 'g', 's');
  await page.waitForSelector('.session-row');
  await press(page, '/');
  await page.keyboard.type('cancel');
  await press(page, 'Enter');
  await page.waitForSelector('.hit');
  await tabTo(page, '.session-row a');
  await press(page, 'Enter');
  await page.waitForSelector('.turns .step');
  await tabTo(page, '.why-button');
  await press(page, 'Enter');
  await page.waitForSelector('.why mark');
  await done();
});

test('Desk: answer a user and give the conversation back', async () => {
  const { page, done } = await openPage(shop, '#/sessions');
  await press(page, 'g', 'd');
  await page.waitForSelector('.session-row');
  await tabTo(page, '.session-row a');
  await press(page, 'Enter');
  await page.waitForSelector('[aria-label=Packet] dt');
  await tabTo(page, '#message');
  await page.keyboard.type('Which order is it?');
  await press(page, 'Enter');
  await page.waitForSelector('.bubble.agent >> text=Which order is it?');
  await tabTo(page, 'button', 'Give back and continue what was open');
  await press(page, 'Enter');
  await page.waitForSelector('text=The bot has the conversation.');
  await done();
});
