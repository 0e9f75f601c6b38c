// sdk_client.mjs MODULES PARLEY BOT ERA: refunds an order of examples/mcp with the official SDK, over standard input and
// output. MODULES is a folder with node_modules. ERA is 2025 or 2026. The client answers the bot's forms.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, parley, bot, era] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const asked = [];
function answer(request) {
  const { message, requestedSchema } = request.params;
  asked.push(message);
  const [field] = Object.keys(requestedSchema.properties);
  const values = { order_id: '12345', reason: 'late', confirm: true };
  return { action: 'accept', content: { [field]: values[field] } };
}

const server = { command: parley, args: ['mcp', '--bot', bot, '--no-cache'] };
let client;
if (era === '2025') {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, answer);
  await client.connect(new StdioClientTransport(server));
} else {
  const { Client } = await load('@modelcontextprotocol/client');
  const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
  const options = { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } };
  client = new Client({ name: 'test', version: '1' }, options);
  client.setRequestHandler('elicitation/create', answer);
  await client.connect(new StdioClientTransport(server));
}

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name), ['track_order', 'refund', 'parley_turn']);

const refund = await client.callTool({ name: 'refund', arguments: {} });
assert.deepEqual(asked, [
  'Which order is it about?',
  'What is wrong with it?',
  'Refund order O-12345 because it is late?',
]);
assert.equal(refund.content[0].text, 'Done. Your refund R-2041 will reach you within five days.');
assert.equal(refund.structuredContent.status, 'done');

const turn = async (args) => (await client.callTool({ name: 'parley_turn', arguments: args })).structuredContent;
const { session, status } = await turn({ text: 'I want a refund for 12345, it is broken' });
assert.equal(status, 'waiting');
assert.equal((await turn({ text: 'yes', session })).status, 'done');
await assert.rejects(client.callTool({ name: 'complain', arguments: {} }), /Unknown tool/);
await client.close();
console.log(`the SDK of ${era} refunded an order`);
