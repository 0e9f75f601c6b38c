// sdk_client.mjs MODULES PARLEY BOT ERA: refunds an order with the official SDK. PARLEY is the command, for standard input
// and output, or the URL of a server of the bot. BOT is config/intents.yaml or examples/mcp/bot.yaml. MODULES is a folder
// with node_modules. ERA is 2025 or 2026. The client answers the bot's forms.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const shop = {
  refund: 'refund',
  tools: ['track_order', 'refund', 'parley_turn'],
  answers: { order_id: '12345', reason: 'late' },
  questions: ['Which order is it about?', 'What is wrong with it?', 'Refund order O-12345 because it is late?'],
  done: 'Done. Your refund R-2041 will reach you within five days.',
  hidden: 'complain',
};
const acme = {
  refund: 'get_refund',
  tools: ['track_order', 'cancel_order', 'get_refund', 'track_refund', 'contact_human_agent', 'parley_turn'],
  answers: { order_id: 'O-12345', reason: 'it was the wrong item' },
  questions: [
    'Which order is it about?',
    'What was wrong with it?',
    'Refund order O-12345 because it was the wrong item. Is that right?',
  ],
  done: 'Done. Your refund R-2041 will reach you within five working days.',
  hidden: 'delete_account',
};

const [modules, parley, bot, era] = process.argv.slice(2);
const expected = bot.startsWith('config/') ? acme : shop;
const require = createRequire(`${modules}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

let asked = [];
let confirms = true;
function answer(request) {
  const { message, requestedSchema } = request.params;
  asked.push(message);
  const [field] = Object.keys(requestedSchema.properties);
  const values = { ...expected.answers, confirm: confirms };
  if (!(field in values)) return { action: 'decline' };
  return { action: 'accept', content: { [field]: values[field] } };
}

const isHttp = parley.startsWith('http');
function transport(Stdio, Http) {
  if (isHttp) return new Http(new URL(parley));
  return new Stdio({ command: parley, args: ['mcp', '--bot', bot, '--no-cache'] });
}
let client;
if (era === '2025') {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, answer);
  await client.connect(transport(StdioClientTransport, StreamableHTTPClientTransport));
} else {
  const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
  const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
  const options = { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } };
  client = new Client({ name: 'test', version: '1' }, options);
  client.setRequestHandler('elicitation/create', answer);
  await client.connect(transport(StdioClientTransport, StreamableHTTPClientTransport));
}
const refund = async (args) => {
  asked = [];
  return client.callTool({ name: expected.refund, arguments: args });
};

const names = (await client.listTools()).tools.map((tool) => tool.name);
assert.deepEqual(names.filter((name) => expected.tools.includes(name)), expected.tools);
assert.ok(!names.includes(expected.hidden));

// The bot asks for both values and for the confirmation.
const refunded = await refund({});
assert.deepEqual(asked, expected.questions);
assert.equal(refunded.content[0].text, expected.done);
assert.equal(refunded.structuredContent.status, 'done');

// The bot asks only for what is missing, and refunds nothing without a yes.
confirms = false;
const refused = await refund({ order_id: '12345' });
assert.deepEqual(asked.slice(0, 2), expected.questions.slice(1));
assert.doesNotMatch(refused.content[0].text, /R-2041/);

const turn = async (args) => (await client.callTool({ name: 'parley_turn', arguments: args })).structuredContent;
const { session, status } = await turn({ text: 'I want a refund for 12345, it is broken' });
assert.equal(status, 'waiting');
assert.equal((await turn({ text: 'yes', session })).status, 'done');
await assert.rejects(client.callTool({ name: expected.hidden, arguments: {} }), /Unknown tool/);
await client.close();
console.log(`the SDK of ${era} refunded an order of ${bot}`);
