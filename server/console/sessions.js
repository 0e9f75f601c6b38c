import { h } from './h.js';
export const sessionsView = () => ({ title: 'sessions', node: h('div.page', null, h('h1', null, 'sessions')) });
