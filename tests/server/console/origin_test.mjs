// Talk continues a stored session: which turns it repeats, and which of them go another way than the stored ones.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';

let lamps;
before(async () => {
  lamps = await startConsole({ bot: 'tests/server/console/bot.yaml' });
  await lamps.server.talk('return-1', 'I want to return a lamp, order 1234', 'when are you open?', 'ann@example.org');
});
after(() => lamps.close());

async function changeBot(before, after) {
  writeFileSync(lamps.server.bot, readFileSync(lamps.server.bot, 'utf8').replace(before, after));
  await lamps.server.send('POST', '/v1/bot:reload', {});
}

test('repeated turns link to the stored ones, and nothing is said if all are the same', async () => {
  const { page, verify, done } = await openPage(lamps, '#/talk?session=return-1&before=3');
  await page.waitForSelector('text=continues return-1 after turn 2');
  assert.equal(await page.locator('.origin details').count(), 0);
  assert.deepEqual(await page.locator('.step a:has-text("stored turn")').evaluateAll((all) => all.map((one) => one.getAttribute('href'))), ['#/sessions/return-1/1', '#/sessions/return-1/2']);
  await say(page, 'bob@example.org');
  assert.equal(await page.locator('#step-3 a:has-text("stored turn")').count(), 0);
  await verify('a session goes on');
  await page.click('#step-2 >> text="stored turn 2"');
  await page.waitForSelector('.step.selected[data-step="2"]');
  await done();
});

test('before the first turn, the conversation is empty and has the time of the session', async () => {
  const { page, done } = await openPage(lamps, '#/sessions/return-1');
  await page.click('.step[data-step="1"] >> text=Try from here');
  await page.waitForSelector('text=begins at the time of return-1');
  assert.equal(await page.locator('.step').count(), 0);
  await say(page, 'I want to return a lamp, order 4321');
  assert.match(await page.innerText('#step-1'), /Where shall I send the label\?/);
  await done();
});

test('turns that go another way are named with the differences, also after a reload', async () => {
  await changeBot('Where shall I send the label?', 'Which address gets the label?');
  const { page, verify, done } = await openPage(lamps, '#/talk?session=return-1&before=3', { width: 320 });
  const note = page.locator('.origin details');
  const assertNote = async () => {
    await note.locator('text=2 of 2 repeated turns went another way than the stored ones').waitFor();
    assert.match(await note.innerText(), /Turn 1 of return-1\s+reply, stored\s+Where shall I send the label\?\s+reply, now\s+Which address gets the label\?\s+Turn 2 of return-1\s+reply, stored\s+Where shall I send the label\?/);
    assert.match(await note.innerText(), /the facts that the channel sent are not stored/);
    assert.equal(await page.locator('.step .tag:has-text("differs from the stored turn")').count(), 2);
  };
  await assertNote();
  await verify('turns that went another way');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/origin.png`, fullPage: true });
  await page.reload();
  await assertNote();
  await page.locator('.origin summary').focus();
  await page.keyboard.press('Enter');
  assert.equal(await note.getAttribute('open'), null);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Repeated turns');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.step.selected[data-step="1"]');
  await done();
});

test('a branch keeps the differences of the turns that it repeats', async () => {
  const { page, done } = await openPage(lamps, '#/talk?session=return-1&before=3');
  await page.waitForSelector('.origin details');
  await page.hover('#step-2');
  await page.click('#step-2 .edit-button');
  await page.fill('.edit-form textarea', 'bob@example.org');
  await page.press('.edit-form textarea', 'Enter');
  await page.waitForSelector('.compare');
  await page.waitForSelector('text=1 of 1 repeated turn went another way than the stored one');
  await page.click('text=Go on here');
  await page.waitForSelector('#step-2 >> text=Return order L-1234');
  assert.equal(await page.locator('#step-1 a:has-text("stored turn 1")').count(), 1);
  assert.equal(await page.locator('#step-2 a:has-text("stored turn")').count(), 0);
  await page.click('text="New"');
  await page.waitForSelector('.origin:empty', { state: 'attached' });
  await done();
});
