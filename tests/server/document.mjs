// Reads server/openapi.json: its operations, and validators of its schemas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, root } from './packages.mjs';

const { default: Ajv } = await load('ajv/dist/2020.js');
const { default: addFormats } = await load('ajv-formats');

export const documentPath = path.join(root, 'server/openapi.json');
export const document = JSON.parse(readFileSync(documentPath, 'utf8'));

const ajv = new Ajv.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/** Follows a $ref of the document. */
export function follow(node) {
  if (!node?.$ref) return node;
  const steps = node.$ref.slice(2).split('/');
  return follow(steps.reduce((inner, step) => inner[step.replaceAll('~1', '/').replaceAll('~0', '~')], document));
}

const escaped = (step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
const sentence = (error) => `${error.instancePath || '(all)'} ${error.message} ${JSON.stringify(error.params)}`;

/** Returns the reasons why a value does not match the schema at a place of the document; an empty list if it matches. */
export function problemsAt(steps, value) {
  const validate = ajv.getSchema(`openapi#/${steps.map(escaped).join('/')}`);
  if (!validate) throw new Error(`no schema at ${steps.join('/')}`);
  return validate(value) ? [] : validate.errors.map(sentence);
}
export const problemsOf = (schema, value) => problemsAt(['components', 'schemas', schema], value);

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns all operations: {id, method, path, parameters, body, responses, scope, security, steps}. */
export function operations() {
  return Object.entries(document.paths).flatMap(([route, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const operation = item[method];
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path: route,
          parameters: (operation.parameters ?? []).map(follow),
          body: operation.requestBody,
          responses: operation.responses,
          scope: operation['x-scope'],
          security: operation.security,
          steps: ['paths', route, method],
        };
      }),
  );
}

/** Returns the place of the schema of an answer in the document. Unset: the operation does not have this answer. */
function placeOfAnswer(operation, status, type) {
  const declared = operation.responses[status];
  if (!declared) return undefined;
  if (!follow(declared).content?.[type]) return undefined;
  const steps = declared.$ref ? declared.$ref.slice(2).split('/') : [...operation.steps, 'responses', String(status)];
  return [...steps, 'content', type];
}

/** Splits a text of server-sent events into {id, event, data}. */
export function eventsOf(text) {
  return text.split('\n\n').flatMap((block) => {
    const fields = { data: '' };
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
    }
    return fields.event ? [fields] : [];
  });
}

function problemsOfEvents(place, text) {
  return eventsOf(text).flatMap(({ event, data }) => {
    const declared = follow(place.reduce((node, step) => node[step], document)['x-events'][event]);
    return declared ? problemsAt([...place, 'x-events', event], JSON.parse(data)) : [`unknown event ${event}`];
  });
}

/** Returns what an answer violates: {status, type, text}. An empty list: it agrees with the document. */
export function problemsOfAnswer(operation, { status, type, text }) {
  const place = placeOfAnswer(operation, status, type);
  if (!place) return [`the document has no answer ${status} with ${type || 'no media type'} for ${operation.id}`];
  if (type === 'text/event-stream') return problemsOfEvents(place, text);
  if (!/[/+]json$/.test(type)) return [];
  try {
    return problemsAt([...place, 'schema'], JSON.parse(text));
  } catch (error) {
    return [`the body is not JSON: ${error.message}`];
  }
}
