// Loads the other run of a comparison: another simulation, or the stored turns of a session.
import { get, sessionPath } from './api.js';
import { compareView } from './compare.js';
import { hrefOf } from './router.js';
import { Simulation } from './simulation.js';

/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').StoredTurn} StoredTurn */
/** @typedef {import('./compare.js').Side} Side */

/**
 * @param {Simulation} simulation
 * @param {string} other the id of a simulation, or session:NAME:SEQ
 * @param {number} step the step from which a stored session is compared
 * @param {() => void} again shows the comparison again
 */
export async function loadComparison(simulation, other, step, again) {
  const right = { title: 'Now', steps: simulation.steps, href: hrefOf('talk', [simulation.id]), action: 'Go on here' };
  const [, session, seq] = other.match(/^session:(.+):(\d+)$/) ?? [];
  if (session) {
    const left = await storedSide(session, Number(seq));
    return compareView(left, { ...right, steps: simulation.steps.slice(step - 1) });
  }
  const original = await Simulation.load(other);
  simulation.remember();
  const runRest = async () => {
    for (const { input } of original.steps.slice(simulation.steps.length)) await simulation.step(input);
    again();
  };
  return compareView({ title: 'Before', steps: original.steps, href: hrefOf('talk', [original.id]), action: 'Go back to it' }, right, { runRest });
}

/** @param {string} session @param {number} seq @returns {Promise<Side>} */
async function storedSide(session, seq) {
  const { turns } = await get(`${sessionPath(session)}/turns`, { after: seq - 1, limit: 1 });
  return { title: `Stored: ${session}, turn ${seq}`, steps: turns.map(stepOf), href: hrefOf('sessions', [session, seq]), action: 'Open the session' };
}

/** A stored turn as a step. The state of a stored turn is unknown. @param {StoredTurn} turn @returns {any} */
function stepOf(turn) {
  const message = turn.messages.find((one) => one.role === 'user');
  return { n: turn.seq, input: message ? { text: message.text } : { event: 'event' }, turn, now: turn.at, state: null };
}
