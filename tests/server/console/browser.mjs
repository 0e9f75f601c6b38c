// Opens the console in a browser. Each page fails the test if it logs an error or violates the content security policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { load, resolve } from '../packages.mjs';
import { Server } from './serve.mjs';

const { chromium } = (await load('playwright-core')).default;
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axe_rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Starts a server and a browser for the tests of a file. `bot` or `bots`: the bot files; `parts`: files that they include.
 * `scopes`: the server asks for a key, and has one with these scopes.
 */
export async function startConsole({ bot = 'config/intents.yaml', bots = [bot], parts, scopes } = {}) {
  const server = new Server({ bots, parts });
  if (scopes) server.addKey(scopes);
  await server.start();
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  return { url: server.url, key: server.key, server, browser, close: async () => (await browser.close(), server.close()) };
}

/**
 * Opens a page of the console. `expected`: a regular expression of console errors that the test causes.
 * Returns the page with `verify`, which checks axe, and `done`, which checks the errors and closes the page.
 */
export async function openPage({ browser, url }, hash = '', { width = 1280, height = 800, scheme = 'light', expected = null, ready = true, ...context } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, locale: 'en-GB', ...context });
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && !expected?.test(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`)));
  await page.goto(`${url}/console/${hash}`);
  page.setDefaultTimeout(20_000);
  if (ready) await page.waitForSelector('main h1');
  return {
    page,
    verify: async (state) => {
      const found = await violations(page);
      assert.deepEqual(found, [], `axe finds problems in the state: ${state}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the page scrolls sideways in the state: ${state}`);
    },
    done: async () => {
      await page.close();
      assert.deepEqual(errors, [], 'the browser logged errors');
    },
  };
}

async function violations(page) {
  await page.evaluate(axe);
  const result = await page.evaluate((rules) => window.axe.run(document, { runOnly: rules }), axe_rules);
  return result.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
}

/** Sends a message in Talk and waits for the answer. */
export async function say(page, text) {
  await page.waitForSelector('.talk:not([aria-busy]) .log > *');
  const before = await page.locator('.step').count();
  await page.fill('#message', text);
  await page.press('#message', 'Enter');
  await page.locator('.step').nth(before).waitFor();
}
