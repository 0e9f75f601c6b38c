// What the stand-in says about a bot: it reads ids and params of the bot file by their indentation.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runJson } from './stub_parley.mjs';

export function findings(bot) {
  return runJson('check', bot).bots.flatMap((one) => one.findings);
}

function intentsOf(bot) {
  const intents = [];
  let inParams = false;
  readFileSync(bot, 'utf8').split('\n').forEach((text, index) => {
    const id = text.match(/^ {2}- id: (\w+)/)?.[1];
    if (id) intents.push({ id, line: index + 1, params: [], samples: [], tools: [], says: [], confirm: false, links: [] });
    const intent = intents.at(-1);
    if (!intent || /^\w/.test(text)) return;
    const key = text.match(/^ {4}(\w+):/)?.[1];
    if (key) inParams = key === 'params';
    if (key === 'description') intent.description = text.slice(17);
    if (key === 'confirm') intent.confirm = index + 1;
    const param = inParams && text.match(/^ {6}(\w+): \{?(?:type: (\w+))?/);
    if (param) intent.params.push({ name: param[1], type: param[2], line: index + 1 });
    const tool = text.match(/- (?:\{)?tool: ([\w.]+)/)?.[1];
    if (tool) intent.tools.push({ name: tool, line: index + 1 });
    const start = text.match(/(start|call): (\w+)/);
    if (start) intent.links.push({ to: start[2], kind: start[1] });
    const sample = text.match(/examples: \['([^']+)'/)?.[1];
    if (sample) intent.samples.push(sample);
  });
  return intents;
}

export function describeBot(bot) {
  const text = readFileSync(bot, 'utf8');
  return {
    id: text.match(/bot: \{id: ([\w-]+)/)?.[1] ?? 'bot', fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 16), languages: ['en'], greets: /^\s*on_start:/m.test(text),
    intents: intentsOf(bot).map(({ id, description, params, samples }) => ({ id, description, params: params.map(({ name, type }) => ({ name, type })), samples })),
    files: [bot],
  };
}

export function drawBot(bot) {
  const all = intentsOf(bot);
  const intents = all.map((intent) => {
    const nodes = [{ id: 'start', kind: 'start', label: intent.id, line: intent.line }];
    const edges = [];
    const add = (node, label) => {
      edges.push({ from: nodes.at(-1).id, to: node.id, ...(label ? { label } : {}) });
      nodes.push(node);
    };
    for (const param of intent.params) add({ id: `param:${param.name}`, kind: 'param', label: param.name, line: param.line });
    if (intent.confirm) add({ id: 'confirm', kind: 'confirm', label: 'confirm', line: intent.confirm });
    if (intent.confirm) {
      nodes.push({ id: 'cancel', kind: 'end', label: 'cancelled' });
      edges.push({ from: 'confirm', to: 'cancel', label: 'no' });
      nodes.splice(nodes.length - 2, 2, nodes.at(-1), nodes.at(-2));
    }
    intent.tools.forEach((tool, index) => add({ id: `tool:${index}`, kind: 'tool', label: tool.name, line: tool.line }, intent.confirm && index === 0 ? 'yes' : undefined));
    add({ id: 'end', kind: 'end', label: 'done' });
    return { id: intent.id, nodes, edges };
  });
  const links = all.flatMap((intent) => intent.links.filter((link) => all.some((one) => one.id === link.to)).map((link) => ({ from: intent.id, to: link.to, kind: link.kind })));
  return { intents, links };
}
