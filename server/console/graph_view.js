// The graph of an intent as SVG, and as a list for those who do not see it.
import { h, svg } from './h.js';
import { layoutGraph, nodeHeight } from './graph_layout.js';

/** @typedef {import('./types.js').IntentGraph} IntentGraph */
/** @typedef {import('./graph_layout.js').Point} Point */

/** @param {IntentGraph} graph */
export function graphView({ id, nodes, edges }) {
  const layout = layoutGraph(nodes, edges);
  const picture = svg('svg.graph', { viewBox: `0 0 ${layout.width} ${layout.height}`, width: layout.width, height: layout.height, role: 'img', 'aria-label': `Steps of ${id}; the list below has the same contents` },
    svg('defs', null, svg('marker', { id: 'arrow', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' }, svg('path.arrow', { d: 'M0 0L10 5L0 10z' }))),
    layout.edges.map(({ edge, points, back }) => [svg('path', { d: back ? straight(points) : curve(points), 'marker-end': 'url(#arrow)' }), edge.label && label(edge.label, points, back)]),
    layout.places.map(({ x, y, width, node }) => node && svg('g', { 'data-kind': node.kind, transform: `translate(${x} ${y})` },
      svg('title', null, `${node.kind}: ${node.label}${node.line ? `, line ${node.line}` : ''}`),
      svg('rect', { x: -width / 2, width, height: nodeHeight, rx: 10 }),
      svg('text', { 'text-anchor': 'middle', y: node.count === undefined && node.kind === 'start' ? 27 : 20 }, shortened(node.label)),
      node.kind !== 'start' && svg('text.line', { 'text-anchor': 'middle', y: 36 }, [node.kind, node.line && `line ${node.line}`, node.count !== undefined && `${node.count} times`].filter(Boolean).join(' · ')))));
  return h('div.stack', null, h('div.graph-scroll', { tabindex: 0, role: 'group', 'aria-label': 'Graph' }, picture), listView(nodes, edges));
}

/** @param {string} text */
const shortened = (text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text);

/** @param {Point[]} points */
const straight = (points) => points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');

/** @param {Point[]} points */
function curve(points) {
  return points.slice(1).reduce((path, { x, y }, index) => {
    const middle = (points[index].y + y) / 2;
    return `${path}C${points[index].x} ${middle} ${x} ${middle} ${x} ${y}`;
  }, `M${points[0].x} ${points[0].y}`);
}

/** @param {string} text @param {Point[]} points @param {boolean} back */
function label(text, points, back) {
  const [from, to] = back ? [points[1], points[2]] : points;
  return svg('text.edge-label', { x: (from.x + to.x) / 2 + 6, y: (from.y + to.y) / 2 + 4 }, text);
}

/** @param {IntentGraph['nodes']} nodes @param {IntentGraph['edges']} edges */
function listView(nodes, edges) {
  const labels = new Map(nodes.map((node) => [node.id, node.label]));
  return h('details', null, h('summary', null, 'The graph as a list'), h('ol.plain', null, nodes.map((node) => {
    const next = edges.filter((edge) => edge.from === node.id).map((edge) => `${edge.label ? `${edge.label}: ` : ''}${labels.get(edge.to) ?? edge.to}`);
    return h('li', null, `${node.kind} `, h('strong', null, node.label), node.line && ` (line ${node.line})`, next.length > 0 && `, then ${next.join(' or ')}`);
  })));
}
