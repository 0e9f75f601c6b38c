// The findings of the check of a bot file.
import { plural } from './format.js';
import { h } from './h.js';

/** @typedef {import('./types.js').Finding} Finding */

/** @param {Finding[]} findings */
export function findingsView(findings) {
  if (!findings.length) return h('p.muted', null, 'The check found no problem.');
  const errors = findings.filter((one) => one.severity === 'error').length;
  return h('div', null, h('p.muted', null, `${plural(errors, 'error')}, ${plural(findings.length - errors, 'warning')}`),
    h('ul.findings', null, findings.map((one) => h('li', { 'data-severity': one.severity },
      h('div', null, h('strong', null, one.severity), ' ', h('code', null, `${one.file}:${one.line}:${one.column}`), ' ', h('span.muted', null, one.code)),
      h('div', null, one.message), one.hint && h('div.muted', null, one.hint)))));
}
