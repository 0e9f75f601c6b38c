// The findings of the check of a bot file.
import { plural } from './format.js';
import { h } from './h.js';

/** @typedef {import('./types.js').Finding} Finding */

/**
 * @param {Finding[]} findings
 * @param {(finding: Finding) => string | null} hrefOfFinding the address of its source; null: none
 * @param {() => void} [onOpen] runs when the user opens a source
 */
export function findingsView(findings, hrefOfFinding, onOpen) {
  if (!findings.length) return h('p.muted', null, 'The check found no problem.');
  const errors = findings.filter((one) => one.severity === 'error').length;
  return h('div', null, h('p.muted', null, `${plural(errors, 'error')}, ${plural(findings.length - errors, 'warning')}`),
    h('ul.findings', null, findings.map((one) => h('li', { 'data-severity': one.severity },
      h('div', null, h('strong', null, one.severity), ' ', placeView(one, hrefOfFinding(one), onOpen), ' ', h('span.muted', null, one.code)),
      h('div', null, one.message), one.hint && h('div.muted', null, one.hint)))));
}

/** @param {Finding} finding @param {string | null} href @param {(() => void) | undefined} onOpen */
function placeView({ file, line, column }, href, onOpen) {
  const place = h('code', null, `${file}:${line}:${column}`);
  return href ? h('a', { href, onclick: onOpen }, place) : place;
}
