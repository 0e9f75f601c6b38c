// The parts of the console that need no browser, and the rules that its files keep.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

globalThis.document = { baseURI: 'http://127.0.0.1/console/' };
const folder = new URL('../../../server/console/', import.meta.url);
const load = (name) => import(new URL(name, folder));
const { indexOfByte, segmentsOf } = await load('spans.js');
const { parseRoute, hrefOf } = await load('router.js');
const { parse } = await load('events.js');
const { changesBetween, commonSteps, differencesOf } = await load('differences.js');
const { layoutGraph } = await load('graph_layout.js');
const { examplesYaml, quoted } = await load('examples_yaml.js');
const { withoutCommonEnds } = await load('origin.js');
const { safeUrl } = await load('attachments.js');
const { duration, valueText } = await load('format.js');

test('spans count bytes of UTF-8', () => {
  const cases = [['abc', 2, 2], ['é b', 2, 1], ['日本', 3, 1], ['😀x', 4, 2], ['😀x', 2, 0], ['ab', 9, 2]];
  for (const [text, offset, index] of cases) assert.equal(indexOfByte(text, offset), index, `${text} ${offset}`);
});

test('segments name the marks that cover them', () => {
  const marks = [{ kind: 'value', label: 'a', span: [0, 5] }, { kind: 'intent', label: 'b', span: [3, 5] }];
  assert.deepEqual(segmentsOf('é12x rest', marks), [{ text: 'é1', marks: [0] }, { text: '2x', marks: [0, 1] }, { text: ' rest', marks: [] }]);
  assert.deepEqual(segmentsOf('none', []), [{ text: 'none', marks: [] }]);
});

test('routes come back from their addresses', () => {
  const route = parseRoute(hrefOf('sessions', ['a/b c', undefined, 3], { q: 'x&y', tag: '' }));
  assert.deepEqual([route.view, route.parts, [...route.query]], ['sessions', ['a/b c', '3'], [['q', 'x&y']]]);
  assert.equal(parseRoute('').view, 'talk');
  assert.deepEqual(parseRoute('#/talk/%E0%A4%A').parts, ['%E0%A4%A']);
});

test('server-sent events have data of several lines, and comments are no events', () => {
  assert.deepEqual(parse('event: turn\nid: 7\ndata: {"a":\ndata: 1}'), { event: 'turn', id: '7', data: { a: 1 } });
  assert.equal(parse(': keep-alive'), null);
});

const step = (text, say, param) => ({ n: 1, input: { text }, turn: { say, intent: 'refund', status: 'waiting', steps: [] }, state: { frames: [{ intent: 'refund', params: { order: { value: param, turn: 1 } } }], waiting: null, params: {}, queue: [], handed_off: null, ended: false } });

test('differences of two runs name the fields', () => {
  assert.deepEqual(differencesOf(step('a', ['x'], 1), step('a', ['x'], 1)), []);
  assert.deepEqual(differencesOf(step('a', ['x'], 1), step('b', ['y'], 2)).map(({ field }) => field), ['message', 'reply', 'state']);
  assert.equal(commonSteps([step('a', [], 1), step('b', [], 1)], [step('a', [], 1), step('c', [], 1)]), 1);
  assert.deepEqual(changesBetween({ a: { b: 1 }, c: 2 }, { a: { b: 3 } }), [{ path: 'a/b', before: 1, after: 3 }, { path: 'c', before: 2, after: null }]);
});

test('a graph with branches, a long edge and a loop has no overlaps, and its edges lead down', () => {
  const nodes = ['start', 'a', 'b', 'c', 'end'].map((id) => ({ id, kind: 'say', label: id }));
  const edges = [['start', 'a'], ['start', 'b'], ['a', 'c'], ['b', 'c'], ['start', 'end'], ['c', 'end'], ['c', 'a'], ['end', 'unknown']].map(([from, to]) => ({ from, to }));
  const { places, edges: routed, width, height } = layoutGraph(nodes, edges);
  assert.equal(places.length, 5);
  for (const a of places) {
    assert.ok(a.x - a.width / 2 >= 0 && a.x + a.width / 2 <= width && a.y + 44 <= height, a.id);
    for (const b of places) assert.ok(a === b || a.y !== b.y || Math.abs(a.x - b.x) >= (a.width + b.width) / 2, `${a.id} ${b.id}`);
  }
  assert.deepEqual(routed.filter(({ back }) => back).map(({ edge }) => edge), [{ from: 'c', to: 'a' }]);
  for (const { points, back } of routed) assert.ok(back || points.every(({ y }, index) => !index || y >= points[index - 1].y));
});

test('two lists differ in what their ends do not share', () => {
  const cases = [[['a', 'b', 'c'], ['a', 'x', 'c'], ['b'], ['x']], [['a'], ['a', 'b'], null, ['b']], [['a', 'a'], ['a'], ['a'], null], ['a', 'b', 'a', 'b'], [null, ['a'], null, ['a']]];
  for (const [before, after, ...expected] of cases) assert.deepEqual(withoutCommonEnds(before, after), expected, `${before} ${after}`);
});

test('YAML quotes phrases', () => {
  assert.equal(quoted("don't\n 'x'"), "'don''t ''x'''");
  assert.equal(examplesYaml('refund', ['a: b', '- c']), "  - id: refund\n    examples:\n      - 'a: b'\n      - '- c'\n");
});

test('only URLs of web pages are links', () => {
  assert.equal(safeUrl('https://shop.example/a'), 'https://shop.example/a');
  for (const text of ['javascript:alert(1)', ' JaVaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//shop.example', '', undefined]) assert.equal(safeUrl(text), null, String(text));
});

test('values and lengths of time have short texts', () => {
  assert.deepEqual([valueText('a'), valueText(['a', 1]), valueText(null), valueText({ a: 1 })], ['a', 'a, 1', 'not set', '{"a":1}']);
  assert.deepEqual([duration(3600), duration(90), duration(120)], ['1 h', '90 s', '2 min']);
});

test('no file parses text as HTML, evaluates code, sets inline styles or loads from elsewhere; modules stay short', () => {
  const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function|\bstyle\s*=|setAttribute\('style'|<style|\bon(click|load)="|EventSource\(/;
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|html)$/.test(one))) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    assert.doesNotMatch(text, forbidden, name);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)|@import|url\((?!#)/, name);
    assert.ok(text.split('\n').length <= 300, `${name} is longer than 300 lines`);
  }
});
