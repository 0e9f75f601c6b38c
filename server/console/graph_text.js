// The text of a node, in lines that fit into its box. The server computes the size of a box with the same widths.

/** The columns of a text: characters of Chinese, Japanese and Korean take two. @param {string} text */
export const columnsOf = (text) => [...text].reduce((sum, one) => sum + (/** @type {number} */ (one.codePointAt(0)) >= 0x1000 ? 2 : 1), 0);

/**
 * Breaks a text into at most `most` lines; the last one is cut if there is more.
 * @param {string} text
 * @param {number} columns
 * @param {number} most
 */
export function wrapped(text, columns, most) {
  const lines = [];
  let rest = text.trim();
  while (lines.length + 1 < most && columnsOf(rest) > columns) {
    const head = cut(rest, columns);
    const space = rest.charAt(head.length) === ' ' ? head.length : head.lastIndexOf(' ');
    const end = space > head.length / 2 ? space : head.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, columnsOf(rest) > columns ? `${cut(rest, columns - 1).trimEnd()}…` : rest];
}

/** The longest beginning of a text with at most `columns`. @param {string} text @param {number} columns */
function cut(text, columns) {
  let head = '';
  let used = 0;
  for (const one of text) {
    used += columnsOf(one);
    if (used > columns) break;
    head += one;
  }
  return head;
}
