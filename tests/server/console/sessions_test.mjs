// The views Sessions and Desk: the list, one session, its notes, fork, archive and forgetting, and the handoff.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

let shop;
before(async () => {
  shop = await startConsole();
  await shop.server.talk('refund-1', 'It arrived broken and I want my money back', 'How long does a refund take?', '12345');
  await shop.server.talk('track-1', 'track order 54321');
  await shop.server.talk('person-1', 'cancel my order', 'talk to a person');
});
after(() => shop.close());

const rows = (page) => page.locator('.session-row code').allInnerTexts();

test('the list has filters with addresses, and a search over messages', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions');
  await page.waitForSelector('.session-row');
  await verify('the list of sessions');
  await page.selectOption('select[name=handed_off]', 'true');
  await page.waitForFunction(() => document.querySelectorAll('.session-row').length === 1);
  assert.match(page.url(), /#\/sessions\?handed_off=true$/);
  assert.deepEqual(await rows(page), ['person-1']);
  await page.goto(`${shop.url}/console/#/sessions?q=money`);
  await page.waitForSelector('.hit');
  assert.deepEqual([...new Set(await rows(page))], ['refund-1']);
  assert.equal(await page.inputValue('#search'), 'money');
  await page.fill('#search', 'nothing has these words');
  await page.press('#search', 'Enter');
  await page.waitForSelector('text=No session matches.');
  await verify('no session');
  await done();
});

test('the list shows only live or only expired sessions', async () => {
  const lamps = await startConsole({ bot: 'tests/server/console/bot.yaml' });
  const bot = readFileSync(lamps.server.bot, 'utf8');
  const restartWith = async (text) => {
    await lamps.server.stop();
    writeFileSync(lamps.server.bot, text);
    await lamps.server.start();
  };
  await restartWith(`${bot}\nsession: {ttl: 1s}\n`);
  for (let count = 0; count < 32; count++) await lamps.server.talk(`expired-${count}`, 'when are you open?');
  await restartWith(bot);
  for (let left = 40; left && (await lamps.server.send('GET', '/v1/sessions/expired-31')).standing !== 'expired'; left--) await new Promise((resolve) => setTimeout(resolve, 50));
  await lamps.server.talk('live-1', 'when are you open?');
  const { page, verify, done } = await openPage(lamps, '#/sessions');
  await page.waitForSelector('.session-row');
  await page.selectOption('select[name=standing]', 'expired');
  await page.waitForFunction(() => document.querySelectorAll('.session-row').length === 30 && !document.querySelector('.sessions').innerText.includes('live-1'));
  assert.match(page.url(), /#\/sessions\?standing=expired$/);
  assert.equal(await page.locator('.session-row .tag:has-text("expired")').count(), 30);
  await page.click('text="Show more"');
  await page.waitForFunction(() => document.querySelectorAll('.session-row').length === 32);
  await verify('expired sessions');
  await page.focus('select[name=standing]');
  await page.keyboard.press('l');
  await page.waitForFunction(() => document.querySelectorAll('.session-row').length === 1);
  assert.deepEqual(await rows(page), ['live-1']);
  assert.equal(await page.evaluate(() => document.activeElement.name), 'standing');
  await page.fill('#search', 'open');
  await page.press('#search', 'Enter');
  await page.waitForSelector('.hit');
  assert.deepEqual(await rows(page), ['live-1']);
  assert.match(page.url(), /q=open&standing=live$/);
  await done();
  await lamps.close();
});

test('new turns of all sessions appear live', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions');
  await page.waitForSelector('text="connected"');
  await shop.server.talk('live-1', 'hello');
  await page.waitForSelector('.live-row >> text=live-1');
  await verify('a live turn');
  await page.click('.live-row a');
  await page.waitForSelector('.step.selected');
  assert.match(await page.title(), /^live-1 - parley$/);
  await done();
});

test('the live turns follow the filters', async () => {
  const { page, done } = await openPage(shop, '#/sessions?handed_off=true');
  await page.waitForSelector('text="connected"');
  await shop.server.talk('live-2', 'hello');
  await shop.server.talk('live-3', 'talk to a person');
  await page.waitForSelector('.live-row >> text=live-3');
  assert.deepEqual(await page.locator('.live-row a').allInnerTexts(), ['live-3']);
  await shop.server.send('POST', '/v1/sessions/live-3:give_back', { resume: false });
  await done();
});

test('a session shows its turns, why, the state and the context', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions/refund-1/2');
  await page.waitForSelector('.step.selected[data-step="2"]');
  assert.match(await page.locator('.turns').innerText(), /It arrived broken and I want my money back[^]*Refund order O-12345/);
  await page.click('.step[data-step="1"] .why-button');
  await page.waitForSelector('.why mark >> text=money back');
  assert.match(await page.innerText('.why'), /get_refund needs the param order_id/);
  await page.click('text="Show"');
  await page.waitForSelector('pre[aria-label=Context] >> text=user: It arrived broken');
  await verify('a session');
  await shop.server.talk('refund-1', 'yes');
  await page.waitForSelector('.turns >> text=Your refund R-2041');
  await done();
});

test('a turn opens in Talk and goes another way', async () => {
  const { page, done } = await openPage(shop, '#/sessions/refund-1');
  await page.click('.step[data-step="3"] >> text=Try from here');
  await page.waitForSelector('text=continues refund-1 after turn 2');
  await page.fill('#message', '54321');
  await page.press('#message', 'Enter');
  await page.waitForSelector('.log >> text=Refund order O-54321');
  await done();
});

test('notes, fork, archive and restore change the session', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions/track-1');
  await page.fill('label:has-text("Title") input', 'Late parcel');
  await page.fill('label:has-text("Tags") input', 'late, vip');
  await page.click('text=Save the notes');
  await page.waitForSelector('h1 >> text=Late parcel');
  assert.match(await page.innerText('.session-head'), /#late\s*#vip/);
  await page.click('text="Archive"');
  await page.waitForSelector('text="Restore"');
  await verify('an archived session');
  await page.click('text="Restore"');
  await page.waitForSelector('text="Archive"');
  await page.click('text="Fork"');
  await page.fill('dialog input[type=text]', 'track-2');
  await verify('the fork dialog');
  await page.click('dialog >> text="Fork"');
  await page.waitForSelector('.session-facts >> text=track-2');
  await done();
});

test('forgetting asks for the name and shows the receipt', async () => {
  await shop.server.talk('forget-1', 'hello');
  const { page, verify, done } = await openPage(shop, '#/sessions/forget-1', { expected: /404/ });
  await page.click('text="Forget"');
  const button = page.locator('dialog >> text="Forget the session"');
  assert.ok(await button.isDisabled());
  assert.match(await page.innerText('dialog'), /erases the session forget-1/);
  await page.fill('dialog input', 'forget-1');
  await verify('the question before forgetting');
  await button.click();
  await page.waitForSelector('.receipt >> text=Erased: forget-1 with 1 turn');
  await verify('the receipt');
  await page.click('text="Close"');
  await page.waitForSelector('.session-row');
  assert.ok(!(await rows(page)).includes('forget-1'));
  await done();
});

test('a person answers on the desk and gives the conversation back', async () => {
  const { page, verify, done } = await openPage(shop, '#/desk');
  await page.click('.session-row:has-text("person-1") a');
  await page.waitForSelector('text=Last 4 messages before the handoff');
  assert.match(await page.innerText('[aria-label=Packet]'), /Reason\s+requested\s+Intent\s+cancel_order/);
  await page.fill('label:has-text("Your name") input', 'Ann');
  await page.fill('#message', 'Which order is it?');
  await page.press('#message', 'Enter');
  await page.waitForSelector('.bubble.agent >> text=Which order is it?');
  assert.equal(await page.innerText('.bubble.agent .author'), 'Ann');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('parley.author')), 'Ann');
  await shop.server.talk('person-1', 'O-12345');
  await page.waitForSelector('.bubble.user >> text=O-12345');
  await verify('a conversation on the desk');
  await page.click('text=Give back and continue what was open');
  await page.waitForSelector('text=The bot has the conversation.');
  await page.waitForSelector('text=No one waits for a person.');
  await verify('a conversation that was given back');
  await done();
});

test('a conversation that is handed off enters the queue by itself', async () => {
  const { page, done } = await openPage(shop, '#/desk');
  await page.waitForSelector('text=No one waits for a person.');
  await shop.server.talk('person-2', 'talk to a person');
  await page.waitForSelector('.session-row >> text=person-2');
  await done();
});

test('an unknown session is an error in words', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions/none', { expected: /404/ });
  await page.waitForSelector('.problem >> text=The session does not exist');
  await verify('an unknown session');
  await done();
});

test('a lost server is an error in words, and the view tries again', async () => {
  const { page, done } = await openPage(shop, '#/report', { expected: /net::ERR/ });
  await page.waitForSelector('.figure');
  await shop.server.stop();
  await page.evaluate(() => { location.hash = '#/sessions'; });
  await page.waitForSelector('text=The server does not answer');
  await shop.server.start();
  await page.click('text="Try again"');
  await page.waitForSelector('.session-row');
  await done();
});
