// Pictures of graphs as SVG, from the places that the server gives: the steps of an intent, and the links between
// intents. Nodes are links, so the keyboard reaches them; lists beside the pictures have the same facts.
import { plural } from './format.js';
import { placeLabels } from './graph_labels.js';
import { wrapped } from './graph_text.js';
import { h, svg } from './h.js';

/** @typedef {import('./types.js').IntentGraph} IntentGraph */
/** @typedef {import('./types.js').GraphOverview} GraphOverview */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Box} Box */
/** @typedef {Box & {id: string, kind: string, label: string, small: string, count?: number, href: string | null}} Node */
/** @typedef {{points: Point[], back: boolean, label: string, count?: number}} Edge */

/**
 * The picture of an intent. `hrefOfNode` returns the address that shows the source of a node.
 * @param {IntentGraph} graph
 * @param {(node: import('./types.js').GraphNode) => string | null} hrefOfNode
 */
export function graphView({ id, width, height, nodes, edges }, hrefOfNode) {
  return picture({ name: `Steps of ${id}`, width, height, sideways: false,
    nodes: nodes.map((node) => ({ ...node, href: hrefOfNode(node), small: smallText(node) })),
    edges: edges.map(({ points, back = false, label = '', count }) => ({ points, back, label, count })) });
}

/**
 * The picture of the links between intents.
 * @param {GraphOverview} overview
 * @param {(id: string) => string} hrefOfIntent
 */
export function overviewView({ width, height, nodes, edges }, hrefOfIntent) {
  return picture({ name: 'Links between intents', width, height, sideways: true,
    nodes: nodes.map((node) => ({ ...node, kind: 'intent', label: node.id, small: '', href: hrefOfIntent(node.id) })),
    edges: edges.map(({ points, back = false, kinds, count }) => ({ points, back, label: kinds.join(', '), count })) });
}

/** The second line of a node: its kind and its place. Ends have no place. @param {import('./types.js').GraphNode} node */
const smallText = (node) => [node.kind !== 'start' && node.line && node.kind, lineOf(node)].filter(Boolean).join(' · ');

/** @param {{line?: number}} node */
const lineOf = ({ line }) => (line ? `line ${line}` : '');

/**
 * Scrolls a picture so that the selected node, or else the first one, is in the middle.
 * @param {ParentNode} place
 */
export function centreGraph(place) {
  const scroll = place.querySelector('.graph-scroll');
  const node = scroll?.querySelector('.node.selected') ?? scroll?.querySelector('.node');
  if (!scroll || !node) return;
  const outer = scroll.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  scroll.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  scroll.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}

/** How often conversations came there; empty if the server did not count. @param {number | undefined} count */
export function countOf(count) {
  if (count === undefined) return '';
  return count === 0 ? 'not reached' : count === 1 ? 'once' : `${count} times`;
}

const least_most = 10;  // so that lines of few conversations are not thick

/** @param {{name: string, width: number, height: number, nodes: Node[], edges: Edge[], sideways: boolean}} graph */
function picture({ name, width, height, nodes, edges, sideways }) {
  const most = Math.max(least_most, ...nodes.map(({ count = 0 }) => count), ...edges.map(({ count = 0 }) => count));
  const labels = placeLabels(edges.map((edge) => ({ points: edge.points, text: labelOf(edge) })), nodes.map(withBadge));
  return h('div.graph-scroll', { tabindex: 0, role: 'group', 'aria-label': `${name}, picture` },
    svg('svg.graph', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': name },
      svg('defs', null, svg('marker', { id: 'arrow', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: 'userSpaceOnUse', orient: 'auto' }, svg('path.arrow', { d: 'M0 0L10 5L0 10z' }))),
      svg('g', { 'aria-hidden': 'true' }, edges.map((edge) => svg('path', { d: edge.back || isAside(edge.points, sideways) ? corners(edge.points) : curve(edge.points, sideways), 'data-reached': reached(edge.count), 'data-share': shareOf(edge.count, most), 'marker-end': 'url(#arrow)' }))),
      nodes.map((node) => nodeView(node, most)),
      svg('g', { 'aria-hidden': 'true' }, labels.map(({ x, y, text }) => svg('text.edge-label', { x, y }, text)))));
}

/** @param {Edge} edge */
const labelOf = ({ label, count }) => [label, count ? String(count) : ''].filter(Boolean).join(' · ');

/** @param {number | undefined} count */
const reached = (count) => (count === undefined ? null : count > 0 ? 'yes' : 'no');

/** The share of the greatest count, in five steps that are equal in powers. @param {number | undefined} count @param {number} most */
const shareOf = (count, most) => (count ? Math.ceil((5 * Math.log(1 + count)) / Math.log(1 + most)) : null);

/** @param {Node} node @param {number} most */
function nodeView({ kind, label, small, count, href, x, y, width, height }, most) {
  const lines = wrapped(label, Math.floor((width - 24) / 7), height > 50 ? 2 : 1);
  const middle = x + width / 2;
  const first = y + height / 2 + 5 - ((lines.length - 1) * 16 + (small ? 15 : 0)) / 2;
  const words = count === undefined ? '' : `· ${plural(count, 'time')}${count === 0 ? ', not reached' : ''}`;
  const parts = [
    svg('rect', { x, y, width, height, rx: 10 }),
    lines.map((text, index) => [svg('text', { x: middle, y: first + index * 16 }, text), ' ']),
    small && svg('text.small', { x: middle, y: first + (lines.length - 1) * 16 + 15 }, small), ' ',
    count !== undefined && [badge(String(count), x + width, y), svg('text.unseen', { x: middle, y: first }, words)],
  ];
  const attributes = { 'data-kind': kind, 'data-reached': reached(count), 'data-share': shareOf(count, most) };
  return href ? svg('a.node', { ...attributes, href }, parts) : svg('g.node', { ...attributes, role: 'img', 'aria-label': [label, words].filter(Boolean).join(' ') }, parts);
}

/** The box of a node with its badge. @param {Node} node @returns {Box} */
const withBadge = ({ x, y, width, height, count }) => (count === undefined ? { x, y, width, height } : { x, y: y - 9, width: width + 6, height: height + 9 });

/** @param {string} text @param {number} right @param {number} top */
function badge(text, right, top) {
  const width = text.length * 7 + 12;
  return svg('g.badge', { 'aria-hidden': 'true' }, svg('rect', { x: right - width + 6, y: top - 9, width, height: 18, rx: 9 }), svg('text', { x: right - width / 2 + 6, y: top + 4 }, text));
}

/** Whether an edge passes around the rows, with corners. @param {Point[]} points @param {boolean} sideways */
const isAside = (points, sideways) => points.length === 6 && (sideways ? points[1].x === points[2].x && points[2].y === points[3].y : points[1].y === points[2].y && points[2].x === points[3].x);

/** @param {Point[]} points */
const corners = (points) => points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');

/** @param {Point[]} points @param {boolean} sideways */
function curve(points, sideways) {
  return points.slice(1).reduce((path, { x, y }, index) => {
    const before = points[index];
    const [a, b] = sideways ? [`${(before.x + x) / 2} ${before.y}`, `${(before.x + x) / 2} ${y}`] : [`${before.x} ${(before.y + y) / 2}`, `${x} ${(before.y + y) / 2}`];
    return `${path}C${a} ${b} ${x} ${y}`;
  }, `M${points[0].x} ${points[0].y}`);
}

/**
 * The nodes and edges of an intent as a list, for those who do not see the picture.
 * @param {IntentGraph} graph
 * @param {{hrefOfNode: (node: import('./types.js').GraphNode) => string | null, hrefOfIntent: (id: string) => string}} links
 */
export function graphList({ nodes, edges }, { hrefOfNode, hrefOfIntent }) {
  const labels = new Map(nodes.map((node) => [node.id, node.label]));
  return h('details', null, h('summary', null, 'The graph as a list'), h('ol.plain', null, nodes.map((node) => {
    const next = edges.filter((edge) => edge.from === node.id).map(({ to, label, count }) => `${label ? `${label}: ` : ''}${labels.get(to) ?? to}${count === undefined ? '' : ` (${countOf(count)})`}`);
    const href = hrefOfNode(node);
    return h('li', null, `${node.kind} `, h('strong', null, node.label), href && [' (', h('a', { href }, lineOf(node)), ')'], node.count !== undefined && `, ${countOf(node.count)}`,
      node.asked !== undefined && node.asked > 0 && `, asked ${countOf(node.asked)}`, node.intent && [', intent ', h('a', { href: hrefOfIntent(node.intent) }, node.intent)], next.length > 0 && `, then ${next.join(' or ')}`);
  })));
}
