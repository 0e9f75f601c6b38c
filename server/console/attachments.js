// Links, images, buttons and cards of a bot's text. A URL counts only if it is one of a web page.
import { h } from './h.js';

/** @typedef {import('./types.js').Attachment} Attachment */
/** @typedef {import('./types.js').AttachedButton} AttachedButton */

/**
 * Returns the URL if its scheme is http or https, otherwise null.
 * @param {string | undefined} text
 */
export function safeUrl(text) {
  if (!text) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * A link that opens in another tab, or plain text if the URL is unsafe.
 * @param {string | undefined} url
 * @param {string} text
 * @param {string} [classes]
 */
function link(url, text, classes = '') {
  const href = safeUrl(url);
  if (!href) return h('span.unsafe', null, text, url && h('span.muted', null, ' (unsafe link removed)'));
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer', class: classes }, text, h('span.sr-only', null, ' (opens in a new tab)'));
}

/**
 * @param {Attachment[] | undefined} attachments
 * @param {((text: string) => void) | null} say sends the message of a button; null: the buttons are off
 */
export function attachmentsView(attachments, say) {
  return attachments?.length ? h('div.attachments', null, attachments.map((one) => attachmentView(one, say))) : null;
}

/** @param {Attachment} one @param {((text: string) => void) | null} say */
function attachmentView(one, say) {
  switch (one.type) {
    case 'link': return h('p', null, link(one.url, one.title || one.url));
    case 'image': return h('p', null, 'Image: ', link(one.url, one.alt));
    case 'buttons': return buttons(one.buttons, say);
    case 'card': return h('div.card-attachment', null, h('strong', null, one.title), one.text && h('p', null, one.text),
      one.image && h('p', null, 'Image: ', link(one.image, one.alt || 'without a description')), buttons(one.buttons ?? [], say));
    default: return null;
  }
}

/** @param {AttachedButton[]} list @param {((text: string) => void) | null} say */
function buttons(list, say) {
  return list.length > 0 && h('div.row', null, list.map(({ label, message, url }) => (message === undefined
    ? link(url, label, 'button-link')
    : h('button.reply', { type: 'button', disabled: !say, onclick: () => say?.(message) }, label))));
}
