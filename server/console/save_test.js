// Shows a simulation as a conversation file for `parley replay`, and whether it passes.
import { announce } from './announce.js';
import { openDialog } from './dialog.js';
import { valueText } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';

/** @param {import('./simulation.js').Simulation} simulation */
export async function saveTest(simulation) {
  const place = h('div.stack', null, h('p.muted', null, 'Replaying...'));
  openDialog('Save as test', [place], { wide: true });
  try {
    const { yaml, passed, differences } = await simulation.conversation();
    replace(place,
      h('p', { class: passed ? 'verdict good' : 'verdict bad' }, passed ? 'The conversation passes when it is replayed.' : 'The replay differs. Repair the bot, or edit the file before you save it.'),
      !passed && h('ul', null, differences.map((/** @type {any} */ one) => h('li', null, valueText(one)))),
      h('pre.yaml', { tabindex: 0, 'aria-label': 'Conversation file' }, yaml),
      h('div.row.end', null, h('button', { type: 'button', onclick: () => copy(yaml) }, 'Copy'),
        h('button.primary', { type: 'button', onclick: () => download(`${simulation.id}.yaml`, yaml) }, 'Download')));
  } catch (error) {
    replace(place, problemView(error));
  }
}

/** Copies a text to the clipboard. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    announce('Copied.');
  } catch {
    announce('The browser does not allow copying. Select the text and copy it by hand.');
  }
}

/** Saves a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
  announce(`Saved ${name}.`);
}
