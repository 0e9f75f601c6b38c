// The view Bot: graphs with their counts, the source of a step, findings, and several bots.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPage, startConsole } from './browser.mjs';

let shop;
let trips;
before(async () => {
  shop = await startConsole();
  trips = await startConsole({ bot: 'tests/server/console/parts/bot.yaml', parts: ['tests/server/console/parts/part.yaml'] });
  await shop.server.talk('refund', 'It arrived broken and I want my money back', '12345', 'yes');
  await shop.server.talk('cancel', 'cancel my order', 'talk to a person');
});
after(() => Promise.all([shop.close(), trips.close()]));

const widths = [{ width: 1280 }, { width: 320, height: 640, scheme: 'dark' }];

/** The texts of the nodes of a picture, without their badges: "order_id param · line 12 · 1 time". */
const namesOf = (nodes) => nodes.evaluateAll((all) => all.map((one) => [...one.querySelectorAll(':scope > text')].map((text) => text.textContent).join(' ')));

/** What a picture must not do: cut a text, or put an edge or a label over a node. Runs in the page. */
function faultsOfPicture() {
  const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
  const apart = (a, b) => a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
  const nodes = [...document.querySelectorAll('.graph .node')].map((node) => ({ name: node.textContent, rect: node.querySelector('rect'), texts: node.querySelectorAll(':scope > text:not(.unseen)') }));
  const labels = [...document.querySelectorAll('.graph .edge-label')];
  const faults = [];
  nodes.forEach(({ name, rect, texts }, index) => {
    const outer = box(rect);
    for (const text of texts) {
      const inner = box(text);
      if (inner.left < outer.left + 2 || inner.right > outer.right - 2 || inner.top < outer.top || inner.bottom > outer.bottom) faults.push(`${name}: the text ${text.textContent} is wider than its box`);
    }
    for (const other of nodes.slice(index + 1)) if (!apart(outer, box(other.rect))) faults.push(`${name} overlaps ${other.name}`);
    for (const label of labels) if (!apart(box(label), outer)) faults.push(`the label ${label.textContent} is over ${name}`);
    const inside = ({ x, y }) => x > rect.x.baseVal.value + 1 && x < rect.x.baseVal.value + rect.width.baseVal.value - 1 && y > rect.y.baseVal.value + 1 && y < rect.y.baseVal.value + rect.height.baseVal.value - 1;
    for (const edge of document.querySelectorAll('.graph path:not(.arrow)')) {
      const length = edge.getTotalLength();
      for (let at = 4; at < length - 4; at += 4) if (inside(edge.getPointAtLength(at))) { faults.push(`an edge is over ${name}`); break; }
    }
  });
  return faults;
}

test('the bot shows its health, findings and intents', async () => {
  const { page, verify, done } = await openPage(shop, '#/bot', { scheme: 'dark' });
  await page.waitForSelector('.tag.good >> text=ready');
  await page.waitForSelector('text=The check found no problem.');
  await verify('the bot');
  await page.fill('#search', 'refund');
  const names = await page.locator('.intents a').allInnerTexts();
  assert.ok(names.includes('get_refund') && !names.includes('help'), names.join());
  await page.click('.intents >> text="get_refund"');
  await page.waitForSelector('.graph');
  assert.match(page.url(), /#\/bot\/get_refund$/);
  await page.click('text=The graph as a list');
  assert.match(await page.innerText('details[open]'), /param order_id \(line \d+\), then reason/);
  await verify('an intent');
  await done();
});

test('the picture of every intent has whole texts, and edges and labels beside the nodes', async () => {
  const { page, done } = await openPage(shop, '#/bot');
  const { intents } = await shop.server.send('GET', '/v1/bot');
  for (const { id } of [{ id: '' }, ...intents]) {
    await page.goto(`${shop.url}/console/#/bot/${id}?sessions=10`);
    await page.waitForSelector(`section[aria-label="${id || 'Links'}"]`);
    assert.deepEqual(await page.evaluate(faultsOfPicture), [], id || 'the links');
  }
  await done();
});

test('the counts of sessions are on the picture, in words and in the list', async () => {
  const { page, verify, done } = await openPage(shop, '#/bot/get_refund');
  await page.waitForSelector('.graph');
  assert.equal(await page.locator('.badge, .coverage, [data-reached]').count(), 0);
  await page.focus('#traffic');
  await page.selectOption('#traffic', { label: 'the last 10 sessions' });
  await page.waitForSelector('.badge');
  assert.match(page.url(), /#\/bot\/get_refund\?sessions=10$/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'traffic');
  assert.match(await page.innerText('.coverage'), /^\d+ of \d+ nodes were reached\. Dashed: not reached in the last 2 sessions\. The numbers count 5 turns of 2 sessions, which ran again with this bot\.$/);
  for (const name of await namesOf(page.locator('.graph .node[data-reached=yes]'))) assert.match(name, / · [1-9]\d* times?$/);
  for (const name of await namesOf(page.locator('.graph .node[data-reached=no]'))) assert.match(name, / · 0 times, not reached$/);
  const names = await namesOf(page.locator('.graph .node'));
  assert.ok(names.some((name) => /^order_id param · line \d+ · 1 time$/.test(name)), names.join('\n'));
  assert.ok(names.includes('cancelled · 0 times, not reached'));
  const [thick, thin] = await page.evaluate(() => ['yes', 'no'].map((reached) => parseFloat(getComputedStyle(document.querySelector(`.graph path[data-reached=${reached}]`)).strokeWidth)));
  assert.ok(thick > thin);
  await page.click('text=The graph as a list');
  assert.match(await page.innerText('details[open]'), /param order_id \(line \d+\), once, asked once, then reason \(once\) or exhausted: a person takes over \(not reached\)|param order_id \(line \d+\), once, asked once, then/);
  assert.equal(await page.textContent('.intents a[aria-current]'), 'get_refund1 once');
  await verify('an intent with counts');
  await page.click('text="Overview of the bot"');
  await page.waitForSelector('text=/3 of 56 intents began in the last 2 sessions/');
  assert.match(await page.innerText('.links'), /cancel_order is interrupted by contact_human_agent \(once\)/);
  assert.equal(await page.locator('.graph').getByRole('link', { name: 'contact_human_agent · 1 time' }).count(), 1);
  await verify('the links with counts');
  await page.selectOption('#traffic', '0');
  await page.waitForSelector('.badge', { state: 'detached' });
  await done();
});

test('a bot without sessions says so', async () => {
  const { page, done } = await openPage(trips, '#/bot/trip?sessions=5');
  assert.equal(await page.innerText('.coverage'), 'No session is stored yet.');
  assert.equal(await page.inputValue('#traffic'), '5');
  await done();
});

test('the overview has the intents with links, and opens them', async () => {
  const { page, verify, done } = await openPage(trips, '#/bot');
  await page.waitForSelector('.graph');
  assert.deepEqual(await namesOf(page.locator('.graph a')), ['trip', 'hello', 'ticket']);
  assert.equal((await page.locator('.links li').allInnerTexts()).join('; '), 'trip starts after unanswered questions hello; trip calls ticket');
  await verify('the overview');
  await page.locator('.graph').getByRole('link', { name: 'ticket' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('section[aria-label=ticket]');
  assert.match(page.url(), /#\/bot\/ticket$/);
  await done();
});

for (const look of widths) {
  test(`the keyboard opens the source of a node and comes back, ${look.width} pixels`, async () => {
    const { page, verify, done } = await openPage(shop, '#/bot/get_refund', look);
    await page.waitForSelector('.graph');
    const node = page.locator('.graph a[data-kind=confirm]');
    const line = Number((await node.textContent()).match(/line (\d+)/)[1]);
    await page.focus('.graph-scroll');
    for (let tabs = 0; tabs < 20 && !(await node.evaluate((one) => one === document.activeElement)); tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.source li[aria-current]');
    assert.match(page.url(), new RegExp(`#/bot/get_refund\\?line=${line}$`));
    const text = readFileSync(shop.server.bot, 'utf8').split('\n');
    assert.equal(await page.textContent('.source li[aria-current]'), text[line - 1]);
    assert.deepEqual(await page.locator('.source li').evaluateAll((all) => all.map((one) => [one.value, one.textContent])), text.slice(line - 11, line + 10).map((one, index) => [line - 10 + index, one || ' ']));
    assert.equal(await page.evaluate(() => document.activeElement.textContent), `${shop.server.bot}, line ${line}`);
    assert.equal(await page.locator('.node.selected').textContent(), await node.textContent());
    await verify('a source');
    await page.click('text="Earlier lines"');
    await page.click('text="Later lines"');
    await page.waitForFunction(() => document.querySelectorAll('.source li').length === 121);
    assert.equal(await page.locator('.source li').first().textContent(), text[line - 61]);
    await page.focus('text="Close the source"');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.source', { state: 'detached' });
    assert.ok(await node.evaluate((one) => one === document.activeElement));
    await done();
  });
}

test('findings lead to their line, in the file that has it', async () => {
  const { page, verify, done } = await openPage(trips, '#/bot');
  const part = trips.server.file('part.yaml');
  await page.waitForSelector('.findings');
  await verify('a finding');
  await page.click(`.findings a:has-text("${part}:8:")`);
  await page.waitForSelector('.source li[aria-current]');
  assert.equal(await page.textContent('.source li[aria-current]'), "      - say: 'Your seat is {place}.'");
  await page.reload();
  await page.waitForSelector('.source li[aria-current]');
  assert.equal(await page.textContent('[aria-label=Source] h2'), `${part}, line 8`);
  await page.goto(`${trips.url}/console/#/bot?line=999`);
  await page.waitForSelector('text=The file has 15 lines.');
  await done();
});

test('a reload shows the changed bot, and its findings lead to their lines', async () => {
  const { page, verify, done } = await openPage(trips, '#/bot/trip');
  await page.waitForSelector('.graph a:has-text("Enjoy your trip.")');
  writeFileSync(trips.server.bot, readFileSync(trips.server.bot, 'utf8').replace('Enjoy your trip.', 'Have a good time.'));
  await page.click('text="Change the bot"');
  await page.click('text="Reload the bot"');
  await page.waitForSelector('dialog >> text=The bot has changed.');
  await page.waitForSelector('.graph a:has-text("Have a good time.")');
  await verify('a reloaded bot');
  await page.click('dialog .findings a');
  await page.waitForSelector('.source li[aria-current] >> text=Your seat is {place}.');
  assert.equal(await page.locator('dialog').count(), 0);
  await done();
});

test('a key without the scope admin gets no source', async (context) => {
  const reader = await startConsole({ bot: 'tests/server/console/bot.yaml', scopes: 'read' });
  context.after(() => reader.close());
  const { page, verify, done } = await openPage(reader, `#key=${reader.key}`, { expected: /403/, ready: false });
  await page.waitForSelector('.tabs');
  await page.goto(`${reader.url}/console/#/bot/return_lamp?line=20`);
  await page.waitForSelector("[aria-label=Source] >> text=the key lacks the scope 'admin'");
  await verify('a refused source');
  await done();
});

test('a server with several bots: the choice, the address and the requests name one', async (context) => {
  const both = await startConsole({ bots: ['config/intents.yaml', 'tests/server/console/bot.yaml'] });
  context.after(() => both.close());
  await both.server.send('POST', '/v1/sessions/lamp-1/turns?bot=lamp-shop', { text: 'when are you open?' });
  const { page, verify, done } = await openPage(both, '#/bot');
  const asked = [];
  page.on('request', (request) => /\/v1\/(?!bots)/.test(request.url()) && asked.push(new URL(request.url()).searchParams.get('bot')));
  await page.waitForSelector('.intents >> text="get_refund"');
  assert.match(page.url(), /#\/bot\?bot=acme-support$/);
  await page.selectOption('#bot', 'lamp-shop');
  await page.waitForSelector('.intents >> text="return_lamp"');
  assert.match(page.url(), /#\/bot\?bot=lamp-shop$/);
  await verify('two bots');
  await page.click('.intents >> text="opening_hours"');
  await page.waitForSelector('.graph');
  await page.click('.tabs >> text="Sessions"');
  await page.waitForSelector('.session-row >> text=lamp-1');
  assert.match(page.url(), /#\/sessions\?bot=lamp-shop$/);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForSelector('.log > *');
  await page.fill('#message', 'when are you open?');
  await page.press('#message', 'Enter');
  await page.waitForSelector('.log >> text=We are open from Monday to Saturday.');
  assert.ok(asked.length > 5 && asked.every((bot) => bot === 'lamp-shop' || bot === 'acme-support') && asked.slice(-4).every((bot) => bot === 'lamp-shop'), asked.join());
  await page.goBack();
  await done();
  const other = await openPage(both, '#/bot/return_lamp?bot=lamp-shop', { width: 320, height: 640 });
  await other.page.waitForSelector('section[aria-label=return_lamp]');
  assert.equal(await other.page.inputValue('#bot'), 'lamp-shop');
  await other.verify('a link to an intent of the second bot');
  await other.page.goto(`${both.url}/console/#/report?bot=nobody`);
  await other.page.waitForSelector('text=The server has no bot nobody that you may use.');
  await other.verify('an unknown bot');
  await other.page.click('main >> text="acme-support"');
  await other.page.waitForSelector('h1 >> text=Report');
  await other.page.goto(`${both.url}/console/#bot=lamp-shop`);
  await other.page.waitForSelector('.log > *');
  assert.match(other.page.url(), /#\/talk\/[^/]+(\/\d+)?\?bot=lamp-shop$/);
  await other.done();
});
