// ag_ui.mjs MODULES URL: refunds an order with the official client of AG-UI. MODULES is a folder with node_modules.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, url] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const { HttpAgent } = await import(pathToFileURL(require.resolve('@ag-ui/client')).href);
const { EventSchemas } = await import(pathToFileURL(require.resolve('@ag-ui/core/schemas')).href);

let finished;
const subscriber = {
  onEvent: ({ event }) => void EventSchemas.parse(event),
  onRunFinishedEvent: (params) => void (finished = params),
};
const texts = ({ newMessages }) => newMessages.map((message) => message.content);
const message = (content) => ({ id: crypto.randomUUID(), role: 'user', content });

// The user opens the chat, and answers the bot's questions in forms.
const agent = new HttpAgent({ url: `${url}/ag-ui`, threadId: crypto.randomUUID() });
assert.match(texts(await agent.runAgent({}, subscriber))[0], /I am a program/);
agent.addMessage(message('I want a refund'));
assert.deepEqual(texts(await agent.runAgent({}, subscriber)), ['Which order is it about?']);
assert.equal(finished.outcome, 'interrupt');

async function answer(payload) {
  const [{ id }] = finished.interrupts;
  return texts(await agent.runAgent({ resume: [{ interruptId: id, status: 'resolved', payload }] }, subscriber));
}
assert.deepEqual(await answer('12345'), ['What was wrong with it?']);
const { responseSchema } = finished.interrupts[0];
assert.ok(responseSchema.enum.includes('it arrived damaged'));
assert.deepEqual(await answer('it arrived damaged'), ['Refund order O-12345 because it arrived damaged. Is that right?']);
assert.equal(finished.interrupts[0].reason, 'confirmation');
assert.equal(agent.state.intent, 'get_refund');
assert.deepEqual(await answer('yes'), ['Done. Your refund R-2041 will reach you within five working days.']);
assert.equal(finished.outcome, 'success');
assert.equal(agent.state.status, 'done');

// The user closes the form.
const other = new HttpAgent({ url: `${url}/ag-ui`, threadId: 'other' });
other.addMessage(message('I want a refund for 12345, it came broken'));
await other.runAgent({}, subscriber);
const [{ id }] = finished.interrupts;
const closed = await other.runAgent({ resume: [{ interruptId: id, status: 'cancelled' }] }, subscriber);
assert.match(texts(closed)[0], /I have stopped/);
assert.equal(other.state.status, 'done');

// An error of the bot is an error of the run.
let failure;
await other.runAgent({ resume: [{ interruptId: 'question-99', status: 'resolved', payload: 'x' }] },
  { onRunErrorEvent: ({ event }) => void (failure = event) }).catch(() => {});
assert.equal(failure.code, 'invalid_request');
