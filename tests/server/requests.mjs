// Makes requests to an operation of server/openapi.json: valid ones, and ones that break a rule of the interface. A broken
// request lists the statuses that the server must answer with.
import { document, follow, problemsAt } from './document.mjs';
import { load } from './packages.mjs';
import { arbitraryOf } from './schema_arbitrary.mjs';

const { default: fc } = await load('fast-check');

export const kBodyLimit = 1024 * 1024;
const kVerbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const jsonOf = (operation) => follow(operation.body)?.content['application/json'];
const queryOf = (entries) => (entries.length ? `?${new URLSearchParams(entries)}` : '');

/**
 * Returns the methods of a path in the document. "/v1/sessions/a:fork" is also the path of a session with the name "a:fork",
 * so it has the methods of a session as well.
 */
export function verbsOf(path) {
  const alike = [path, path.replace(/\}:\w+$/, '}')].map((one) => document.paths[one] ?? {});
  return kVerbs.filter((verb) => alike.some((item) => item[verb.toLowerCase()]));
}

/** Returns the path of an operation with its parameters. `known` has values of things that exist: {session, id}. */
function targetOf(operation, values, query = []) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  return path + queryOf(query);
}

function pathValues(operation, known, mayBeUnknown) {
  const members = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      const exists = fc.constantFrom(...(known[name] ?? ['1']));
      return [name, mayBeUnknown ? fc.oneof({ weight: 4, arbitrary: exists }, { weight: 1, arbitrary: arbitraryOf(schema) }) : exists];
    });
  return fc.record(Object.fromEntries(members));
}

function queryEntries(operation) {
  // `bot` must name a bot of the server, and `clear` a scope of the key, so both are left out.
  const members = operation.parameters
    .filter((parameter) => parameter.in === 'query' && !['bot', 'clear', 'cursor'].includes(parameter.name))
    .map(({ name, schema }) => [name, arbitraryOf(schema)]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] }).map((query) => Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** The arbitraries of one operation. */
export class Requests {
  #operation;
  #headers;
  #known;

  constructor(operation, { headers, known }) {
    this.#operation = operation;
    this.#headers = headers;
    this.#known = known;
  }

  #body() {
    const json = jsonOf(this.#operation);
    if (!json) return fc.constant(undefined);
    const place = [...this.#operation.steps, 'requestBody', 'content', 'application/json', 'schema'];
    const matching = arbitraryOf(json.schema).filter((value) => problemsAt(place, value).length === 0);
    return fc.oneof({ weight: 1, arbitrary: fc.constant(json.example) }, { weight: 3, arbitrary: matching });
  }

  #withBody(body) {
    return { ...this.#headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  }

  #request(kind, parts, statuses) {
    return { kind, operation: this.#operation, method: this.#operation.method, statuses, ...parts };
  }

  #accepts() {
    const hasStream = Object.values(this.#operation.responses).some((one) => follow(one).content?.['text/event-stream']);
    return fc.constantFrom('application/json', '*/*', ...(hasStream && jsonOf(this.#operation) ? ['text/event-stream'] : []));
  }

  valid() {
    const operation = this.#operation;
    const isJson = Object.values(operation.responses).some((one) => follow(one).content?.['application/json']);
    return fc.record({ values: pathValues(operation, this.#known, true), query: queryEntries(operation), body: this.#body(), accept: this.#accepts() }).map(({ values, query, body, accept }) =>
      this.#request('valid', {
        target: targetOf(operation, values, query),
        headers: { ...this.#withBody(body), ...(isJson ? { Accept: accept } : {}) },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  }

  /** Requests with a JSON object in each line, some of them broken. Unset: the operation does not take lines. */
  lines() {
    const json = jsonOf(this.#operation);
    if (!this.#operation.body?.content['application/x-ndjson']) return undefined;
    const line = fc.oneof({ weight: 3, arbitrary: arbitraryOf(json.schema).map((value) => JSON.stringify(value)) }, { weight: 1, arbitrary: fc.constantFrom('{}', '[]', 'nul', '{"session":"a","txt":1}') });
    return fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) =>
      this.#request('lines', { target: this.#operation.path, headers: { ...this.#headers, 'Content-Type': 'application/x-ndjson' }, body: `${lines.join('\n')}\n`, lines: lines.length }, [200]),
    );
  }

  /** Requests with valid parts, changed by `change(parts)`: the parts are {values, query, headers, body}. */
  #changed(kind, statuses, change, choice = fc.constant(null)) {
    const operation = this.#operation;
    const example = jsonOf(operation)?.example;
    return fc.record({ values: pathValues(operation, this.#known, false), choice }).map(({ values, choice }) => {
      const parts = { values, query: [], headers: this.#withBody(example), body: example === undefined ? undefined : JSON.stringify(example), method: operation.method };
      const { values: changedValues, query, ...rest } = { ...parts, ...change(parts, choice) };
      return this.#request(kind, { target: targetOf(operation, changedValues, query), ...rest }, statuses);
    });
  }

  /** The broken requests that the operation can have. */
  broken() {
    return [...this.#brokenAddresses(), ...(jsonOf(this.#operation) ? this.#brokenBodies() : [])];
  }

  #brokenAddresses() {
    const { path, method, parameters } = this.#operation;
    const wrongVerbs = kVerbs.filter((verb) => !verbsOf(path).includes(verb));
    const all = [
      this.#changed('unknown query parameter', [400], () => ({ query: [['nonsense', '1']] })),
      this.#changed('wrong method', [405], (_, verb) => ({ method: verb, body: undefined, headers: this.#headers }), fc.constantFrom(...wrongVerbs)),
      this.#changed('OPTIONS', [204], () => ({ method: 'OPTIONS', body: undefined, headers: this.#headers })),
    ];
    if (this.#operation.responses[406]) {
      const types = fc.constantFrom('application/xml', 'image/png');
      all.push(this.#changed('wrong Accept', [406], (parts, type) => ({ headers: { ...parts.headers, Accept: type } }), types));
    }
    if (method === 'GET' && !path.endsWith('/events')) {
      all.push(this.#changed('HEAD', undefined, () => ({ method: 'HEAD' })));
    }
    const limit = parameters.find(({ name }) => name === 'limit');
    if (limit) {
      const wrong = fc.constantFrom('0', '-1', 'many', String(limit.schema.maximum + 1), '1e3', '99999999999999999999', '');
      all.push(this.#changed('wrong limit', [400], (_, value) => ({ query: [['limit', value]] }), wrong));
    }
    if (parameters.some(({ name, in: place }) => name === 'after' && place === 'query') && path.includes('{session}')) {
      all.push(this.#changed('wrong after', [400], (_, value) => ({ query: [['after', value]] }), fc.constantFrom('-1', 'x', '1.5')));
    }
    if (path.includes('{session}')) {
      const names = fc.oneof(fc.constantFrom('a b', 'ä', 'a/b', '\u0000', 'x'.repeat(129), '%'), fc.string({ minLength: 1, unit: 'binary' }).filter((name) => !/^[A-Za-z0-9._:@+-]*$/.test(name.toWellFormed?.() ?? name) && !/[\ud800-\udfff]/.test(name)));
      all.push(this.#changed('wrong session name', [400, 404], (parts, name) => ({ values: { ...parts.values, session: name } }), names));
    }
    return all;
  }

  #brokenBodies() {
    const { schema, example } = jsonOf(this.#operation);
    const required = follow(schema).required ?? [];
    const body = (value) => ({ body: value });
    const otherTypes = fc.constantFrom('text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x');
    const notJson = fc.constantFrom('', '{', '{"text":}', '{"a":1}x', 'nul', '{"text":"\u0001"}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), '['.repeat(100_000));
    const all = [
      this.#changed('unknown field', [400], (_, name) => body(JSON.stringify({ ...example, [name]: 1 })), fc.constantFrom('conetxt', '', '$', 'constructor', 'Text')),
      this.#changed('body is no object', [400], (_, value) => body(value), fc.constantFrom('[]', '"text"', '1', 'null', 'true')),
      this.#changed('body is no JSON', [400], (_, value) => body(value), this.#operation.body.required === false ? notJson.filter((value) => value.length > 0) : notJson),
      this.#changed('wrong Content-Type', [415], (parts, type) => ({ headers: { ...parts.headers, 'Content-Type': type } }), otherTypes),
      this.#changed('body too large', [413], () => body(JSON.stringify({ ...example, text: 'x'.repeat(kBodyLimit + 1) }))),
    ];
    if (this.#operation.parameters.some(({ name }) => name === 'Idempotency-Key')) {
      const different = (parts) => ({ headers: { ...parts.headers, 'Idempotency-Key': 'k-1' }, ...body(JSON.stringify({ ...example, id: 'k-2' })) });
      all.push(this.#changed('Idempotency-Key differs from id', [400], different));
    }
    if (required.length > 0) {
      all.push(
        this.#changed('required field is missing', [400], (_, name) => {
          const { [name]: _removed, ...rest } = example;
          return body(JSON.stringify(rest));
        }, fc.constantFrom(...required)),
      );
    }
    const properties = Object.entries(follow(schema).properties ?? {}).filter(([, inner]) => typeof follow(inner).type === 'string');
    if (properties.length > 0) {
      const wrong = fc.constantFrom(...properties).map(([name, inner]) => [name, follow(inner).type === 'string' ? 7 : 'seven']);
      all.push(this.#changed('field of the wrong type', [400], (_, [name, value]) => body(JSON.stringify({ ...example, [name]: value })), wrong));
    }
    return all;
  }
}

/** Requests to paths that do not exist. */
export function strayRequests(headers) {
  const paths = fc.oneof(
    fc.constantFrom('/v2/turns', '/v1', '/v1/', '/v1/session', '/v1//turns', '/v1/turns/', '/v1/bot:', '/v1/bot:explode', '/v1/../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/console/../../etc/passwd', '/widget/', '/v1/sessions/a/turns/1/why/2'),
    fc.stringMatching(/^[a-z0-9%~.:]{1,20}$/).map((name) => `/v1/none/${encodeURIComponent(name)}`),
  );
  return fc.record({ target: paths, method: fc.constantFrom('GET', 'POST') }).map((parts) => ({ kind: 'unknown path', headers, statuses: [400, 404, 405], ...parts }));
}
