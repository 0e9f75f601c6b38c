// The parts of the console that need no browser, and the rules that its files keep.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

globalThis.document = { baseURI: 'http://127.0.0.1/console/' };
const folder = new URL('../../../server/console/', import.meta.url);
const load = (name) => import(new URL(name, folder));
const { indexOfByte, segmentsOf } = await load('spans.js');
const { addressed, parseRoute, hrefOf } = await load('router.js');
const { parse } = await load('events.js');
const { changesBetween, commonSteps, differencesOf } = await load('differences.js');
const { placeLabels } = await load('graph_labels.js');
const { columnsOf, wrapped } = await load('graph_text.js');
const { examplesYaml, quoted } = await load('examples_yaml.js');
const { withoutCommonEnds } = await load('origin.js');
const { fitsFilters } = await load('session_filters.js');
const { safeUrl } = await load('attachments.js');
const { duration, valueText } = await load('format.js');
const { marksOf } = await load('evidence.js');

test('spans count bytes of UTF-8', () => {
  const cases = [['abc', 2, 2], ['é b', 2, 1], ['日本', 3, 1], ['😀x', 4, 2], ['😀x', 2, 0], ['ab', 9, 2]];
  for (const [text, offset, index] of cases) assert.equal(indexOfByte(text, offset), index, `${text} ${offset}`);
});

test('segments name the marks that cover them', () => {
  const marks = [{ kind: 'value', label: 'a', span: [0, 5] }, { kind: 'intent', label: 'b', span: [3, 5] }];
  assert.deepEqual(segmentsOf('é12x rest', marks), [{ text: 'é1', marks: [0] }, { text: '2x', marks: [0, 1] }, { text: ' rest', marks: [] }]);
  assert.deepEqual(segmentsOf('none', []), [{ text: 'none', marks: [] }]);
});

test('marks show the dialog acts that no intent, value or question shows', () => {
  const understanding = {
    act: 'deny', intent: null, candidates: [], params: [], answers: [{ param: 'size', value: 42, span: [4, 6], valid: true }],
    acts: [{ act: 'deny', span: [0, 2] }, { act: 'inform', param: 'size', span: [4, 6] }, { act: 'command', kind: 'dont_know', span: [0, 0] }, { act: 'courtesy', kind: 'thanks', span: [8, 14] }],
  };
  assert.deepEqual(marksOf(understanding).map((mark) => `${mark.kind} ${mark.label} ${mark.span}`), ['value size = 42 4,6', 'act deny 0,2', 'act courtesy thanks 8,14']);
});

test('routes come back from their addresses', () => {
  const route = parseRoute(hrefOf('sessions', ['a/b c', undefined, 3], { q: 'x&y', tag: '' }));
  assert.deepEqual([route.view, route.parts, [...route.query]], ['sessions', ['a/b c', '3'], [['q', 'x&y']]]);
  assert.equal(parseRoute('').view, 'talk');
  assert.deepEqual(parseRoute('#/talk/%E0%A4%A').parts, ['%E0%A4%A']);
  addressed.bot = 'shop';
  const { bot, query } = parseRoute(hrefOf('bot', ['a'], { line: 3 }));
  assert.deepEqual([bot, [...query]], ['shop', [['line', '3']]]);
  assert.equal(parseRoute(hrefOf('bot', [], { bot: 'bank' })).bot, 'bank');
  addressed.bot = '';
  assert.equal(hrefOf('bot'), '#/bot');
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

test('texts of nodes break between words, and are cut at the end', () => {
  const cases = [['short', 10, 2, ['short']], ['two words here', 9, 2, ['two words', 'here']], ['one two three four', 8, 2, ['one two', 'three f…']], ['abcdefghij', 4, 2, ['abcd', 'efg…']], ['abcdef', 4, 1, ['abc…']], ['日本語', 4, 2, ['日本', '語']], ['', 4, 2, ['']]];
  for (const [text, columns, most, lines] of cases) assert.deepEqual(wrapped(text, columns, most), lines, text);
  assert.deepEqual([columnsOf('aé'), columnsOf('日本'), columnsOf('😀')], [2, 4, 2]);
});

test('labels of edges avoid nodes and each other', () => {
  const nodes = [{ x: 0, y: 0, width: 200, height: 40 }, { x: 0, y: 90, width: 200, height: 40 }];
  const edge = (x) => ({ points: [{ x, y: 40 }, { x, y: 90 }], text: 'failure' });
  const labels = placeLabels([edge(100), edge(110), { points: edge(120).points, text: '' }, edge(90)], nodes);
  const boxes = labels.map(({ x, y }) => ({ x, y: y - 10, width: 42, height: 12 }));
  assert.equal(labels.length, 3);
  for (const [index, a] of boxes.entries()) {
    for (const b of [...nodes, ...boxes.slice(index + 1)]) assert.ok(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y, JSON.stringify([a, b]));
  }
});

test('two lists differ in what their ends do not share', () => {
  const cases = [[['a', 'b', 'c'], ['a', 'x', 'c'], ['b'], ['x']], [['a'], ['a', 'b'], null, ['b']], [['a', 'a'], ['a'], ['a'], null], ['a', 'b', 'a', 'b'], [null, ['a'], null, ['a']]];
  for (const [before, after, ...expected] of cases) assert.deepEqual(withoutCommonEnds(before, after), expected, `${before} ${after}`);
});

test('a live turn passes the filters that it can tell about', () => {
  const cases = [[{}, false, true], [{ standing: 'live' }, false, true], [{ standing: 'expired' }, false, false], [{ handed_off: 'true' }, false, false], [{ handed_off: 'true' }, true, true], [{ q: 'words', user: 'ann' }, true, true]];
  for (const [filters, handedOff, fits] of cases) assert.equal(fitsFilters(filters, { handed_off: handedOff }), fits, JSON.stringify(filters));
});

test('YAML quotes phrases', () => {
  assert.equal(quoted("don't\n 'x'"), "'don''t ''x'''");
  assert.equal(quoted('a\u0085id: b\u0000\u007f\u2028c'), "'a id: b c'");
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
