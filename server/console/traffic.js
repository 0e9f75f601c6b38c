// The counts of stored sessions on the graph: the choice of how many, and what they contain in words.
import { plural } from './format.js';
import { h, replace } from './h.js';

/** @typedef {import('./types.js').Traffic} Traffic */
/** @typedef {import('./types.js').Graph} Graph */
/** @typedef {import('./types.js').IntentGraph} IntentGraph */

const choices = [10, 100, 1000];

/** The choice of the sessions that count. `set` shows a choice. @param {(sessions: number) => void} onChoice */
export function trafficChoice(onChoice) {
  const select = h('select', { id: 'traffic', onchange: () => onChoice(Number(select.value)) });
  const set = (/** @type {number} */ chosen) => {
    const all = [0, ...new Set([...choices, chosen].filter(Boolean).sort((a, b) => a - b))];
    replace(select, all.map((count) => h('option', { value: String(count), selected: count === chosen }, count ? `the last ${plural(count, 'session')}` : 'no sessions')));
  };
  return { node: h('label.traffic-choice', null, h('span', null, 'Show the counts of'), select), set };
}

/** The number of sessions that an address asks for. @param {URLSearchParams} query */
export function sessionsIn(query) {
  const count = Number(query.get('sessions') ?? 0);
  return Number.isInteger(count) && count > 0 && count <= 1000 ? count : 0;
}

/** What the counts contain. @param {Traffic} traffic */
export function trafficText({ sessions, turns, skipped, refused, complete }) {
  if (!sessions && !refused && complete) return 'No session is stored yet.';
  return [`The numbers count ${plural(turns, 'turn')} of ${plural(sessions, 'session')}, which ran again with this bot.`,
    skipped > 0 && `${plural(skipped, 'turn')} ${skipped === 1 ? 'is' : 'are'} left out, because the conversation now goes another way.`,
    refused > 0 && `${plural(refused, 'session')} could not be run again.`,
    !complete && 'The time of the request was over before all sessions were read.'].filter(Boolean).join(' ');
}

/** How many nodes of an intent the sessions reached. @param {IntentGraph} intent @param {Traffic} traffic */
export function intentCoverage({ nodes }, { sessions }) {
  const missed = nodes.filter(({ count }) => count === 0).length;
  if (!missed) return 'All nodes were reached.';
  if (missed === nodes.length) return `The intent was not reached in ${lastSessions(sessions)}.`;
  return `${nodes.length - missed} of ${nodes.length} nodes were reached. Dashed: not reached in ${lastSessions(sessions)}.`;
}

/** Which intents the sessions reached. @param {IntentGraph[]} intents @param {Traffic} traffic */
export function botCoverage(intents, { sessions }) {
  const begun = intents.filter(({ nodes: [start] }) => start.count).length;
  return `${begun} of ${plural(intents.length, 'intent')} began in ${lastSessions(sessions)}.`;
}

/** @param {number} count */
const lastSessions = (count) => (count === 1 ? 'the last session' : `the last ${count} sessions`);
