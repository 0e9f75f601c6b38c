// The phrases that no intent matched, in groups. Each group becomes examples of an intent.
import { plural } from './format.js';
import { h, replace } from './h.js';
import { examplesYaml } from './examples_yaml.js';
import { hrefOf } from './router.js';
import { copy } from './save_test.js';

/** @typedef {{words: string, count: number, examples: string[]}} Cluster */

/** @param {{clusters: Cluster[], count: number, in_other_clusters?: number}} unmatched @param {string[]} intents */
export function unmatchedView({ clusters, count, in_other_clusters: others = 0 }, intents) {
  if (!clusters.length) return h('p.muted', null, count ? `${plural(count, 'message')}; the report has no texts of them.` : 'The bot found an intent in every message.');
  return h('div', null, h('ul.clusters', null, clusters.map((cluster) => clusterView(cluster, intents))), others > 0 && h('p.muted', null, `${plural(others, 'message')} in smaller groups`));
}

/** @param {Cluster} cluster @param {string[]} intents */
function clusterView({ words, count, examples }, intents) {
  const place = h('div.yaml-maker', { hidden: true });
  const toggle = () => {
    place.hidden = !place.hidden;
    button.setAttribute('aria-expanded', String(!place.hidden));
    if (!place.hasChildNodes()) place.append(yamlMaker(examples, intents));
  };
  const button = h('button.small', { type: 'button', 'aria-expanded': 'false', onclick: toggle }, 'Add as examples');
  return h('li.cluster', null, h('span.count', null, count),
    h('div', null, h('ul.quotes', null, examples.map((example) => h('li', null, `“${example}”`))), h('p.session-facts', null, words && h('span', null, words), h('a', { href: hrefOf('sessions', [], { q: examples[0] }) }, 'Find the sessions'))),
    button, place);
}

/** @param {string[]} examples @param {string[]} intents */
function yamlMaker(examples, intents) {
  const result = h('div.stack', null);
  const select = h('select', null, h('option', { value: '' }, 'Choose an intent'), intents.map((id) => h('option', { value: id }, id)));
  const boxes = examples.map((example) => h('input', { type: 'checkbox', checked: true, value: example }));
  const show = () => {
    const phrases = boxes.filter((box) => box.checked).map((box) => box.value);
    if (!select.value || !phrases.length) return replace(result);
    const yaml = examplesYaml(select.value, phrases);
    return replace(result, h('pre.yaml', { tabindex: 0, 'aria-label': `Examples for ${select.value}` }, yaml), h('div.row.end', null, h('button', { type: 'button', onclick: () => copy(yaml) }, 'Copy')));
  };
  select.addEventListener('change', show);
  const choices = boxes.map((box, index) => (box.addEventListener('change', show), h('label.check', null, box, examples[index])));
  return h('div.stack', null, h('div', { role: 'group', 'aria-label': 'Phrases' }, choices), h('label.field', null, h('span', null, 'Intent'), select), result);
}
