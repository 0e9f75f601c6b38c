// Builds elements: h('p.note', { id: 'x' }, 'text', child). Texts become text nodes, so no text is ever parsed as HTML.

/** A node, a text, a number, a list of them; null, undefined and false are left out. @typedef {any} Child */
/** @typedef {Record<string, any>} Attributes */

const namespaces = { svg: 'http://www.w3.org/2000/svg' };

/**
 * Creates an HTML element. `name` may have classes: 'div.card.wide'.
 * @param {string} name
 * @param {Attributes | null} [attributes] functions are listeners (`onclick`), `false` and null leave an attribute out
 * @param {...Child} children
 * @returns {any} the element, of the type that its name has
 */
export function h(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  return fill(document.createElement(tag), classes, attributes, children);
}

/**
 * Creates an SVG element, as h() does.
 * @param {string} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function svg(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  return fill(document.createElementNS(namespaces.svg, tag), classes, attributes, children);
}

/**
 * @param {Element} element
 * @param {string[]} classes
 * @param {Attributes | null | undefined} attributes
 * @param {Child[]} children
 */
function fill(element, classes, attributes, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes ?? {})) setAttribute(element, key, value);
  append(element, children);
  return element;
}

/**
 * @param {any} element
 * @param {string} key
 * @param {any} value
 */
function setAttribute(element, key, value) {
  if (value === false || value === null || value === undefined) return;
  if (typeof value === 'function') element.addEventListener(key.slice(2), value);
  else if (key === 'class') element.classList.add(...value.split(' ').filter(Boolean));
  else if (key === 'value' || key === 'checked' || key === 'indeterminate') element[key] = value;
  else element.setAttribute(key, value === true ? '' : String(value));
}

/**
 * Appends children; leaves out null, undefined and false.
 * @param {Element} element
 * @param {Child[]} children
 */
export function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}
