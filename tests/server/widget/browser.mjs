// Opens pages with the chat in Chromium, and looks at them.
import assert from 'node:assert/strict';
import { load } from '../packages.mjs';
import { Stub } from './stub.mjs';

const { chromium } = (await load('playwright-core')).default;
const kWaitMs = 10_000;

/** Starts a browser for the tests of a file. */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Waits until a condition holds. */
export async function until(what, condition) {
  for (const end = Date.now() + kWaitMs; Date.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`${what} did not happen in ${kWaitMs} ms`);
}

/** A page with the chat. Its console must stay free of errors. */
export class Chat {
  errors = [];

  constructor(page) {
    this.page = page;
    this.panel = page.getByRole('dialog');
    this.log = page.getByRole('log');
    this.input = page.getByRole('textbox');
    this.launcher = page.getByRole('button', { name: 'Open chat' });
    page.setDefaultTimeout(kWaitMs);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      const isExpected = /Failed to load resource|net::ERR/.test(message.text());
      if (message.type() === 'error' && !isExpected) this.errors.push(message.text());
    });
  }

  async open() {
    await this.launcher.click();
    await this.panel.waitFor();
  }

  /** Opens the chat and waits for the greeting. */
  async begin() {
    await this.open();
    await this.reads('Hello, how can I help?');
  }

  /** Asks for a person, and waits until the bot hands over. */
  async askForPerson() {
    await this.say('human');
    await this.reads('A person has been called.');
  }

  async say(text) {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  reads(text) {
    return this.log.getByText(text, { exact: true }).first().waitFor();
  }

  /** The texts of the messages as a person sees them: "user: hello". */
  messages() {
    return this.log.locator('.message, .notice').evaluateAll((all) =>
      all.map((one) => {
        const who = ['user', 'bot', 'agent', 'notice'].find((name) => one.classList.contains(name));
        const name = one.querySelector('.name')?.textContent;
        const words = one.querySelector('span[dir]:not([part])')?.textContent ?? one.textContent;
        return `${name ?? who}: ${words}`;
      }),
    );
  }

  focused() {
    return this.page.evaluate(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return inner?.getAttribute('aria-label') ?? inner?.textContent ?? '';
    });
  }
}

/** Runs a test with a stub and a context of the browser. `openTab` opens another tab. */
export async function withChat(browser, run, { prepare = () => {}, ...options } = {}) {
  const stub = new Stub();
  await prepare(stub);
  await stub.start();
  const context = await browser.newContext(options);
  const chats = [];
  const openTab = async () => {
    const chat = new Chat(await context.newPage());
    chats.push(chat);
    await chat.page.goto(`${stub.page}/page`);
    return chat;
  };
  try {
    await run({ chat: await openTab(), stub, context, openTab });
    assert.deepEqual(chats.flatMap(({ errors }) => errors), []);
  } finally {
    await context.close();
    await stub.stop();
  }
}

/** Runs a test with two tabs, in which the conversation has begun. */
export const withTwoTabs = (browser, run) =>
  withChat(browser, async (parts) => {
    await parts.chat.begin();
    const other = await parts.openTab();
    await other.begin();
    await run({ ...parts, other });
  });
