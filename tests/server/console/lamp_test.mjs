// Talk with the bot of these tests: a tool that a person answers, attachments, and a value that the bot refuses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';

let lamps;
before(async () => { lamps = await startConsole({ bot: 'tests/server/console/bot.yaml' }); });
after(() => lamps.close());

async function callTool(page) {
  await say(page, 'I want to return a lamp, order 1234');
  await say(page, 'ann@example.org');
  await say(page, 'yes');
  await page.waitForSelector('.tool-form');
}

test('a person answers a tool call', async () => {
  const { page, verify, done } = await openPage(lamps, '#/talk');
  await callTool(page);
  assert.match(await page.innerText('.tool-form'), /returns\.create[^]*"order":"L-1234"/);
  await verify('an open tool call');
  await page.fill('.tool-form textarea', '{"id": ');
  await page.click('text=Send the result');
  assert.match(await page.innerText('.field-problem'), /The data is not valid JSON/);
  await page.fill('.tool-form textarea', '{"id": "R-7"}');
  await page.click('text=Send the result');
  await page.waitForSelector('text=Done. Your label is R-7.');
  assert.equal(await page.locator('.tool-form').count(), 0);
  await done();
});

for (const [outcome, prepare, expected] of [
  ['Failed', async () => {}, 'I could not return order L-1234 myself.'],
  ['Timeout', async () => {}, 'I could not return order L-1234 myself.'],
  ['Rejected', (page) => page.fill('.tool-form input[type=text]', 'We do not know that order.'), 'We do not know that order.'],
]) {
  test(`a tool call ends as ${outcome}`, async () => {
    const { page, verify, done } = await openPage(lamps, '#/talk');
    await callTool(page);
    await page.check(`.tool-form >> label:has-text("${outcome}") >> input`);
    await verify(`the outcome ${outcome}`);
    await prepare(page);
    await page.click('text=Send the result');
    await page.waitForSelector(`.log >> text=${expected}`);
    await done();
  });
}

test('attachments are links and buttons', async () => {
  const { page, verify, done } = await openPage(lamps, '#/talk', { width: 320 });
  await say(page, 'when are you open?');
  const links = await page.locator('.attachments a').evaluateAll((all) => all.map((one) => [one.href, one.rel, one.target]));
  assert.deepEqual(links.map(([href]) => href), ['https://lamps.example/hours', 'https://lamps.example/shop.jpg', 'https://lamps.example/map']);
  assert.ok(links.every(([, rel, target]) => rel === 'noopener noreferrer' && target === '_blank'));
  await verify('attachments');
  await page.click('.attachments >> text="Return a lamp"');
  await page.waitForSelector('.log >> text=Which order is it about?');
  await done();
});

test('why shows a value that the bot refuses', async () => {
  const { page, verify, done } = await openPage(lamps, '#/talk');
  await say(page, 'I want to return a lamp, order 0234');
  await page.locator('.why-button').last().click();
  assert.match(await page.innerText('.why'), /refused: Our order numbers never begin with a zero\./);
  assert.equal(await page.innerText('.why mark[data-kind=refused]'), '02342');
  await verify('a refused value');
  await done();
});
