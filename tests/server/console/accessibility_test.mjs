// The accessibility tree of each view is the one in accessibility/*.txt. APPROVE=1 writes the files.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { openPage, say, startConsole } from './browser.mjs';

const folder = fileURLToPath(new URL('accessibility/', import.meta.url));
let shop;
before(async () => {
  shop = await startConsole({ bot: 'tests/server/console/bot.yaml' });
  await shop.server.talk('return-1', 'I want to return a lamp, order 1234', 'when are you open?');
  await shop.server.talk('person-1', 'I want to return a lamp, order 1234', 'ann@example.org', 'yes');
  const call = (await shop.server.send('GET', '/v1/sessions/person-1/turns')).turns.at(-1).steps.find((step) => step.tool_call).tool_call.call_id;
  await shop.server.send('POST', '/v1/sessions/person-1/turns', { tool_result: { call_id: call, ok: false, error: 'failed' } });
});
after(() => shop.close());

/** Replaces what differs from run to run: times, dates, ids, paths and the fingerprint. */
function stable(tree) {
  return tree.replaceAll(shop.server.folder, 'FOLDER').replaceAll(/\b\d{1,2} [A-Z][a-z]{2}(?: \d{4})?, \d\d:\d\d/g, 'DATE').replaceAll(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DATE').replaceAll(/\b\d\d:\d\d\b/g, 'TIME')
    .replaceAll(/\b(?:\d+ (?:second|minute)s? ago|now|in \d+ (?:minutes|seconds|hours?)|\d+ s)\b/g, 'AGO').replaceAll(/\b[0-9a-f]{32}\b/g, 'ID').replaceAll(/(talk\/|: |text: )[A-Za-z0-9_-]{16}(?=[\/ ]|$)/gm, '$1ID');
}

const views = {
  talk: { hash: '#/talk', prepare: async (page) => {
    await say(page, 'I want to return a lamp, order 0234');
    await page.locator('.why-button').last().click();
    await page.waitForSelector('.why');
  } },
  sessions: { hash: '#/sessions', prepare: (page) => page.waitForSelector('.tag >> text="connected"') },
  session: { hash: '#/sessions/return-1', prepare: async (page) => {
    await page.locator('.why-button').first().click();
    await page.waitForSelector('.why');
  } },
  desk: { hash: '#/desk/person-1', prepare: (page) => page.waitForSelector('[aria-label=Packet] dt') },
  report: { hash: '#/report', prepare: (page) => page.waitForSelector('.figure') },
  bot: { hash: '#/bot', prepare: (page) => page.waitForSelector('.tag.good >> nth=1') },
  intent: { hash: '#/bot/return_lamp?sessions=10&line=26', prepare: async (page) => {
    await page.click('text=The graph as a list');
    await page.waitForSelector('.source li[aria-current]');
  } },
  keys: { hash: '#/sessions', prepare: async (page) => {
    await page.waitForSelector('.tag >> text="connected"');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog');
  } },
};

for (const [name, { hash, prepare }] of Object.entries(views)) {
  test(`the accessibility tree of ${name}`, async () => {
    const { page, done } = await openPage(shop, hash);
    await prepare(page);
    await page.waitForTimeout(200);
    const tree = `${stable(await page.locator('body').ariaSnapshot())}\n`;
    const file = `${folder}${name}.txt`;
    if (process.env.APPROVE) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, tree);
    }
    assert.ok(existsSync(file), `${file} is missing; APPROVE=1 writes it`);
    assert.equal(tree, readFileSync(file, 'utf8'), `the tree differs from ${file}; APPROVE=1 accepts it`);
    return done();
  });
}
