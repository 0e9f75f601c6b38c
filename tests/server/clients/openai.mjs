// openai.mjs MODULES URL: refunds an order with the official client of OpenAI. MODULES is a folder with node_modules.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, url] = process.argv.slice(2);
const { default: OpenAI } = await import(pathToFileURL(createRequire(`${modules}/package.json`).resolve('openai')).href);
const client = new OpenAI({ baseURL: `${url}/compat/openai/v1`, apiKey: 'not-needed' });

const models = [];
for await (const model of client.models.list()) models.push(model.id);
assert.deepEqual(models, ['acme-support']);
const [model] = models;

const words = ['I want a refund', '12345', 'it came broken', 'yes'];
const replies = [
  'Which order is it about?',
  'What was wrong with it?',
  'Refund order O-12345 because it arrived damaged. Is that right?',
  'Done. Your refund R-2041 will reach you within five working days.',
];

// The client sends the whole conversation each time, as chat programs do. `send` returns the text of the bot.
async function refund(send) {
  const messages = [{ role: 'system', content: 'You are a support bot.' }];
  for (const [i, content] of words.entries()) {
    messages.push({ role: 'user', content });
    const text = await send(messages);
    assert.equal(text, replies[i]);
    messages.push({ role: 'assistant', content: text });
  }
}

await refund(async (messages) => {
  const completion = await client.chat.completions.create({ model, messages });
  assert.equal(completion.choices[0].finish_reason, 'stop');
  assert.ok(completion.usage.total_tokens > 0);
  return completion.choices[0].message.content;
});

await refund(async (messages) => {
  const stream = client.chat.completions.stream({ model, messages, user: 'ann', stream_options: { include_usage: true } });
  const completion = await stream.finalChatCompletion();
  assert.ok(completion.usage.total_tokens > 0);
  return completion.choices[0].message.content;
});

const unknown = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] };
await assert.rejects(client.chat.completions.create(unknown), (error) => {
  assert.ok(error instanceof OpenAI.NotFoundError);
  assert.equal(error.code, 'model_not_found');
  assert.equal(error.param, 'model');
  return true;
});
await assert.rejects(client.chat.completions.create({ model, messages: [] }), OpenAI.BadRequestError);
