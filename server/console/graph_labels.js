// Places the labels of edges so that they are not over nodes and not over each other, if there is room.
import { columnsOf } from './graph_text.js';

/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Box} Box */
/** @typedef {{x: number, y: number, text: string}} Label the left end of its base line */

const height = 12;
const shares = [0.5, 0.65, 0.35, 0.8, 0.2];

/**
 * @param {{points: Point[], text: string}[]} edges
 * @param {Box[]} nodes
 * @returns {Label[]}
 */
export function placeLabels(edges, nodes) {
  /** @type {Box[]} */
  const taken = [...nodes];
  return edges.filter(({ text }) => text).map(({ points, text }) => {
    const width = columnsOf(text) * 6;
    const places = candidates(points, width);
    const free = places.find((place) => taken.every((one) => !overlap(place, one))) ?? places[0];
    taken.push(free);
    return { x: free.x, y: free.y + height - 2, text };
  });
}

/** The boxes in which a label may stand, the best first. @param {Point[]} points @param {number} width @returns {Box[]} */
function candidates(points, width) {
  const parts = points.slice(1).map((to, index) => [points[index], to]);
  // The part beside a way has its own room, so it comes first.
  const own = parts.length > 2 ? [parts[1], parts[0], ...parts.slice(2)] : parts;
  return own.flatMap(([from, to]) => shares.flatMap((share) => {
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share - height / 2;
    return [x + 5, x - width - 5, x - width / 2].map((left) => ({ x: left, y, width, height }));
  }));
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
