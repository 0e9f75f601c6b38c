// A page with a chat, and a small server with the part of the HTTP interface that the chat uses. They have different
// origins. The page has a strict Content-Security-Policy and allows no Trusted Types.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { problemsOf } from '../document.mjs';
import { root } from '../packages.mjs';

const module = path.join(root, 'server/widget/parley.js');

/** Answers the requests of a page with a chat. Returns false for other requests. */
export function answerPage(request, response, { api, script, attributes }) {
  if (request.url === '/parley.js') {
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(module));
    return true;
  }
  if (!request.url.startsWith('/page')) return false;
  const policy = `default-src 'none'; script-src ${script}; style-src 'self'; img-src https:; connect-src 'self' ${api}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
  response.end(`<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1"><script type="module" src="${script}"></script></head>
<body><main><h1>Shop</h1><p><a href="#before">A link of the page</a></p></main><parley-chat token-url="/chat-token" ${attributes}></parley-chat></body></html>`);
  return true;
}

/** The answers of the bot by the text of the user. */
const replies = {
  'cancel my order': [{ ask_user: { param: 'order_id', prompt: 'Which order shall I cancel?', attempt: 1, options: ['O-12345', 'O-54321'] } }],
  'O-12345': [{ confirm: { prompt: 'Shall I cancel order O-12345?', params: { order_id: 'O-12345' }, attempt: 1, options: ['yes', 'no'] } }],
  yes: [{ say: 'Done. The order is cancelled.' }],
  human: [{ say: 'One moment please, I am getting a colleague for you.' }, { handoff: { reason: 'requested', intent: '', params: {}, attempts: {}, recap: [] } }],
  arabic: [{ say: 'مرحبا، كيف يمكنني مساعدتك؟' }],
  card: [
    {
      say: 'Here is what I found.',
      attachments: [
        { type: 'card', title: 'Anvil', text: 'Solid iron. 25 kg.', image: 'https://shop.example/anvil.png', alt: 'A black anvil', buttons: [{ label: 'Order it', message: 'order an anvil' }, { label: 'Details', url: 'https://shop.example/anvil' }] },
        { type: 'link', url: 'https://docs.shop.example/returns', title: 'How to return things' },
      ],
    },
  ],
};

const textsOf = (steps) => steps.flatMap((step) => step.say ?? step.ask_user?.prompt ?? step.confirm?.prompt ?? []);

export class Stub {
  turns = [];
  requests = [];  // "POST /v1/..." of the API, and of the page's server
  tokenMs = 60_000;
  isDown = false;  // true: the API closes every connection
  hasStream = true;
  losesAnswer = false;  // true: the next turn is stored, but its answer is lost
  tokenRequests = [];  // the bodies that the page's server got
  refusesTokens = undefined;  // the status with which the page's server refuses tokens
  refusesNext = undefined;  // {status, code}: of the next turn
  session = 'web:1';
  chat = '';  // attributes of the element
  replies = replies;
  #tokens = new Map();
  #streams = new Set();
  #handedOff = false;
  #servers = [];

  async start() {
    this.api = await this.#listen((request, response) => this.#api(request, response));
    this.page = await this.#listen((request, response) => this.#site(request, response));
  }

  async stop() {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  async #listen(handler) {
    const server = http.createServer(handler).listen(0, '127.0.0.1');
    this.#servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${server.address().port}`;
  }

  // ---- what a desk does

  personSays(text, author = 'Ann') {
    this.#add({ id: `desk-${this.turns.length}`, steps: [], messages: [{ role: 'assistant', text, author }] });
  }

  giveBack() {
    this.#handedOff = false;
    this.#add({ id: `back-${this.turns.length}`, steps: [{ say: 'I am back.' }], messages: [{ role: 'assistant', text: 'I am back.' }] });
  }

  closeStreams() {
    for (const stream of this.#streams) stream.destroy();
  }

  /** All tokens end now. */
  closeTokens() {
    for (const token of this.#tokens.keys()) this.#tokens.set(token, 0);
  }

  get streams() {
    return this.#streams.size;
  }

  /** The texts that users have sent, in the order of the turns. */
  get sent() {
    return this.turns.flatMap(({ messages }) => messages.filter(({ role }) => role === 'user').map(({ text }) => text));
  }

  // ---- the page

  #site(request, response) {
    this.requests.push(`${request.method} ${request.url}`);
    if (request.url === '/chat-token') return this.#giveToken(request, response);
    if (answerPage(request, response, { api: this.api, script: `${this.page}/parley.js`, attributes: `server="${this.api}" ${this.chat}` })) return;
    response.writeHead(404).end();
  }

  async #giveToken(request, response) {
    this.tokenRequests.push(JSON.parse(await textOf(request)));
    if (!this.refusesTokens) return this.#token(response, {});
    response.writeHead(this.refusesTokens, { 'Content-Type': 'text/plain' }).end('log in first');
  }

  #token(response, headers) {
    const token = `wt_${this.#tokens.size}`;
    this.#tokens.set(token, Date.now() + this.tokenMs);
    response.writeHead(201, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ token, session: this.session, expires_at: new Date(Date.now() + this.tokenMs).toISOString() }));
  }

  // ---- the API

  async #api(request, response) {
    if (this.isDown) return request.socket.destroy();
    const cors = { 'Access-Control-Allow-Origin': this.page, 'Access-Control-Expose-Headers': 'Retry-After', Vary: 'Origin' };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...cors, 'Access-Control-Allow-Methods': 'GET, POST', 'Access-Control-Allow-Headers': 'Authorization, Content-Type' });
      return response.end();
    }
    this.requests.push(`${request.method} ${request.url}`);
    const refuse = (status, code) => {
      response.writeHead(status, { ...cors, 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ type: `urn:parley:problem:${code}`, title: code, status, detail: code, instance: 'urn:uuid:1', code }));
    };
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!(this.#tokens.get(token) > Date.now())) return refuse(401, 'unauthenticated');
    const { pathname, searchParams } = new URL(request.url, this.api);
    if (pathname === '/v1/tokens:renew') return this.#token(response, cors);
    const after = Number(searchParams.get('after') ?? 0);
    const start = `/v1/sessions/${encodeURIComponent(this.session)}`;
    if (request.method === 'POST' && pathname === `${start}/turns`) return this.#postTurn(request, response, cors, refuse);
    if (pathname === `${start}/turns`) {
      if (this.turns.length === 0) return refuse(404, 'unknown_session');
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ turns: this.turns.filter(({ seq }) => seq > after), next: null }));
    }
    if (pathname === `${start}/events` && this.hasStream) return this.#stream(response, cors, after);
    refuse(404, 'unknown_route');
  }

  #stream(response, cors, after) {
    response.writeHead(200, { ...cors, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 2000\n\n');
    for (const turn of this.turns.filter(({ seq }) => seq > after)) response.write(eventOf(turn));
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
  }

  async #postTurn(request, response, cors, refuse) {
    const input = JSON.parse(await textOf(request));
    const problems = problemsOf('TurnRequest', input);
    if (problems.length > 0) return refuse(400, `invalid_request: ${problems[0]}`);
    if (this.refusesNext && input.text !== undefined) {
      const { status, code } = this.refusesNext;
      this.refusesNext = undefined;
      return refuse(status, code);
    }
    const stored = this.turns.find(({ id }) => id === input.id);
    const turn = stored ? { ...stored, duplicate: true } : this.#answer(input);
    if (this.losesAnswer && input.text !== undefined) {
      this.losesAnswer = false;
      return request.socket.destroy();
    }
    const { messages, at, ...answer } = turn;
    response.writeHead(200, { ...cors, 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #answer({ id, text, event }) {
    if (event === 'start') return this.#add({ id, steps: [{ say: 'Hello, how can I help?' }], messages: [] });
    const steps = this.#handedOff ? [] : (this.replies[text] ?? [{ say: `You said: ${text}` }]);
    if (text === 'human') this.#handedOff = true;
    return this.#add({ id, steps, messages: [{ role: 'user', text }, ...textsOf(steps).map((said) => ({ role: 'assistant', text: said }))] });
  }

  #add({ id, steps, messages }) {
    const seq = this.turns.length + 1;
    const at = new Date(Date.UTC(2026, 10, 27, 9, 0, seq)).toISOString();
    const turn = {
      session: this.session, id, seq, status: this.#handedOff ? 'handoff' : 'done', say: textsOf(steps), steps, intent: null, params: {}, waiting_for_param: null,
      continuation_id: 'c1', duplicate: false, continued: seq > 1, ...(this.#handedOff ? { handed_off: true } : {}), at,
      messages: messages.map((message, index) => ({ seq: seq * 10 + index, at, ...message })),
    };
    const problems = problemsOf('StoredTurn', turn);
    if (problems.length > 0) throw new Error(problems.join('; '));
    this.turns.push(turn);
    for (const stream of this.#streams) stream.write(eventOf(turn));
    return turn;
  }
}

/** Reads the body of a request. */
export async function textOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

const eventOf = (turn) => `id: ${turn.seq}\nevent: turn\ndata: ${JSON.stringify(turn)}\n\n`;
