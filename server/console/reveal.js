// Scrolls a part of a list into view, and moves nothing but the list.

/**
 * @param {HTMLElement} list the element that scrolls
 * @param {Element | null | undefined} part
 */
export function reveal(list, part) {
  if (!part) return;
  const outer = list.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  if (inner.top < outer.top || inner.height > outer.height) list.scrollTop += inner.top - outer.top - 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
