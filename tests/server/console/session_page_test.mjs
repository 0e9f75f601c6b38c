// The page of a session: private values, the search in the transcript, topics, the export, paper, and forgetting a user.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

const email = 'ann@example.org';
const messages = ['It arrived broken and I want my money back', `my e-mail is ${email}`, 'Wo ist mein Päckchen?', '12345'];
let shop;
let limited;
before(async () => {
  shop = await startConsole();
  await shop.server.stop();
  appendFileSync(shop.server.bot, '\nmemory: {topics: {}}\n');
  await shop.server.start();
  limited = await startConsole({ scopes: 'turn,read,write,agent,admin' });
  for (const { server } of [shop, limited]) {
    await server.talk('private-1', ...messages);
    await server.talk('search-1', ...messages);
    await server.talk('desk-1', `my e-mail is ${email}`, 'talk to a person');
  }
});
after(() => Promise.all([shop.close(), limited.close()]));

const clearBox = 'label:has-text("Show private values") input';

async function openSession(console, hash, options) {
  const opened = await openPage(console, console.key ? `#key=${console.key}` : hash, { ...options, ready: false });
  if (console.key) await opened.page.goto(`${console.url}/console/${hash}`);
  await opened.page.waitForSelector('.turns .step');
  return opened;
}

for (const { name, hash, place } of [{ name: 'a session', hash: '#/sessions/private-1', place: '.turns' }, { name: 'the desk', hash: '#/desk/desk-1', place: '.desk-case' }]) {
  test(`${name} masks private values until the switch is on, and again after a reload`, async () => {
    const { page, verify, done } = await openSession(shop, hash);
    const text = () => page.innerText(place);
    assert.ok(!(await text()).includes(email));
    assert.match(await text(), /\{email\}/);
    await page.focus(clearBox);
    await page.keyboard.press('Space');
    await page.waitForSelector(`.bubble.user >> text=${email}`);
    await page.waitForFunction(() => document.getElementById('status').textContent === 'Private values are shown.');
    await verify(`${name} with private values`);
    await page.locator('.step', { hasText: email }).locator('.why-button').click();
    await page.waitForSelector('.why');
    if (name === 'a session') assert.ok((await page.innerText('.why')).includes(email));
    await shop.server.talk(hash.split('/').at(-1), `or write to other.${email}`);
    await page.waitForSelector(`.bubble.user >> text=other.${email}`);
    await page.reload();
    await page.waitForSelector('.turns .step');
    assert.equal(await page.isChecked(clearBox), false);
    assert.ok(!(await text()).includes(email));
    await page.check(clearBox);
    await page.waitForSelector(`.bubble.user >> text=other.${email}`);
    await page.uncheck(clearBox);
    await page.waitForFunction((one) => !document.querySelector('.turns').innerText.includes(one), email);
    assert.ok(await page.locator('.turns .step').count() > 1);
    await done();
  });

  test(`${name} says that a key without the scope cannot show private values`, async () => {
    const { page, verify, done } = await openSession(limited, hash, { expected: /40[13]/ });
    await page.click(clearBox);
    await page.waitForSelector('.problem >> text=needs the scope \'clear\'');
    assert.equal(await page.isChecked(clearBox), false);
    assert.ok(await page.locator('.turns .step').count() > 1);
    assert.ok(!(await page.innerText('body')).includes(email));
    await verify(`${name} without the scope`);
    await done();
  });
}

test('why marks the words of a message with masks, and of the same message without', async () => {
  await shop.server.talk('marks-1', `I am ${email} and I want my money back, it arrived broken`);
  const { page, done } = await openSession(shop, '#/sessions/marks-1');
  const marked = async () => {
    await page.click('.why-button');
    await page.waitForSelector('.why mark');
    return page.locator('.why mark').evaluateAll((all) => all.map((one) => [one.dataset.kind, one.firstChild.data]));
  };
  const expected = (address) => [['act', address], ['intent', 'money back'], ['value', 'broken']];
  assert.deepEqual(await marked(), expected('{email}'));
  await page.check(clearBox);
  await page.waitForSelector(`.bubble.user >> text=${email}`);
  assert.deepEqual(await marked(), expected(email));
  await done();
});

test('Talk masks private values of a session for a key without the scope', async () => {
  for (const [console, shown] of [[shop, true], [limited, false]]) {
    await console.server.talk('try-1', `I am ${email} and I want my money back`, '12345');
    const { page, done } = await openSession(console, '#/sessions/try-1', { expected: /401/ });
    await page.click('.step[data-step="2"] >> text=Try from here');
    await page.waitForSelector('text=continues try-1 after turn 1');
    assert.equal((await page.innerText('.log')).includes(email), shown);
    await page.click('#step-1 .why-button');
    await page.waitForSelector('.why mark >> text=money back');
    assert.equal((await page.innerText('body')).includes(email), shown);
    await done();
  }
});

test('the search shows the turns with all words, also from the list', async () => {
  const { page, verify, done } = await openPage(shop, '#/sessions?q=packchen');
  await page.click('.session-row:has-text("search-1") a');
  await page.waitForSelector('text=1 of 4 turns');
  assert.equal(await page.locator('.turns .step:visible').count(), 1);
  await verify('a search in a session');
  await page.press('body', '/');
  await page.fill('#search', 'MONEY back');
  await page.waitForFunction(() => document.querySelector('.turns .step:not([hidden])')?.dataset.step === '1');
  await page.fill('#search', 'nothing has this');
  await page.waitForSelector('text=0 of 4 turns');
  await page.click('.session-side .turn-link >> nth=0');
  await page.waitForSelector('.step.selected:visible');
  await page.fill('#search', '');
  await page.waitForFunction(() => document.querySelectorAll('.turns .step:not([hidden])').length === 4);
  await done();
});

test('topics load on demand, and a bot without topics says so', async () => {
  const { page, verify, done } = await openSession(shop, '#/sessions/private-1');
  await page.click('text="Show the topics"');
  await page.waitForSelector('.topics >> text=/\\d+ messages/');
  await verify('the topics');
  await done();
  const other = await openSession(limited, '#/sessions/private-1', { expected: /40[01]/ });
  await other.page.click('text="Show the topics"');
  await other.page.waitForSelector('.session-side .problem >> text=/topics/');
  await other.done();
});

test('an export can be imported, and needs the scope clear', async () => {
  const { page, done } = await openSession(shop, '#/sessions/private-1');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text="Export"')]);
  assert.equal(download.suggestedFilename(), 'private-1.jsonl');
  const file = shop.server.file('export.jsonl');
  await download.saveAs(file);
  assert.ok(readFileSync(file, 'utf8').includes(email));
  shop.server.run('sessions', 'import', file, '--db', shop.server.file('copy.db'));
  assert.match(shop.server.run('sessions', 'list', '--db', shop.server.file('copy.db')), /private-1/);
  await done();
  const other = await openSession(limited, '#/sessions/private-1', { expected: /40[13]/ });
  await other.page.click('text="Export"');
  await other.page.waitForSelector("text=an export needs the scope 'clear'");
  await other.verify('an export that is not allowed');
  await other.done();
});

test('unsaved notes and the focus stay when a turn arrives', async () => {
  await shop.server.talk('notes-1', 'hello');
  const { page, done } = await openSession(shop, '#/sessions/notes-1');
  await page.fill('label:has-text("Title") input', 'Half a tit');
  await page.focus('[data-action=fork]');
  await page.waitForTimeout(300);  // the stream begins
  await shop.server.talk('notes-1', 'cancel my order');
  await page.waitForSelector('.session-facts >> text="2 turns"');
  assert.equal(await page.inputValue('label:has-text("Title") input'), 'Half a tit');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.action), 'fork');
  await page.focus('[data-action=archive]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text="Restore"');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Restore');
  await done();
});

test('paper has the transcript and no control', async () => {
  const { page, done } = await openSession(shop, '#/sessions/private-1', { scheme: 'dark' });
  await page.click('.why-button >> nth=0');
  await page.waitForSelector('.why');
  let printed = 0;
  await page.exposeFunction('printed', () => { printed++; });
  await page.evaluate(() => { window.print = window.printed; });
  await page.click('text="Print"');
  await page.waitForFunction(() => document.querySelector('.transcript'));
  assert.equal(printed, 1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const visible = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, summary, nav, form, .button-link, aside, .state')].filter((one) => one.checkVisibility()).map((one) => one.outerHTML));
  assert.deepEqual(visible, []);
  const text = await page.innerText('body');
  assert.match(text, /private values are masked[^]*User:\s*It arrived broken[^]*Turn 1, \d+ \w+, \d\d:\d\d[^]*Bot:[^]*Turn 4, /);
  const colors = await page.evaluate(() => [getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.querySelector('.turns')).overflowY]);
  assert.deepEqual(colors, ['light', 'visible']);
  if (process.env.SHOTS) {
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.screenshot({ path: `${process.env.SHOTS}/print.png`, fullPage: true });
    await page.pdf({ path: `${process.env.SHOTS}/print.pdf`, format: 'A4' });
  }
  await done();
});

test('forgetting a user finds the sessions, asks for the name and shows the receipt', async () => {
  const send = (session, user) => shop.server.send('POST', `/v1/sessions/${session}/turns`, { text: 'hello', user });
  for (const [session, user] of [['user-1', 'ann/smith'], ['user-2', 'ann/smith'], ['user-3', 'bob']]) await send(session, user);
  const { page, verify, done } = await openSession(shop, '#/sessions/user-1', { expected: /404/ });
  await page.click('text="Forget user"');
  await page.fill('dialog input', 'bob');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog >> text=The session user-1 belongs to another user.');
  await verify('another user');
  await page.fill('dialog input', 'ann/smith');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog >> text=Forget the user ann/smith?');
  await page.waitForFunction(() => document.querySelectorAll('dialog').length === 1);
  assert.match(await page.innerText('dialog'), /erases 2 sessions/);
  assert.ok(await page.isDisabled('dialog >> text="Forget the user"'));
  await page.click('dialog summary');
  assert.deepEqual((await page.locator('dialog .names li').allInnerTexts()).sort(), ['user-1', 'user-2']);
  await verify('the question before forgetting a user');
  await page.fill('dialog input', 'ann/smith');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.receipt >> text=/Erased: user-[12], user-[12] with 2 turns/');
  await verify('the receipt');
  await page.click('text="Close"');
  await page.waitForSelector('.session-row >> text=user-3');
  assert.equal(await page.locator('.session-row code:text-matches("user-[12]")').count(), 0);
  await done();
});

test('a session without a user has no user to forget', async () => {
  const { page, done } = await openSession(shop, '#/sessions/private-1');
  assert.equal(await page.locator('text="Forget user"').count(), 0);
  await done();
});
