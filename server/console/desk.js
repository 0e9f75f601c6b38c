import { h } from './h.js';
export const deskView = () => ({ title: 'desk', node: h('div.page', null, h('h1', null, 'desk')) });
