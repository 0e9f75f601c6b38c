// The colours: those of the system, or the user's choice.

const order = ['system', 'light', 'dark'];
const item = 'parley.theme';

/** Connects the switch of the header. */
export function startTheme() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById('theme'));
  const show = (/** @type {string} */ theme) => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  const current = () => localStorage.getItem(item) ?? 'system';
  button.addEventListener('click', () => {
    localStorage.setItem(item, order[(order.indexOf(current()) + 1) % order.length]);
    show(current());
  });
  show(current());
}
