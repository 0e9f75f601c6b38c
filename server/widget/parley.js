// <parley-chat>: the chat of a parley server for web pages. One module without dependencies:
//
//   <script type="module" src="https://bot.example/widget/0.1.0/parley.js"></script>
//   <parley-chat token-url="/chat-token" lang="en"></parley-chat>
//
// Attributes: token-url, bot, server, lang, position (bottom-right, bottom-left, inline), open, allow-links, texts.
// Properties and methods: open(), close(), send(text), forget(), texts, context.
// Events: parley-open, parley-close, parley-turn. docs/widget.md describes them, and the custom properties and parts.

/** @typedef {{label: string, message?: string, url?: string}} Button */
/** @typedef {{type: string, url?: string, title?: string, text?: string, image?: string, alt?: string, buttons?: Button[]}} Attachment */
/** @typedef {{prompt: string, options?: string[], attachments?: Attachment[]}} Question */
/** @typedef {{ask_user?: Question, confirm?: Question, say?: string, attachments?: Attachment[]}} Step */
/** @typedef {{seq: number, role: string, text: string, at?: string, author?: string}} Message */
/** @typedef {{id: string, seq: number, say: string[], steps: Step[], handed_off?: boolean, reason?: string, at?: string, messages?: Message[]}} Turn */
/** @typedef {{token: string, session: string, expires_at: string, renew_at: number}} Access */
/** @typedef {{id: string, text: string, at: string, failed?: boolean}} Outgoing */
/** @typedef {{who: 'user'|'bot'|'agent'|'notice', text: string, name?: string, at?: string, attachments?: Attachment[], options?: string[]}} Entry */
/** @typedef {'online'|'offline'|'typing'|'error'} Condition */

// ---- Texts

const english = {
  title: 'Chat',
  open: 'Open chat',
  close: 'Close chat',
  unread: 'New messages: {n}',
  log: 'Messages',
  write: 'Write a message',
  send: 'Send',
  replies: 'Suggested replies',
  you: 'You',
  bot: 'Bot',
  agent: 'Staff',
  typing: 'The bot is writing …',
  offline: 'No connection. Your messages are sent as soon as possible.',
  error: 'The chat is not available at the moment.',
  retry: 'Try again',
  failed: 'Not sent.',
  handoff: 'A person has been called.',
  joined: 'A person has joined.',
  back: 'The bot has the conversation again.',
  download: 'Save the conversation',
};
/** @typedef {typeof english} Texts */

/** The texts that differ from the English ones. @type {Record<string, Partial<Texts>>} */
const languages = {
  de: {
    open: 'Chat öffnen',
    close: 'Chat schließen',
    unread: 'Neue Nachrichten: {n}',
    log: 'Nachrichten',
    write: 'Nachricht schreiben',
    send: 'Senden',
    replies: 'Vorgeschlagene Antworten',
    you: 'Sie',
    agent: 'Team',
    typing: 'Der Bot schreibt …',
    offline: 'Keine Verbindung. Ihre Nachrichten werden gesendet, sobald es geht.',
    error: 'Der Chat ist im Moment nicht erreichbar.',
    retry: 'Erneut versuchen',
    failed: 'Nicht gesendet.',
    handoff: 'Ein Mensch wurde gerufen.',
    joined: 'Ein Mensch ist da.',
    back: 'Der Bot führt das Gespräch wieder.',
    download: 'Gespräch speichern',
  },
  fr: {
    open: 'Ouvrir le chat',
    close: 'Fermer le chat',
    unread: 'Nouveaux messages : {n}',
    write: 'Écrire un message',
    send: 'Envoyer',
    replies: 'Réponses proposées',
    you: 'Vous',
    agent: 'Équipe',
    typing: 'Le bot écrit …',
    offline: 'Pas de connexion. Vos messages seront envoyés dès que possible.',
    error: 'Le chat n’est pas disponible pour le moment.',
    retry: 'Réessayer',
    failed: 'Non envoyé.',
    handoff: 'Une personne a été appelée.',
    joined: 'Une personne est là.',
    back: 'Le bot a repris la conversation.',
    download: 'Enregistrer la conversation',
  },
  es: {
    open: 'Abrir el chat',
    close: 'Cerrar el chat',
    unread: 'Mensajes nuevos: {n}',
    log: 'Mensajes',
    write: 'Escriba un mensaje',
    send: 'Enviar',
    replies: 'Respuestas sugeridas',
    you: 'Usted',
    agent: 'Equipo',
    typing: 'El bot está escribiendo …',
    offline: 'Sin conexión. Sus mensajes se enviarán en cuanto sea posible.',
    error: 'El chat no está disponible en este momento.',
    retry: 'Reintentar',
    failed: 'No enviado.',
    handoff: 'Se ha llamado a una persona.',
    joined: 'Ya hay una persona.',
    back: 'El bot continúa la conversación.',
    download: 'Guardar la conversación',
  },
};

// ---- Helpers

const kFirstBackoffMs = 1_000;
const kMostBackoffMs = 15_000;
const kFirstBytesMs = 6_000; // a stream without any byte for this long is held back by a proxy
const kSilenceMs = 40_000; // the server sends a comment every 15 seconds
const kMostTimerMs = 2 ** 31 - 1;
const kTypingMs = 500; // a bot that answers sooner is not shown as writing
const kMostCharacters = 4_000; // at most 16 KiB in UTF-8

/** @param {number} failures the number of failures in a row, from 1 */
const backoff = (failures) => Math.min(kMostBackoffMs, kFirstBackoffMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

/** Returns an id that no other message has. `crypto.randomUUID` does not exist on pages without TLS. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Runs a job while no other tab runs a job of this name.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} job
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function alone(name, job, signal) {
  if (!navigator.locks) return job(); // a page without TLS: each tab is on its own
  return await navigator.locks.request(name, signal ? { signal } : {}, job);
}

/** Keeps values for all tabs of the page's origin, or only for this page if the browser forbids it. */
class Storage {
  /** @type {Map<string, string>} */
  #own = new Map();
  #prefix;

  /** @param {string} name */
  constructor(name) {
    this.#prefix = `${name}:`;
  }

  /** @param {string} key */
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(this.#prefix + key) ?? 'null');
    } catch {
      return JSON.parse(this.#own.get(key) ?? 'null');
    }
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  set(key, value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.#prefix + key, text);
    } catch {
      this.#own.set(key, text);
    }
  }

  /** @param {string} key */
  remove(key) {
    this.#own.delete(key);
    try {
      localStorage.removeItem(this.#prefix + key);
    } catch {
      // The browser forbids storage, so nothing is stored.
    }
  }

  /** @param {string} start */
  keys(start) {
    const found = [...this.#own.keys()];
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.#prefix)) found.push(key.slice(this.#prefix.length));
      }
    } catch {
      // As above.
    }
    return found.filter((key) => key.startsWith(start)).sort();
  }
}

// ---- The server

/** An answer that is an error (RFC 9457). */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {number} retryAfterMs
   */
  constructor(status, code, retryAfterMs) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request can never succeed. */
  get isFinal() {
    return this.status < 500 && ![401, 408, 425, 429].includes(this.status) && this.code !== 'in_flight' && this.code !== 'stale_version';
  }
}

/** @param {Response} response */
async function refusalOf(response) {
  const problem = await response.json().catch(() => ({}));
  return new Refusal(response.status, String(problem.code ?? ''), 1_000 * Number(response.headers.get('Retry-After') ?? 0));
}

/** Calls the parley server with a token of the page's server, which it renews. All tabs share the token. */
class Api {
  #storage;
  #name;
  #server;
  #tokenUrl;
  #bot;
  /** Called with the access before each call. @type {(access: Access) => void} */
  using = () => {};

  /**
   * @param {string} name
   * @param {Storage} storage
   * @param {{server: string, tokenUrl: string, bot: string}} places
   */
  constructor(name, storage, places) {
    this.#name = name;
    this.#storage = storage;
    this.#server = places.server;
    this.#tokenUrl = places.tokenUrl;
    this.#bot = places.bot;
  }

  /** @returns {Access | null} */
  get access() {
    return this.#storage.get('access');
  }

  /**
   * Returns an access that is valid as far as the chat knows.
   * @param {string} [refused] a token that the server has refused
   * @returns {Promise<Access>}
   */
  async fresh(refused) {
    const isFresh = (/** @type {Access | null} */ held) => held !== null && held.token !== refused && Date.now() < held.renew_at;
    const held = this.access;
    if (held && isFresh(held)) return held;
    return alone(`${this.#name}:token`, async () => {
      const now = this.access; // another tab may have renewed it
      if (now && isFresh(now)) return now;
      return (now && (await this.#renewed(now))) || this.#obtained(now?.session);
    });
  }

  /**
   * Returns null if the token can no longer be renewed.
   * @param {Access} held
   */
  async #renewed(held) {
    const response = await fetch(`${this.#server}/v1/tokens:renew`, { method: 'POST', headers: { Authorization: `Bearer ${held.token}` } });
    if (response.ok) return this.#keep(await response.json());
    const refusal = await refusalOf(response);
    if (refusal.isFinal || refusal.status === 401) return null;
    throw refusal;
  }

  /** @param {string} [session] the session of the last token */
  async #obtained(session) {
    const response = await fetch(this.#tokenUrl, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ bot: this.#bot || undefined, session }),
    });
    // Not final: without a token, no message is at fault.
    if (!response.ok) throw new Refusal(401, '', (await refusalOf(response)).retryAfterMs);
    return this.#keep(await response.json());
  }

  /**
   * The time to renew depends on the clocks of both machines. If they differ, a token is renewed too often, or the server
   * refuses it once.
   * @param {{token: string, session: string, expires_at: string}} answer
   * @returns {Access}
   */
  #keep({ token, session, expires_at }) {
    const now = Date.now();
    const access = { token, session, expires_at, renew_at: now + Math.max(1_000, 0.7 * (Date.parse(expires_at) - now)) };
    this.#storage.set('access', access);
    return access;
  }

  /**
   * Calls a path of the session. A token that the server refuses is replaced once.
   * @param {string} path
   * @param {{body?: unknown, accept?: string, signal?: AbortSignal}} [options]
   */
  async call(path, { body, accept = 'application/json', signal } = {}) {
    const init = (/** @type {Access} */ access) => ({
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${access.token}`, Accept: accept, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    const address = (/** @type {Access} */ access) => `${this.#server}/v1/sessions/${encodeURIComponent(access.session)}${path}`;
    const send = (/** @type {Access} */ access) => {
      this.using(access);
      return fetch(address(access), init(access));
    };
    const access = await this.fresh();
    let response = await send(access);
    if (response.status === 401) response = await send(await this.fresh(access.token));
    if (!response.ok) throw await refusalOf(response);
    return response;
  }
}

/**
 * Reads server-sent events until the stream ends.
 * @param {Response} response
 * @param {(event: string, data: string) => void} receive
 * @param {() => void} alive called for every part that arrives
 */
async function readEvents(response, receive, alive) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const of = (/** @type {string} */ field) => lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
      const data = of('data').join('\n');
      if (data) receive(of('event')[0] ?? 'message', data);
    }
  }
}

// ---- The conversation

/**
 * The turns of the session and the messages that are not sent yet, the same in all tabs. Events: `turn` (detail: the
 * turn), `outgoing` (detail: the message), `reset`, `condition` (detail: a Condition), `forget`: another tab has forgotten
 * the conversation.
 */
class Conversation extends EventTarget {
  /** @type {Map<number, Turn>} */
  turns = new Map();
  /** @type {Map<string, Outgoing>} */
  outgoing = new Map();
  /** @type {() => Record<string, unknown>} */
  context = () => ({});
  #last = 0; // all turns up to this one are known
  #session = '';
  #isRunning = false;
  #stop = new AbortController();
  #name;
  #storage;
  #api;
  #channel;
  /** @type {number | undefined} */
  #renewal;

  /** @param {{server: string, tokenUrl: string, bot: string}} places */
  constructor(places) {
    super();
    this.#name = `parley:${places.server}:${places.bot}`;
    this.#storage = new Storage(this.#name);
    this.#api = new Api(this.#name, this.#storage, places);
    this.#api.using = (access) => this.#enter(access);
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => {
      if (data.forget) this.#tell('forget', null);
      if (!this.#isRunning) return;
      if (data.turn && data.session === this.#session) this.#receive(data.turn);
      if (data.outgoing) this.#note(data.outgoing);
    };
  }

  /** Whether a person had the conversation when a page last showed it. */
  get awaitsPerson() {
    return this.#storage.get('handed_off') === true;
  }

  /** The last turn that the user has seen. */
  get seen() {
    return this.#storage.get('seen') ?? 0;
  }

  set seen(seq) {
    this.#storage.set('seen', seq);
  }

  /** The newest turn. */
  get newest() {
    return Math.max(0, ...this.turns.keys());
  }

  /** Ends the wait for the next try. */
  retry() {
    this.dispatchEvent(new Event('retry'));
  }

  /** Removes the conversation from the browser. It can be used no more. */
  forget() {
    for (const key of this.#storage.keys('')) this.#storage.remove(key);
    this.#pass({ forget: true });
    this.end();
  }

  end() {
    this.#stop.abort();
    this.#channel.close();
    clearTimeout(this.#renewal);
  }

  /** Connects to the session. Later calls do nothing. */
  start() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (const key of this.#storage.keys('out:')) this.#note(this.#storage.get(key));
    void this.#run();
    void this.#flush();
  }

  /** @param {string} text */
  send(text) {
    this.start();
    const message = { id: newId(), text, at: new Date().toISOString() };
    this.#put(message);
    void this.#flush();
  }

  /** Sends a message again that the server has refused. @param {string} id */
  sendAgain(id) {
    const message = this.outgoing.get(id);
    if (!message) return;
    this.#put({ ...message, failed: false });
    void this.#flush();
  }

  // ---- sending

  /** @param {Outgoing} message */
  #put(message) {
    this.#storage.set(keyOf(message), message);
    this.#note(message);
    this.#pass({ outgoing: message });
  }

  /** @param {Outgoing | null} message */
  #note(message) {
    if (!message || [...this.turns.values()].some(({ id }) => id === message.id)) return;
    this.outgoing.set(message.id, message);
    this.#tell('outgoing', message);
  }

  /** Sends what all tabs have put into the outbox, in order. */
  async #flush() {
    await alone(`${this.#name}:send`, async () => {
      while (!this.#stop.signal.aborted) {
        const next = this.#storage
          .keys('out:')
          .map((key) => /** @type {Outgoing | null} */ (this.#storage.get(key)))
          .find((message) => message && !message.failed);
        if (!next) return;
        await this.#deliver(next);
      }
    });
  }

  /** @param {Outgoing} message */
  async #deliver(message) {
    for (let failures = 1; !this.#stop.signal.aborted; failures += 1) {
      try {
        this.#tell('condition', 'typing');
        const { id, text } = message;
        const turn = await this.#post({ id, text });
        this.#tell('condition', 'online');
        if (turn.reason === 'max_turns') return this.#put({ ...message, failed: true }); // the session takes no more messages
        this.#storage.remove(keyOf(message));
        this.#share({ ...turn, messages: turn.messages ?? [{ seq: 0, role: 'user', text, at: message.at }] });
        return;
      } catch (error) {
        if (error instanceof Refusal && error.isFinal) {
          this.#tell('condition', 'online');
          return this.#put({ ...message, failed: true });
        }
        this.#fail(error);
        await this.#wait(Math.max(backoff(failures), error instanceof Refusal ? error.retryAfterMs : 0));
      }
    }
  }

  /**
   * @param {Record<string, unknown>} input
   * @returns {Promise<Turn>}
   */
  async #post(input) {
    const response = await this.#api.call('/turns', { body: { ...input, context: this.context() }, signal: this.#stop.signal });
    return response.json();
  }

  // ---- receiving

  async #run() {
    for (let failures = 1; !this.#stop.signal.aborted; failures += 1) {
      try {
        await this.#catchUp();
        if (this.turns.size === 0 && this.outgoing.size === 0) this.#share(await this.#post({ id: 'start', event: 'start' }));
        this.#tell('condition', 'online');
        break;
      } catch (error) {
        this.#fail(error);
        await this.#wait(backoff(failures));
      }
    }
    // One tab follows the session and tells the others.
    await alone(`${this.#name}:stream`, () => this.#follow(), this.#stop.signal).catch(() => {});
  }

  async #follow() {
    for (let failures = 1; !this.#stop.signal.aborted; failures += 1) {
      const began = this.#last;
      await this.#stream(() => (failures = 1)).catch(() => {});
      // Without a stream, this reads the new turns from time to time.
      await this.#catchUp().then(() => this.#tell('condition', 'online'), (error) => this.#fail(error));
      if (this.#last > began) failures = 1;
      await this.#wait(backoff(failures));
    }
  }

  /** @param {() => void} alive */
  async #stream(alive) {
    const silence = new AbortController();
    const stop = () => silence.abort();
    this.#stop.signal.addEventListener('abort', stop);
    let timer = setTimeout(stop, kFirstBytesMs);
    try {
      const response = await this.#api.call(`/events?after=${this.#last}`, { accept: 'text/event-stream', signal: silence.signal });
      const receive = (/** @type {string} */ event, /** @type {string} */ data) => {
        if (event === 'turn') this.#share(JSON.parse(data));
      };
      await readEvents(response, receive, () => {
        alive();
        clearTimeout(timer);
        timer = setTimeout(stop, kSilenceMs);
      });
    } finally {
      clearTimeout(timer);
      this.#stop.signal.removeEventListener('abort', stop);
    }
  }

  /** Reads the turns that this tab does not know. */
  async #catchUp() {
    for (let next = /** @type {number | null} */ (0); next !== null; ) {
      let page;
      try {
        page = await (await this.#api.call(`/turns?after=${this.#last}&limit=100`, { signal: this.#stop.signal })).json();
      } catch (error) {
        if (error instanceof Refusal && error.code === 'unknown_session') return; // it begins with its first turn
        throw error;
      }
      for (const turn of page.turns) {
        this.#last = Math.max(this.#last, turn.seq);
        this.#share(turn);
      }
      next = page.next;
    }
  }

  /**
   * Waits until the time is over, the browser is online again, or the user wants to try again.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  #wait(ms) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        removeEventListener('online', done);
        this.removeEventListener('retry', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      addEventListener('online', done);
      this.addEventListener('retry', done);
      this.#stop.signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Begins afresh if the page's server has named another session. @param {Access} access */
  #enter(access) {
    clearTimeout(this.#renewal);
    const renew = () => void this.#api.fresh().then((next) => this.#enter(next), () => {});
    this.#renewal = setTimeout(renew, Math.min(access.renew_at - Date.now() + 50, kMostTimerMs));
    if (this.#session === access.session) return;
    if (this.#session) {
      this.turns.clear();
      this.#last = 0;
      this.seen = 0;
      this.#tell('reset', null);
    }
    this.#session = access.session;
  }

  /** Takes a turn and passes it on to the other tabs. @param {Turn} turn */
  #share(turn) {
    if (this.#receive(turn)) this.#pass({ session: this.#session, turn });
  }

  /** @param {unknown} data for the other tabs */
  #pass(data) {
    if (!this.#stop.signal.aborted) this.#channel.postMessage(data);
  }

  /** Returns false if the turn is known. @param {Turn} turn */
  #receive(turn) {
    const sent = this.outgoing.get(turn.id);
    if (sent) this.#storage.remove(keyOf(sent));
    if (turn.seq < 1 || this.turns.has(turn.seq)) return false;
    const isNext = turn.seq <= this.#last + 1;
    this.turns.set(turn.seq, turn);
    this.#tell('turn', turn);
    this.outgoing.delete(turn.id);
    if (turn.seq === this.newest) this.#storage.set('handed_off', turn.handed_off === true);
    if (isNext) this.#last = Math.max(this.#last, turn.seq);
    else void this.#catchUp().catch(() => {});
    return true;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#stop.signal.aborted) return;
    this.#tell('condition', error instanceof Refusal && error.status < 500 ? 'error' : 'offline');
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The outbox is in the order of its keys. @param {{id: string, at: string}} message */
const keyOf = ({ id, at }) => `out:${at}:${id}`;

/**
 * Lists what a chat shows of a turn: the words of the user, then those of a person or of the bot.
 * @param {Turn} turn
 * @returns {Entry[]}
 */
function entriesOf(turn) {
  const { messages = [], steps = [], say = [] } = turn;
  /** @type {Entry[]} */
  const entries = messages.filter(({ role }) => role === 'user').map(({ text, at }) => ({ who: 'user', text, at }));
  for (const { role, text, author, at } of messages) {
    if (role === 'assistant' && author) entries.push({ who: 'agent', text, at, name: author === 'agent' ? undefined : author });
  }
  const spoken = steps.flatMap(({ ask_user, confirm, say: text, attachments }) => {
    const question = ask_user ?? confirm;
    if (question) return [{ text: question.prompt, options: question.options, attachments: question.attachments }];
    return text === undefined ? [] : [{ text, attachments }];
  });
  const texts = spoken.length > 0 ? spoken : say.map((text) => ({ text }));
  for (const one of texts) entries.push({ who: 'bot', at: turn.at, ...one });
  return entries;
}

// ---- The element

/**
 * Makes an element. A property that is not a property of the element becomes an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'class' || name.includes('-') || !(name in element) || name === 'part') element.setAttribute(name, String(value));
    else Reflect.set(element, name, value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** @param {string} path the drawing in a square of 24 */
function icon(path) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

const kBubble = 'M4 4h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z';
const kCross = 'M6 6l12 12M18 6 6 18';
const kArrow = 'M12 20V5M5 12l7-7 7 7';
const kSave = 'M12 4v11M7 11l5 5 5-5M5 20h14';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host {
  --accent: var(--parley-accent, #1f5fbf);
  --on-accent: var(--parley-on-accent, #fff);
  --background: var(--parley-background, #fff);
  --surface: var(--parley-surface, #eef1f5);
  --text: var(--parley-text, #1b1f24);
  --quiet: var(--parley-quiet, #555e6b);
  --line: var(--parley-line, #c3c9d2);
  --agent: var(--parley-agent, #e4f3e8);
  --alert: var(--parley-alert, #a3210f);
  --radius: var(--parley-radius, 14px);
  color-scheme: light dark;
  font: 16px/1.45 var(--parley-font, system-ui, sans-serif);
  color: var(--text);
}
:host([position=inline]) { display: block; height: var(--parley-height, 600px); }
.inline { height: 100%; }
@media (prefers-color-scheme: dark) {
  :host {
    --accent: var(--parley-accent, #8ab8ff);
    --on-accent: var(--parley-on-accent, #0b1726);
    --background: var(--parley-background, #16191e);
    --surface: var(--parley-surface, #262b33);
    --text: var(--parley-text, #eceff3);
    --quiet: var(--parley-quiet, #a9b2bf);
    --line: var(--parley-line, #48505c);
    --agent: var(--parley-agent, #1f3a2a);
    --alert: var(--parley-alert, #ff9c8d);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, textarea { font: inherit; color: inherit; }
button { min-width: 44px; min-height: 44px; padding: 8px 14px; border: 1px solid var(--accent); border-radius: 22px; background: none; color: var(--accent); cursor: pointer; }
button:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
svg { display: block; width: 24px; height: 24px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon { display: grid; place-items: center; padding: 0; border-color: transparent; color: inherit; }
.launcher, .panel { position: fixed; z-index: var(--parley-layer, 2147483000); bottom: 20px; inset-inline-end: 20px; }
.left .launcher, .left .panel { inset-inline: 20px auto; }
.launcher { display: grid; place-items: center; width: 60px; height: 60px; padding: 0; border: 0; border-radius: 50%; background: var(--accent); color: var(--on-accent); box-shadow: 0 3px 12px #0005; }
.launcher:hover { background: var(--accent); filter: brightness(1.1); }
.badge { position: absolute; top: -4px; inset-inline-end: -4px; min-width: 24px; padding: 0 6px; border-radius: 12px; background: var(--alert); color: var(--background); font-size: 14px; line-height: 24px; }
.badge:empty { display: none; }
.panel { display: flex; flex-direction: column; width: var(--parley-width, 380px); height: min(var(--parley-height, 600px), 100dvh - 40px); overflow: hidden; border: 1px solid var(--line); border-radius: var(--radius); background: var(--background); box-shadow: 0 8px 32px #0004; }
.inline .panel { position: static; width: 100%; height: 100%; min-height: 320px; box-shadow: none; }
.header { display: flex; align-items: center; gap: 4px; padding: 6px 8px 6px 16px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; min-width: 0; margin: 0; overflow: hidden; font-size: 17px; text-overflow: ellipsis; white-space: nowrap; }
.log { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 12px 14px; }
.log:focus-visible { outline-offset: -3px; }
.turn { display: flex; flex-direction: column; align-items: flex-start; gap: 6px; margin-bottom: 10px; }
.turn:empty { display: none; }
.message { max-width: 85%; padding: 9px 13px; border: 1px solid transparent; border-radius: var(--radius); background: var(--surface); overflow-wrap: anywhere; white-space: pre-wrap; }
.user { align-self: flex-end; background: var(--accent); color: var(--on-accent); }
.agent { border-color: color-mix(in srgb, var(--text) 35%, transparent); background: var(--agent); }
.name { display: block; font-size: 14px; font-weight: 600; }
.notice { align-self: center; max-width: 100%; color: var(--quiet); font-size: 14px; text-align: center; }
.waiting { border: 1px dashed var(--accent); background: var(--background); color: var(--text); }
.failed { align-self: flex-end; color: var(--alert); font-size: 14px; }
.options { display: flex; flex-wrap: wrap; gap: 8px; max-width: 100%; margin-top: 2px; white-space: normal; }
.options button { max-width: 100%; overflow-wrap: anywhere; }
.message .options { margin-top: 8px; }
.card { margin-top: 8px; padding: 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--background); color: var(--text); white-space: normal; }
.card p { margin: 4px 0; }
img { display: block; max-width: 100%; height: auto; max-height: 240px; margin: 6px 0; border-radius: 8px; }
a { display: inline-block; padding: 11px 0; color: inherit; }
a.button { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 14px; border: 1px solid; border-radius: 22px; color: var(--accent); text-decoration: none; }
.status { display: flex; align-items: center; gap: 8px; min-height: 28px; padding: 2px 16px; color: var(--quiet); font-size: 14px; }
.status button { flex: none; }
.status.bad { color: var(--alert); }
form { display: flex; align-items: flex-end; gap: 8px; padding: 8px 10px 10px; border-top: 1px solid var(--line); }
textarea:focus-visible { outline-offset: 0; }
::placeholder { color: var(--quiet); opacity: 1; }
textarea { flex: 1; min-width: 0; min-height: 46px; max-height: 130px; padding: 10px 12px; border: 1px solid var(--quiet); border-radius: var(--radius); background: var(--background); resize: none; field-sizing: content; }
.send { border: 0; border-radius: 50%; background: var(--accent); color: var(--on-accent); }
.send:hover { background: var(--accent); filter: brightness(1.1); }
@media (max-width: 480px) {
  .panel { inset: 0; width: auto; height: 100dvh; border: 0; border-radius: 0; }
  .left .panel { inset: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: rise .18s ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(12px); } }
}
@media (forced-colors: active) {
  .message, .launcher, .send { border: 1px solid ButtonText; }
  .badge { border: 1px solid; }
}
`);

class ParleyChat extends HTMLElement {
  static observedAttributes = ['open', 'lang', 'texts', 'position'];

  /** Facts for the conditions of the bot, sent with every message. @type {Record<string, unknown>} */
  context = {};
  /** @type {Partial<Texts>} */
  #ownTexts = {};
  /** @type {Conversation | null} */
  #conversation = null;
  /** The elements of turns by seq, and those of messages that are not sent yet by id. @type {Map<number | string, HTMLElement>} */
  #shown = new Map();
  /** @type {'back' | 'handoff' | 'joined'} */
  #standing = 'back';
  #unread = 0;
  /** @type {Condition} */
  #condition = 'online';
  /** @type {number | undefined} */
  #typing;
  #isFollowing = true; // the newest message is in view, and stays there

  #label = h('span', { class: 'hidden' });
  #badge = h('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true' });
  #launcher = h('button', { type: 'button', class: 'launcher', part: 'launcher', 'aria-expanded': 'false', 'aria-haspopup': 'dialog', onclick: () => this.open() }, icon(kBubble), this.#label, this.#badge);
  #title = h('h2');
  #save = h('button', { type: 'button', class: 'icon', part: 'download', onclick: () => this.#download() }, icon(kSave));
  #hide = h('button', { type: 'button', class: 'icon', part: 'close', onclick: () => this.close() }, icon(kCross));
  #log = h('div', { class: 'log', part: 'log', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', tabIndex: 0 });
  #status = h('div', { class: 'status', part: 'status', role: 'status' });
  #input = h('textarea', { part: 'input', rows: 1, maxLength: kMostCharacters, dir: 'auto', enterKeyHint: 'send', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) });
  #submit = h('button', { type: 'submit', class: 'icon send', part: 'send' }, icon(kArrow));
  #panel = h(
    'section',
    { class: 'panel', part: 'panel', role: 'dialog', hidden: true },
    h('div', { class: 'header', part: 'header' }, this.#title, this.#save, this.#hide),
    this.#log,
    this.#status,
    h('form', { part: 'form', onsubmit: (/** @type {Event} */ event) => this.#onSubmit(event) }, this.#input, this.#submit),
  );
  #frame = h('div', {}, this.#launcher, this.#panel);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#frame);
    // An image that arrives, or a line of the status, must not hide the last message.
    const follow = () => this.#scroll(this.#isFollowing);
    this.#log.addEventListener('load', follow, true);
    this.#log.addEventListener('scroll', () => (this.#isFollowing = this.#isAtEnd()), { passive: true });
    new ResizeObserver(follow).observe(this.#log);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      this.close();
    });
  }

  connectedCallback() {
    const server = (this.getAttribute('server') ?? new URL(import.meta.url).origin).replace(/\/$/, '');
    const tokenUrl = new URL(this.getAttribute('token-url') ?? '', document.baseURI).href;
    const conversation = new Conversation({ server, tokenUrl, bot: this.getAttribute('bot') ?? '' });
    conversation.context = () => ({ channel: 'web', locale: this.#language, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...this.context });
    conversation.addEventListener('turn', (event) => this.#showTurn(/** @type {CustomEvent<Turn>} */ (event).detail));
    conversation.addEventListener('outgoing', (event) => this.#showOutgoing(/** @type {CustomEvent<Outgoing>} */ (event).detail));
    conversation.addEventListener('condition', (event) => this.#showCondition(/** @type {CustomEvent<Condition>} */ (event).detail));
    conversation.addEventListener('reset', () => this.#clear());
    conversation.addEventListener('forget', () => this.#restart());
    this.#conversation = conversation;
    this.#translate();
    this.#showOpen();
    if (conversation.awaitsPerson) conversation.start();
  }

  disconnectedCallback() {
    this.#conversation?.end();
    this.#conversation = null;
    this.#panel.hidden = true;
    this.#unread = 0;
    this.#clear();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.#conversation) return;
    if (name === 'open' || name === 'position') this.#showOpen();
    if (name !== 'open') this.#translate();
  }

  // ---- the interface for the page

  open() {
    this.setAttribute('open', '');
    this.#input.focus();
  }

  close() {
    if (this.#isInline || !this.hasAttribute('open')) return;
    this.removeAttribute('open');
    this.#launcher.focus();
  }

  /** Sends a message of the user. @param {string} text */
  send(text) {
    if (text.trim()) this.#conversation?.send(text);
  }

  /** Removes the conversation from the browser, in all tabs. Call it when the user logs out. */
  forget() {
    this.#conversation?.forget();
    this.#restart();
  }

  #restart() {
    if (!this.#conversation) return;
    this.disconnectedCallback();
    this.connectedCallback();
  }

  /** The texts of the chat. Set the ones to replace. @returns {Texts} */
  get texts() {
    let attribute = {};
    try {
      attribute = JSON.parse(this.getAttribute('texts') ?? '{}');
    } catch {
      console.warn('parley-chat: the attribute "texts" is not JSON');
    }
    return { ...english, ...languages[this.#language.slice(0, 2).toLowerCase()], ...attribute, ...this.#ownTexts };
  }

  set texts(/** @type {Partial<Texts>} */ texts) {
    this.#ownTexts = texts;
    this.#translate();
  }

  // ---- the parts of the panel

  get #language() {
    const page = /** @type {HTMLElement | null} */ (this.closest('[lang]'));
    return this.lang || page?.lang || navigator.language || 'en';
  }

  get #isInline() {
    return this.getAttribute('position') === 'inline';
  }

  get #isOpen() {
    return this.#isInline || this.hasAttribute('open');
  }

  #translate() {
    const texts = this.texts;
    this.#title.textContent = texts.title;
    this.#frame.lang = this.#language;
    for (const [element, label] of /** @type {[HTMLElement, string][]} */ ([
      [this.#panel, texts.title],
      [this.#log, texts.log],
      [this.#input, texts.write],
      [this.#submit, texts.send],
      [this.#save, texts.download],
      [this.#hide, texts.close],
    ])) {
      element.setAttribute('aria-label', label);
      if (element instanceof HTMLButtonElement) element.title = label;
    }
    this.#input.placeholder = texts.write;
    this.#showUnread();
    this.#showCondition(this.#condition);
  }

  #showOpen() {
    const isOpen = this.#isOpen;
    const wasOpen = !this.#panel.hidden;
    this.#frame.className = this.#isInline ? 'inline' : this.getAttribute('position') === 'bottom-left' ? 'left' : '';
    this.#panel.role = this.#isInline ? 'region' : 'dialog';
    this.#panel.hidden = !isOpen;
    this.#launcher.hidden = isOpen;
    this.#hide.hidden = this.#isInline;
    this.#launcher.setAttribute('aria-expanded', String(isOpen));
    if (isOpen === wasOpen) return;
    if (isOpen) {
      this.#unread = 0;
      this.#showUnread();
      this.#conversation?.start();
      this.#see();
      this.#scroll(true);
    }
    this.dispatchEvent(new CustomEvent(isOpen ? 'parley-open' : 'parley-close', { bubbles: true, composed: true }));
  }

  #see() {
    if (this.#conversation && this.#isOpen) this.#conversation.seen = Math.max(this.#conversation.seen, this.#conversation.newest);
  }

  #showUnread() {
    const { open, unread } = this.texts;
    const count = String(this.#unread);
    this.#label.textContent = this.#unread > 0 ? `${open}. ${unread.replace('{n}', count)}` : open;
    this.#badge.textContent = this.#unread > 0 ? count : '';
  }

  /**
   * @param {Condition} condition
   * @param {boolean} [isLate] the bot has been writing for a while
   */
  #showCondition(condition, isLate = false) {
    this.#condition = condition;
    clearTimeout(this.#typing);
    if (condition === 'typing' && !isLate && this.#status.textContent === '') {
      this.#typing = setTimeout(() => this.#showCondition('typing', true), kTypingMs);
      return;
    }
    const isBad = condition === 'offline' || condition === 'error';
    const isSilent = condition === 'online' || (condition === 'typing' && this.#standing !== 'back');
    this.#status.classList.toggle('bad', isBad);
    const text = isSilent ? '' : this.texts[condition];
    if (this.#status.textContent !== text) this.#status.textContent = text;
    if (!isBad) return;
    this.#status.append(h('button', { type: 'button', part: 'retry', onclick: () => this.#conversation?.retry() }, this.texts.retry));
  }

  // ---- messages

  #clear() {
    this.#log.replaceChildren();
    this.#shown.clear();
    this.#standing = 'back';
  }

  /** @param {Turn} turn */
  #showTurn(turn) {
    const isAtEnd = this.#isAtEnd();
    const sent = this.#shown.get(turn.id);
    const element = sent ?? h('div', { class: 'turn' });
    const entries = entriesOf(turn);
    const answers = entries.filter(({ who }) => who !== 'user');
    if (sent) this.#settle(turn.id, sent);
    element.dataset.seq = String(turn.seq);
    this.#shown.set(turn.seq, element);
    const next = this.#turnAfter(turn.seq);
    if (!element.isConnected || element.nextElementSibling !== next) this.#log.insertBefore(element, next);
    if (!sent) element.append(...entries.filter(({ who }) => who === 'user').flatMap((entry) => this.#messageOf(entry)));
    const isNewest = turn.seq === this.#conversation?.newest;
    const notice = isNewest ? this.#noticeOf(turn, answers) : [];
    element.append(...notice, ...answers.flatMap((entry) => this.#messageOf(entry)));
    if (this.#standing === 'handoff') element.append(...notice);
    this.#dropOptions(isNewest && !next ? element : undefined);
    this.#countUnread(turn, answers.length);
    this.#see();
    this.#scroll(isAtEnd);
    this.dispatchEvent(new CustomEvent('parley-turn', { detail: turn, bubbles: true, composed: true }));
  }

  /** Returns the element before which a turn belongs. Messages that are not sent yet come last. @param {number} seq */
  #turnAfter(seq) {
    const later = [...this.#log.children].find((other) => Number(/** @type {HTMLElement} */ (other).dataset.seq ?? Infinity) > seq);
    return later ?? null;
  }

  /** Says when a person is called, begins to write, or is gone. @param {Turn} turn @param {Entry[]} answers */
  #noticeOf(turn, answers) {
    const former = this.#standing;
    const writes = former === 'joined' || answers.some(({ who }) => who === 'agent');
    this.#standing = turn.handed_off ? (writes ? 'joined' : 'handoff') : 'back';
    return this.#standing === former ? [] : [h('div', { class: 'notice', part: 'notice' }, this.texts[this.#standing])];
  }

  /** @param {Turn} turn @param {number} count */
  #countUnread(turn, count) {
    if (this.#isOpen || count === 0 || !this.#conversation || turn.seq <= this.#conversation.seen) return;
    this.#unread += count;
    this.#showUnread();
  }

  /** @param {Outgoing} message */
  #showOutgoing(message) {
    let element = this.#shown.get(message.id);
    if (!element) {
      element = h('div', { class: 'turn' }, ...this.#messageOf({ who: 'user', text: message.text }));
      this.#shown.set(message.id, element);
      this.#log.append(element);
      this.#dropOptions();
    }
    element.querySelector('.message')?.classList.toggle('waiting', !message.failed);
    element.querySelector('.failed')?.remove();
    if (message.failed) {
      const again = h('button', { type: 'button', part: 'retry', onclick: () => this.#conversation?.sendAgain(message.id) }, this.texts.retry);
      element.append(h('div', { class: 'failed', part: 'failed' }, `${this.texts.failed} `, again));
    }
    this.#scroll(true);
  }

  /** @param {string} id @param {HTMLElement} element */
  #settle(id, element) {
    this.#shown.delete(id);
    element.querySelector('.waiting')?.classList.remove('waiting');
    element.querySelector('.failed')?.remove();
  }

  /** Removes the quick replies of all turns but one. @param {Element} [but] */
  #dropOptions(but) {
    for (const options of this.#log.querySelectorAll('.quick')) {
      if (!but?.contains(options)) options.remove();
    }
  }

  /** @param {Entry} entry */
  #nameOf({ who, name }) {
    if (who === 'user') return this.texts.you;
    return who === 'agent' ? (name ?? this.texts.agent) : this.texts.bot;
  }

  /** @param {Entry} entry */
  #messageOf(entry) {
    const { who, text, attachments = [], options = [] } = entry;
    const isPerson = who === 'agent';
    const name = h('span', { class: isPerson ? 'name' : 'hidden', part: 'name', dir: 'auto' }, isPerson ? this.#nameOf(entry) : `${this.#nameOf(entry)}: `);
    const words = h('span', { dir: 'auto', ...(who === 'bot' ? { lang: this.#language } : {}) }, text);
    const message = h('div', { class: `message ${who}`, part: `message ${who}` }, name, words, ...attachments.map((one) => this.#attachmentOf(one)));
    if (options.length === 0) return [message];
    const replies = options.map((option) => h('button', { type: 'button', part: 'option', dir: 'auto', onclick: () => this.#reply(option) }, option));
    return [message, h('div', { class: 'options quick', part: 'options', role: 'group', 'aria-label': this.texts.replies }, ...replies)];
  }

  // ---- attachments

  /**
   * Returns the address if the page allows it: http or https, and a host of `allow-links`.
   * @param {string | undefined} url
   */
  #allowed(url) {
    if (!url || !URL.canParse(url)) return undefined;
    const { protocol, hostname, href } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') return undefined;
    const hosts = this.getAttribute('allow-links')?.split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host);
    return !hosts || hosts.some(fits) ? href : undefined;
  }

  /** @param {string | undefined} url @param {string} label @param {string} [look] */
  #linkOf(url, label, look) {
    const href = this.#allowed(url);
    if (!href) return h('span', { dir: 'auto' }, label);
    return h('a', { href, class: look, part: 'link', target: '_blank', rel: 'noopener noreferrer', dir: 'auto' }, label);
  }

  /** @param {string | undefined} url @param {string} [alt] */
  #imageOf(url, alt = '') {
    const src = this.#allowed(url);
    return src ? h('img', { loading: 'lazy', referrerPolicy: 'no-referrer', alt, part: 'image', src }) : h('span', { dir: 'auto' }, alt);
  }

  /** @param {Button[]} buttons */
  #buttonsOf(buttons) {
    const button = (/** @type {Button} */ { label, message, url }) =>
      message === undefined ? this.#linkOf(url, label, 'button') : h('button', { type: 'button', part: 'option', dir: 'auto', onclick: () => this.#reply(message) }, label);
    return h('div', { class: 'options' }, ...buttons.map(button));
  }

  /** @param {Attachment} attachment */
  #attachmentOf({ type, url, title, text, image, alt, buttons = [] }) {
    switch (type) {
      case 'link':
        return h('div', {}, this.#linkOf(url, title || url || ''));
      case 'image':
        return this.#imageOf(url, alt);
      case 'buttons':
        return this.#buttonsOf(buttons);
      default:
        return h(
          'div',
          { class: 'card', part: 'card' },
          image ? this.#imageOf(image, alt) : undefined,
          title ? h('strong', { dir: 'auto' }, title) : undefined,
          text ? h('p', { dir: 'auto' }, text) : undefined,
          buttons.length > 0 ? this.#buttonsOf(buttons) : undefined,
        );
    }
  }

  // ---- actions

  /** @param {string} text */
  #reply(text) {
    this.send(text);
    this.#input.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submitText();
  }

  /** @param {Event} event */
  #onSubmit(event) {
    event.preventDefault();
    this.#submitText();
    this.#input.focus();
  }

  #submitText() {
    const text = this.#input.value.trim();
    if (!text) return;
    this.#input.value = '';
    this.send(text);
  }

  #isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    return scrollHeight - scrollTop - clientHeight < 80;
  }

  /** @param {boolean} isWanted */
  #scroll(isWanted) {
    this.#isFollowing = isWanted;
    if (isWanted) this.#log.scrollTop = this.#log.scrollHeight;
  }

  #download() {
    const turns = [...(this.#conversation?.turns.values() ?? [])].sort((a, b) => a.seq - b.seq);
    const lines = turns.flatMap(entriesOf).map((entry) => `${entry.at ? `[${new Date(entry.at).toLocaleString(this.#language)}] ` : ''}${this.#nameOf(entry)}: ${entry.text}`);
    const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
    h('a', { href: url, download: 'chat.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  }
}

customElements.define('parley-chat', ParleyChat);
