// The story of a user, from the first message to a receipt, at two widths and in two themes.
// SHOTS names a folder that gets a screenshot of each state.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';

let shop;
before(async () => { shop = await startConsole(); });
after(() => shop.close());

const looks = [
  { name: 'wide_light', width: 1280, height: 800, scheme: 'light' },
  { name: 'wide_dark', width: 1280, height: 800, scheme: 'dark' },
  { name: 'narrow_light', width: 320, height: 640, scheme: 'light' },
  { name: 'narrow_dark', width: 320, height: 640, scheme: 'dark' },
];

async function shoot(page, name) {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`), fullPage: true });
}

async function holdConversation(page, state) {
  await say(page, 'It arrived broken and I want my money back');
  await say(page, '12345');
  await say(page, 'yes');
  assert.match(await page.locator('.log').innerText(), /Your refund R-2041/);
  await state('talk');
  await page.click('#step-2 .why-button');
  await page.waitForSelector('#step-2 .why mark >> text=money back');
  await state('why');
}

async function saveTestFile(page, name, state) {
  await page.click('text="Save as test"');
  await page.waitForSelector('dialog >> text=The conversation passes when it is replayed.');
  await state('test');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('dialog >> text=Download')]);
  const file = shop.server.file(`${name}.yaml`);
  await download.saveAs(file);
  await page.click('dialog >> text="Close"');
  assert.match(readFileSync(file, 'utf8'), /12345/);
  assert.match(shop.server.run('replay', file, '--bot', shop.server.bot), /\b1 passed, 0 failed/);
}

async function runAgain(page, state) {
  await page.hover('#step-3');
  await page.click('#step-3 .edit-button');
  await page.fill('.edit-form textarea', '54321');
  await page.press('.edit-form textarea', 'Enter');
  await page.waitForSelector('.compare-row >> text=Refund order O-54321');
  assert.match(await page.locator('.compare-row').first().innerText(), /Refund order O-12345[^]*Refund order O-54321/);
  await page.click('text=Run the next step here, too');
  await page.waitForFunction(() => document.querySelectorAll('.compare-row').length === 2 && !document.querySelector('.absent'));
  await state('compare');
}

async function answerAsPerson(page, session, state) {
  await page.click('.tabs >> text="Desk"');
  await page.waitForSelector('text=No one waits for a person.');
  const { handed_off: handedOff } = await shop.server.talk(session, 'cancel my order', 'talk to a person');
  assert.equal(handedOff, true);
  await page.click(`.session-row:has-text("${session}") a`);
  await page.waitForSelector('[aria-label=Packet] >> text=requested');
  await page.fill('label:has-text("Your name") input', 'Ann');
  await page.fill('#message', 'Which order is it?');
  await page.press('#message', 'Enter');
  await page.waitForSelector('.bubble.agent >> text=Which order is it?');
  await shop.server.talk(session, 'O-12345');
  await page.waitForSelector('.bubble.user >> text=O-12345');
  await state('desk');
  await page.click('text=Give back and continue what was open');
  await page.waitForSelector('text=The bot has the conversation.');
  const { handed_off: held } = await shop.server.send('GET', `/v1/sessions/${session}`);
  assert.equal(held, null);
  await state('given_back');
}

async function forget(page, session, state) {
  await page.click('.tabs >> text="Sessions"');
  await page.waitForSelector('.session-row');
  await state('sessions');
  await page.click(`.session-row:has-text("${session}") a`);
  await page.waitForSelector('.turns .step');
  await state('session');
  await page.click('text="Forget"');
  await page.fill('dialog input', session);
  await page.click('dialog >> text="Forget the session"');
  await page.waitForSelector(`.receipt >> text=Erased: ${session}`);
  await state('receipt');
  await page.click('text="Close"');
  const response = await fetch(`${shop.url}/v1/sessions/${session}`);
  assert.equal(response.status, 404);
}

for (const { name, ...look } of looks) {
  test(`the whole story, ${name}`, async () => {
    const { page, verify, done } = await openPage(shop, '#/talk', look);
    const state = async (what) => {
      await verify(`${what}, ${name}`);
      await shoot(page, `${name}_${what}`);
    };
    await holdConversation(page, state);
    await saveTestFile(page, name, state);
    await runAgain(page, state);
    await answerAsPerson(page, name, state);
    await page.click('.tabs >> text="Report"');
    await page.waitForSelector('.figure');
    await state('report');
    await page.click('.tabs >> text="Bot"');
    await page.waitForSelector('.intents');
    await state('bot');
    await forget(page, name, state);
    await done();
  });
}
