// Tests the chat (server/widget/parley.js) with axe in its states, at 1280 and 320 pixels, light and dark. With the variable
// SHOTS, it writes a picture of each state into that folder.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { resolve } from '../packages.mjs';
import { launch, withChat } from './browser.mjs';

const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function check(page, name) {
  await page.waitForTimeout(250);  // the animation of the panel
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`), []);
}

async function smallTargets(page) {
  return page.locator('button:visible, a:visible, textarea:visible').evaluateAll((all) =>
    all
      .filter((element) => element.getRootNode() !== document)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 43.9)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`),
  );
}

for (const width of [1280, 320]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${width} pixels, ${colorScheme}`, () =>
      withChat(browser, async ({ chat, stub }) => {
        const { page } = chat;
        await page.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><rect width="240" height="120" fill="#789"/></svg>' }));
        const shot = (name) => check(page, `${name}_${width}_${colorScheme}`);
        await shot('closed');
        await chat.open();
        await chat.say('cancel my order');
        await chat.reads('Which order shall I cancel?');
        await shot('question');
        await chat.say('card');
        await chat.reads('Anvil');
        await shot('card');
        assert.deepEqual(await smallTargets(page), []);
        const hidden = await chat.log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
        assert.ok(hidden < 2, `${hidden} pixels of the newest message are hidden`);
        await chat.askForPerson();
        stub.personSays('This is Ann. Your parcel is at the depot, and you can fetch it from 9 to 5.');
        await chat.reads('This is Ann. Your parcel is at the depot, and you can fetch it from 9 to 5.');
        stub.refusesNext = { status: 422, code: 'limit_exceeded' };
        await chat.say('A message that the server refuses');
        await page.getByText('Not sent.').waitFor();
        await shot('person');
        stub.isDown = true;
        await chat.say('A message that waits for the network, with_a_very_long_word_that_does_not_fit_into_any_bubble_of_the_chat');
        await page.getByText('No connection.', { exact: false }).waitFor();
        await shot('offline');
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0, 'the page does not scroll sideways');
        await page.keyboard.press('Escape');
        stub.isDown = false;
        stub.personSays('Hello?');
        await page.getByRole('button', { name: /New messages/ }).waitFor();
        await shot('unread');
      }, { colorScheme, viewport: { width, height: 700 } }));
  }
}

test('forced colors and reduced motion', () =>
  withChat(browser, async ({ chat }) => {
    await chat.open();
    await chat.say('cancel my order');
    await chat.reads('Which order shall I cancel?');
    const border = await chat.log.locator('.message').first().evaluate((element) => getComputedStyle(element).borderTopStyle);
    assert.equal(border, 'solid');
    assert.equal(await chat.panel.evaluate((element) => getComputedStyle(element).animationName), 'none');
    await check(chat.page, 'forced_colors');
  }, { forcedColors: 'active', reducedMotion: 'reduce' }));

test('the accessibility tree', () =>
  withChat(browser, async ({ chat }) => {
    await chat.open();
    await chat.say('cancel my order');
    await chat.reads('Which order shall I cancel?');
    assert.equal(await chat.panel.ariaSnapshot(), `
- dialog "Chat":
  - heading "Chat" [level=2]
  - button "Save the conversation"
  - button "Close chat"
  - log "Messages":
    - text: "Bot: Hello, how can I help? You: cancel my order Bot: Which order shall I cancel?"
    - group "Suggested replies":
      - button "O-12345"
      - button "O-54321"
  - status
  - textbox "Write a message"
  - button "Send"
`.trim());
  }));
