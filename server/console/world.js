// What can happen to a conversation besides messages: silence, the end, time, a second delivery, a restart.
import { h } from './h.js';

/** @typedef {import('./types.js').StepInput} StepInput */
/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * @param {() => Simulation | null} simulation
 * @param {(input: StepInput) => void} act
 */
export function worldBar(simulation, act) {
  const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ onclick) => h('button.quiet.small', { type: 'button', title, onclick }, label);
  const expire = button('Expire', 'Moves the clock past the time limit of the open question', () => {
    const seconds = secondsToExpiry(simulation());
    if (seconds) act({ advance: seconds });
  });
  const again = button('Deliver again', 'The channel delivers the last message a second time', () => act({ redeliver: true }));
  const node = h('div.world', { role: 'group', 'aria-label': 'World' }, h('span.world-label', { 'aria-hidden': 'true' }, 'World'),
    button('Silence', 'The user says nothing for some time', () => act({ event: 'silence' })),
    button('+1 h', 'Moves the clock on by one hour', () => act({ advance: 3600 })),
    expire, again,
    button('Restart', 'Restarts the process; the store stays', () => act({ restart: true })),
    button('End', 'The channel ends the conversation', () => act({ event: 'end' })));
  const update = () => {
    expire.disabled = !secondsToExpiry(simulation());
    again.disabled = !simulation()?.steps.some((step) => step.turn);
  };
  update();
  return { node, update };
}

/** Seconds until the open question expires, and one more; null if nothing expires. @param {Simulation | null} simulation */
function secondsToExpiry(simulation) {
  const expiry = simulation?.data.state.waiting?.expires_at;
  if (!simulation || !expiry) return null;
  return Math.max(1, Math.ceil((Date.parse(expiry) - Date.parse(simulation.data.now)) / 1000) + 1);
}
