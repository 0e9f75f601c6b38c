// The status line for screen readers.

/** Says a text politely. @param {string} text */
export function announce(text) {
  const status = /** @type {HTMLElement} */ (document.getElementById('status'));
  status.textContent = '';
  requestAnimationFrame(() => { status.textContent = text; });
}
