// The topics of a session. They load when the part is opened.
import { get, sessionPath } from './api.js';
import { plural } from './format.js';
import { h, replace } from './h.js';
import { problemView } from './problem.js';

/** @typedef {{id: string, title: string, messages: number, has_summary: boolean, archived: boolean, importance: number, priority: number}} Topic */

/** @param {string} session */
export function topicsView(session) {
  const place = h('div');
  const load = async () => {
    try {
      const { topics } = await get(`${sessionPath(session)}/topics`);
      replace(place, topics.length ? h('ul.topics', null, topics.map(topicView)) : h('p.muted', null, 'The conversation has no topic yet.'));
    } catch (error) {
      replace(place, problemView(error));
    }
  };
  return h('div.stack', null, h('div.row', null, h('button', { type: 'button', onclick: load }, 'Show the topics')), place);
}

/** @param {Topic} topic */
const topicView = ({ title, messages, has_summary: hasSummary, archived, importance, priority }) => h('li', null,
  h('p', null, title), h('p.session-facts', null, h('span', null, plural(messages, 'message')), hasSummary && h('span', null, 'has a summary'), archived && h('span', null, 'archived'),
    h('span', null, `importance ${importance.toFixed(2)}`), h('span', null, `priority ${priority.toFixed(2)}`)));
