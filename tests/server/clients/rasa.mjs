// rasa.mjs MODULES URL: refunds an order over the REST channel of Rasa, as a chat window does. npm has no client of this
// channel, so this one uses fetch().
import assert from 'node:assert/strict';

const url = process.argv[3];
async function send(message) {
  const response = await fetch(`${url}/webhooks/rest/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sender: 'visitor 7', message }),
  });
  assert.equal(response.status, 200);
  const messages = await response.json();
  for (const one of messages) assert.equal(one.recipient_id, 'visitor 7');
  return messages;
}

assert.equal((await send('I want a refund'))[0].text, 'Which order is it about?');
const [question] = await send('12345');
assert.equal(question.text, 'What was wrong with it?');
const button = question.buttons.find(({ title }) => title === 'it arrived damaged');
const [confirmation] = await send(button.payload);
assert.equal(confirmation.text, 'Refund order O-12345 because it arrived damaged. Is that right?');
const [done] = await send(confirmation.buttons[0].payload);
assert.equal(done.text, 'Done. Your refund R-2041 will reach you within five working days.');

const tracker = await (await fetch(`${url}/conversations/visitor%207/tracker`)).json();
assert.deepEqual(tracker.events.filter(({ event }) => event === 'user').map(({ text }) => text),
  ['I want a refund', '12345', 'it arrived damaged', 'yes']);
assert.ok(tracker.events.some(({ event, name }) => event === 'action' && name === 'refunds.create'));
