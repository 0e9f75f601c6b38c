// Errors of the server (RFC 9457), and how the console shows them.
import { h, replace } from './h.js';

/** @typedef {import('./types.js').ProblemBody} ProblemBody */

export class Problem extends Error {
  /** @param {ProblemBody} body */
  constructor(body) {
    super(body.detail || body.title);
    this.body = body;
  }
}

/**
 * Returns the error of a response that is not 2xx.
 * @param {Response} response
 */
export async function problemOf(response) {
  const body = await response.json().catch(() => null);
  if (body && typeof body.title === 'string') return new Problem({ status: response.status, ...body });
  return new Problem({ title: `The server answered ${response.status}`, status: response.status, detail: response.statusText });
}

/** The error of a request that got no response. */
export const noAnswer = () => new Problem({ title: 'The server does not answer', status: 0, detail: 'Check that parley serve is running, then try again.' });

/**
 * Converts any error to the body of a problem.
 * @param {unknown} error
 * @returns {ProblemBody}
 */
export function bodyOf(error) {
  if (error instanceof Problem) return error.body;
  console.error(error);
  return { title: 'The console failed', status: 0, detail: String(error) };
}

/**
 * Shows a problem: its title, its detail and the fields that it names.
 * @param {unknown} error
 * @param {() => void} [retry]
 */
export function problemView(error, retry) {
  const { title, detail, errors } = bodyOf(error);
  return h('div.problem', { role: 'alert' },
    h('strong', null, sentence(title)),
    detail && detail !== title && h('p', null, detail),
    errors?.length && h('ul', null, errors.map((one) => h('li', null, h('code', null, one.pointer), ' ', one.detail))),
    retry && h('button', { type: 'button', onclick: retry }, 'Try again'));
}

/**
 * Runs work. Shows its error in `place`, or empties `place`.
 * @param {HTMLElement} place
 * @param {() => any} job
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function attempt(place, job) {
  try {
    await job();
    replace(place);
    return true;
  } catch (error) {
    replace(place, problemView(error));
    return false;
  }
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
