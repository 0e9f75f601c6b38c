// The view Talk: messages, why, the state, branches, the world, tools by hand and tests.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';

let shop;
before(async () => { shop = await startConsole(); });
after(() => shop.close());

const refund = async (page) => {
  await say(page, 'It arrived broken and I want my money back');
  await say(page, '12345');
};

test('a message gets an answer, and the field keeps the focus', async () => {
  const { page, verify, done } = await openPage(shop, '#/talk');
  await verify('an empty conversation');
  await refund(page);
  assert.match(await page.locator('.step').last().innerText(), /Refund order O-12345 because it arrived damaged/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'message');
  await page.press('#message', 'ArrowUp');
  assert.equal(await page.inputValue('#message'), '12345');
  await page.press('#message', 'ArrowUp');
  assert.equal(await page.inputValue('#message'), 'It arrived broken and I want my money back');
  await page.press('#message', 'ArrowDown');
  await page.press('#message', 'ArrowDown');
  assert.equal(await page.inputValue('#message'), '');
  await page.click('.replies >> text=no');
  await page.waitForSelector('#step-4');
  await verify('a conversation');
  await done();
});

test('why marks the words, and names values, candidates and decisions', async () => {
  const { page, verify, done } = await openPage(shop, '#/talk');
  await refund(page);
  await page.click('#step-2 .why-button');
  const why = page.locator('#step-2 .why');
  assert.deepEqual(await why.locator('mark').evaluateAll((marks) => marks.map((mark) => [mark.dataset.kind, mark.firstChild.data])), [['value', 'broken'], ['intent', 'money back']]);
  const text = await why.innerText();
  for (const expected of ["The param reason is 'it arrived damaged', from 'broken'.", 'get_refund', '1.00', 'bot.yaml:', 'start get_refund', 'ask get_refund.order_id']) assert.ok(text.includes(expected), expected);
  await page.click('#step-2 .others summary');
  await verify('an open explanation');
  await page.click('#step-2 .why-button');
  assert.equal(await why.isVisible(), false);
  await done();
});

test('the state names values and their turns, and every step has an address', async () => {
  const { page, done } = await openPage(shop, '#/talk');
  await refund(page);
  const side = page.locator('.talk-side');
  assert.match(await side.innerText(), /Waits for a yes or no of get_refund[^]*order_id\s+\(changed\)\s+O-12345 turn 3/);
  assert.equal(await side.locator('.changed dt').textContent(), 'order_id (changed)');
  await side.locator('text="turn 2"').click();
  await page.waitForFunction(() => /State after step 2/.test(document.querySelector('.talk-side').innerText));
  assert.match(await side.innerText(), /Waits for order_id of get_refund/);
  const address = page.url();
  assert.match(address, /#\/talk\/[^/]+\/2$/);
  await page.reload();
  await page.waitForSelector('#step-3');
  assert.match(await side.innerText(), /State after step 2/);
  await page.click('[aria-label="The step after"]');
  await page.waitForFunction(() => /State after step 3/.test(document.querySelector('.talk-side').innerText));
  await done();
});

test('an edited message runs again beside the original', async () => {
  const { page, verify, done } = await openPage(shop, '#/talk');
  await refund(page);
  await say(page, 'yes');
  const original = await page.evaluate(() => sessionStorage.getItem('parley.simulation'));
  await page.hover('#step-3');
  await page.click('#step-3 .edit-button');
  await verify('a message in the editor');
  await page.fill('.edit-form textarea', '54321');
  await page.press('.edit-form textarea', 'Enter');
  await page.waitForSelector('.compare');
  const row = page.locator('.compare-row').first();
  assert.match(await row.innerText(), /reply differs/);
  assert.match(await row.innerText(), /get_refund\/order_id: O-12345 → O-54321/);
  await verify('a comparison');
  await page.click('text=Run the next step here, too');
  await page.waitForFunction(() => document.querySelectorAll('.compare-row').length === 2 && !document.querySelector('.absent'));
  await page.reload();
  await page.waitForSelector('.compare');
  await page.click('text=Go back to it');
  await page.waitForSelector('#step-4');
  assert.ok(page.url().includes(original));
  await done();
});

test('the world: silence, time, a second delivery, a restart, the end', async () => {
  const { page, done } = await openPage(shop, '#/talk');
  await say(page, 'cancel my order');
  const act = async (name, expected) => {
    const count = await page.locator('.step').count();
    await page.click(`.world >> text="${name}"`);
    await page.locator('.step').nth(count).waitFor();
    assert.match(await page.locator('.step').last().innerText(), expected);
  };
  await act('Deliver again', /delivers the last message again[^]*delivered again: nothing happened/);
  await act('Silence', /The user is silent/);
  await act('Restart', /The process restarts/);
  await act('Expire', /The clock moves on by 30 min/);
  await act('+1 h', /The clock moves on by 1 h/);
  await act('End', /The conversation ends/);
  assert.match(await page.locator('.talk-side').innerText(), /The conversation has ended/);
  await done();
});

test('a conversation becomes a test', async () => {
  const { page, verify, done } = await openPage(shop, '#/talk');
  await refund(page);
  await page.click('text="Save as test"');
  await page.waitForSelector('pre.yaml');
  assert.match(await page.innerText('dialog'), /The conversation passes[^]*user: It arrived broken/);
  await verify('the test');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('dialog >> text=Download')]);
  assert.match(download.suggestedFilename(), /\.yaml$/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await done();
});

test('the bot reloads, and stored turns that would change open in the comparison', async () => {
  await shop.server.talk('changed', 'cancel my order');
  const { page, verify, done } = await openPage(shop, '#/talk');
  await page.click('text="Change the bot"');
  await page.click('text="Reload the bot"');
  await page.waitForSelector('dialog >> text=The bot file has not changed.');
  writeFileSync(shop.server.bot, readFileSync(shop.server.bot, 'utf8').replaceAll('Which order shall I cancel?', 'Tell me the order to cancel.'));
  await page.click('text="Compare stored turns"');
  await page.waitForSelector('text=1 of 1 stored turn would now go another way.');
  await verify('the changed turns');
  await page.click('text="Reload and compare"');
  await page.waitForSelector('.compare');
  assert.match(await page.innerText('.compare'), /Stored: changed, turn 1[^]*Which order shall I cancel[^]*Tell me the order to cancel/);
  await done();
});

test('a conversation that the server forgot runs again', async () => {
  const { page, done } = await openPage(shop, '#/talk', { expected: /404/ });
  await say(page, 'cancel my order');
  const id = await page.evaluate(() => sessionStorage.getItem('parley.simulation'));
  await shop.server.send('DELETE', `/v1/simulations/${id}`);
  await page.reload();
  await page.click('text=Run its 2 steps again');
  await page.waitForFunction(() => document.querySelector('.log').innerText.includes('Tell me the order to cancel.'));
  await done();
});
