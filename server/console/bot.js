import { h } from './h.js';
export const botView = () => ({ title: 'bot', node: h('div.page', null, h('h1', null, 'bot')) });
