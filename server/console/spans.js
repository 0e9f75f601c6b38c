// Parts of a text. The server counts in bytes of UTF-8, and JavaScript in UTF-16 units.

/** @typedef {{kind: string, label: string, span: [number, number]}} Mark */
/** @typedef {{text: string, marks: number[]}} Segment */

/**
 * Returns the UTF-16 index of a byte offset. An offset inside of a character means its beginning.
 * @param {string} text
 * @param {number} offset
 */
export function indexOfByte(text, offset) {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    bytes += byteLength(/** @type {number} */ (character.codePointAt(0)));
    if (bytes > offset) return index;
    index += character.length;
  }
  return index;
}

/** @param {number} codePoint */
function byteLength(codePoint) {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/**
 * Cuts a text where marks begin and end. Each segment names the marks that cover it, by their index.
 * @param {string} text
 * @param {Mark[]} marks
 * @returns {Segment[]}
 */
export function segmentsOf(text, marks) {
  const ranges = marks.map(({ span }) => span.map((offset) => indexOfByte(text, offset)));
  const cuts = [...new Set([0, text.length, ...ranges.flat()])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((begin, index) => ({
    text: text.slice(begin, cuts[index + 1]),
    marks: ranges.flatMap(([from, to], mark) => (from <= begin && cuts[index + 1] <= to ? [mark] : [])),
  }));
}
