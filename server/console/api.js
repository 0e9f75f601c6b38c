// The client of the HTTP interface. The console runs at BASE/console/, and the interface is at BASE/v1/.
import { storedBot, storedKey } from './key.js';
import { noAnswer, problemOf } from './problem.js';

const base = new URL('../', document.baseURI);

/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */

/** Asks the user for a key after an answer 401; main.js sets it. @type {{login: () => Promise<void>}} */
export const access = { login: async () => {} };

/**
 * Returns the URL of a path with its parameters; unset parameters are left out.
 * @param {string} path
 * @param {Query} [query]
 */
export function urlOf(path, query = {}) {
  const url = new URL(path.replace(/^\//, ''), base);
  for (const [name, value] of Object.entries({ ...query, bot: storedBot() || undefined })) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
  }
  return url;
}

/**
 * Sends a request. Throws a Problem unless the answer is 2xx. After 401 it asks for a key and tries again.
 * @param {string} method
 * @param {URL} url
 * @param {{body?: any, accept?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
export async function send(method, url, { body, accept = 'application/json', signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  if (storedKey()) headers.Authorization = `Bearer ${storedKey()}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const request = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body), cache: /** @type {const} */ ('no-store'), credentials: /** @type {const} */ ('omit') };
  const response = await fetch(url, request).catch((error) => {
    throw signal?.aborted ? error : noAnswer();
  });
  if (response.status === 401 && !signal?.aborted) {
    await access.login();
    return send(method, url, { body, accept, signal });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Query} [query]
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, query, body) {
  const response = await send(method, urlOf(path, query), { body });
  const text = await response.text();
  return text ? JSON.parse(text) : {};
}

/** @param {string} path @param {Query} [query] */
export const get = (path, query) => call('GET', path, query);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => call('POST', path, {}, body);
/** @param {string} path @param {any} body */
export const patch = (path, body) => call('PATCH', path, {}, body);
/** @param {string} path */
export const remove = (path) => call('DELETE', path);

/** @param {string} name */
export const sessionPath = (name) => `v1/sessions/${encodeURIComponent(name)}`;
/** @param {string} id */
export const simulationPath = (id) => `v1/simulations/${encodeURIComponent(id)}`;
