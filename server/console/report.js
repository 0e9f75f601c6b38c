import { h } from './h.js';
export const reportView = () => ({ title: 'report', node: h('div.page', null, h('h1', null, 'report')) });
