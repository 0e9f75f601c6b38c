// Places the nodes of a small directed graph in layers, from top to bottom. A long edge passes through a place in each
// layer between its ends, so it does not cross nodes.

/** @typedef {import('./types.js').GraphNode} GraphNode */
/** @typedef {import('./types.js').GraphEdge} GraphEdge */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{id: string, width: number, layer: number, x: number, y: number, node: GraphNode | null}} Place */
/** @typedef {{places: Place[], edges: {edge: GraphEdge, points: Point[], back: boolean}[], width: number, height: number}} Layout */

export const nodeHeight = 44;
const layerGap = 44;
const columnGap = 28;
const margin = 20;

/**
 * @param {GraphNode[]} nodes
 * @param {GraphEdge[]} edges
 * @returns {Layout}
 */
export function layoutGraph(nodes, edges) {
  const known = new Set(nodes.map((node) => node.id));
  const valid = edges.filter((edge) => known.has(edge.from) && known.has(edge.to) && edge.from !== edge.to);
  const back = backEdges(nodes, valid);
  const forward = valid.filter((edge) => !back.has(edge));
  const layers = layersOf(nodes, forward);
  /** @type {Map<string, Place>} */
  const places = new Map(nodes.map((node) => [node.id, { id: node.id, width: widthOf(node), layer: layers.get(node.id) ?? 0, x: 0, y: 0, node }]));
  const chains = forward.map((edge) => chainOf(edge, places));
  const rows = orderRows(places, chains);
  const width = placeRows(rows);
  const routed = [...forward.map((edge, index) => ({ edge, points: pointsOf(chains[index], places), back: false })), ...[...back].map((edge) => ({ edge, points: aroundPoints(edge, places, width), back: true }))];
  return { places: [...places.values()].filter((place) => place.node), edges: routed, width: width + (back.size ? 40 : 0), height: rows.length * (nodeHeight + layerGap) - layerGap + 2 * margin };
}

/** @param {GraphNode} node */
const widthOf = (node) => Math.max(130, Math.min(260, node.label.length * 8 + 28));

/** Edges that lead back to a node on the way from the start. @param {GraphNode[]} nodes @param {GraphEdge[]} edges */
function backEdges(nodes, edges) {
  const back = new Set();
  const state = new Map();
  const visit = (/** @type {string} */ id) => {
    state.set(id, 'open');
    for (const edge of edges.filter((one) => one.from === id)) {
      if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) visit(edge.to);
    }
    state.set(id, 'done');
  };
  for (const node of nodes) if (!state.has(node.id)) visit(node.id);
  return back;
}

/** The longest way from a start to each node. @param {GraphNode[]} nodes @param {GraphEdge[]} edges */
function layersOf(nodes, edges) {
  /** @type {Map<string, number>} */
  const layers = new Map();
  const layer = (/** @type {string} */ id) => {
    const known = layers.get(id);
    if (known !== undefined) return known;
    const found = Math.max(0, ...edges.filter((edge) => edge.to === id).map((edge) => layer(edge.from) + 1));
    layers.set(id, found);
    return found;
  };
  for (const node of nodes) layer(node.id);
  return layers;
}

/** The ids from one end of an edge to the other; adds places for the layers between. @param {GraphEdge} edge @param {Map<string, Place>} places */
function chainOf(edge, places) {
  const from = /** @type {Place} */ (places.get(edge.from)).layer;
  const to = /** @type {Place} */ (places.get(edge.to)).layer;
  const chain = [edge.from];
  for (let layer = from + 1; layer < to; layer++) {
    const id = `\0${edge.from}\0${edge.to}\0${edge.label ?? ''}\0${layer}`;
    places.set(id, { id, width: 16, layer, x: 0, y: 0, node: null });
    chain.push(id);
  }
  return [...chain, edge.to];
}

/** Orders each layer by the middle of the neighbours in the layer before and after. @param {Map<string, Place>} places @param {string[][]} chains */
function orderRows(places, chains) {
  /** @type {Place[][]} */
  const rows = [];
  for (const place of places.values()) (rows[place.layer] ??= []).push(place);
  const pairs = chains.flatMap((chain) => chain.slice(1).map((id, index) => [chain[index], id]));
  for (let sweep = 0; sweep < 8; sweep++) {
    const down = sweep % 2 === 0;
    for (let layer = 0; layer < rows.length; layer++) {
      const row = rows[down ? layer : rows.length - 1 - layer];
      const position = new Map(rows.flatMap((one) => one.map((place, index) => [place.id, index - one.length / 2])));
      const middle = (/** @type {Place} */ place) => {
        const near = pairs.filter(([from, to]) => (down ? to : from) === place.id).map(([from, to]) => position.get(down ? from : to) ?? 0);
        return near.length ? near.reduce((sum, one) => sum + one, 0) / near.length : position.get(place.id) ?? 0;
      };
      const keys = new Map(row.map((place) => [place, middle(place)]));
      row.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    }
  }
  return rows;
}

/** Sets the positions, each row in the middle. Returns the width. @param {Place[][]} rows */
function placeRows(rows) {
  const widths = rows.map((row) => row.reduce((sum, place) => sum + place.width + columnGap, -columnGap));
  const width = Math.max(...widths) + 2 * margin;
  rows.forEach((row, layer) => {
    let x = (width - widths[layer]) / 2;
    for (const place of row) {
      Object.assign(place, { x: x + place.width / 2, y: margin + layer * (nodeHeight + layerGap) });
      x += place.width + columnGap;
    }
  });
  return width;
}

/** @param {string[]} chain @param {Map<string, Place>} places @returns {Point[]} */
function pointsOf(chain, places) {
  return chain.flatMap((id, index) => {
    const { x, y } = /** @type {Place} */ (places.get(id));
    if (index === 0) return [{ x, y: y + nodeHeight }];
    return index === chain.length - 1 ? [{ x, y }] : [{ x, y }, { x, y: y + nodeHeight }];
  });
}

/** A way along the right side, for an edge that leads back. @param {GraphEdge} edge @param {Map<string, Place>} places @param {number} width @returns {Point[]} */
function aroundPoints(edge, places, width) {
  const from = /** @type {Place} */ (places.get(edge.from));
  const to = /** @type {Place} */ (places.get(edge.to));
  const middle = nodeHeight / 2;
  return [{ x: from.x + from.width / 2, y: from.y + middle }, { x: width + 20, y: from.y + middle }, { x: width + 20, y: to.y + middle }, { x: to.x + to.width / 2, y: to.y + middle }];
}
