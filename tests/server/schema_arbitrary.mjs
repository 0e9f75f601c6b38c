// Makes random values that match a JSON schema of server/openapi.json, with fast-check. It knows the keywords that the
// schemas of requests use.
import { follow } from './document.mjs';
import { load } from './packages.mjs';

const { default: fc } = await load('fast-check');

const words = ['cancel my order', 'O-12345', 'yes', 'no', 'human', 'where is my parcel?', 'order_id', 'track_order', 'cancel_order', 'en', 'de'];
const hostile = ['', '\u0000', '\ud800', '\u202eabc', '<img src=x onerror=alert(1)>', "'; DROP TABLE turns; --", '%00', '../../etc/passwd', '𝕏'.repeat(50)];

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 }));

function text(schema) {
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.format === 'date-time') return fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  const { minLength = 0, maxLength = 1e9 } = schema;
  return anyText.map((value) => value.padEnd(minLength, 'x').slice(0, maxLength));
}

function integer({ minimum = -1e6, maximum = 1e6, exclusiveMinimum }) {
  return fc.integer({ min: exclusiveMinimum ?? minimum, max: Math.min(maximum, 2 ** 31 - 1) });
}

function number({ minimum = 0, exclusiveMinimum = minimum, maximum = 1e6 }) {
  return fc.double({ min: exclusiveMinimum, minExcluded: true, max: Math.min(maximum, 1e6), noNaN: true });
}

/** Joins the members of a schema and of its allOf. */
function joined(schema) {
  return (schema.allOf ?? []).map(follow).map(joined).reduce(
    (all, part) => ({
      ...all,
      properties: { ...all.properties, ...part.properties },
      required: [...(all.required ?? []), ...(part.required ?? [])],
      choices: [...all.choices, ...part.choices],
    }),
    { ...schema, choices: isChoiceOfMembers(schema) ? [schema.oneOf] : [] },
  );
}

/**
 * Whether `oneOf` lists only members of the same object: [{"required": ["text"]}, {"required": ["event"]}]. With
 * "maxProperties": 1, the object has no other members.
 */
const isChoiceOfMembers = ({ oneOf }) => oneOf?.every((one) => Object.keys(one)[0] === 'required') ?? false;

function object(schema) {
  const { properties = {}, required = [], choices, additionalProperties, minProperties = 0 } = joined(schema);
  const members = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, arbitraryOf(inner)]));
  if (Object.keys(members).length === 0 && additionalProperties !== false) {
    return fc.dictionary(fc.constantFrom('channel', 'locale', 'order_id', 'a', '__proto__x'), additionalProperties ? arbitraryOf(additionalProperties) : anyValue, { maxKeys: 3 });
  }
  const picks = fc.tuple(...choices.map((choice) => fc.constantFrom(...choice)));
  const inChoices = new Set(choices.flat().flatMap((one) => one.required));
  return fc
    .tuple(picks, fc.boolean())
    .chain(([picked, isShort]) => {
      const needed = [...required, ...picked.flatMap((one) => one.required)];
      const isAlone = isShort || picked.some((one) => one.maxProperties === 1);
      const kept = Object.entries(members).filter(([name]) => needed.includes(name) || (!isAlone && !inChoices.has(name)));
      return fc.record(Object.fromEntries(kept), { requiredKeys: needed });
    })
    .filter((value) => Object.keys(value).length >= minProperties);
}

function typed(schema, type) {
  switch (type) {
    case 'string': return text(schema);
    case 'integer': return integer(schema);
    case 'number': return number(schema);
    case 'boolean': return fc.boolean();
    case 'null': return fc.constant(null);
    case 'array': return fc.array(arbitraryOf(schema.items), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 3) });
    default: return object(schema);
  }
}

/** Returns an arbitrary of values that match the schema. */
export function arbitraryOf(node) {
  const schema = follow(node);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf && !isChoiceOfMembers(schema)) return fc.oneof(...schema.oneOf.map(arbitraryOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => typed(schema, type)));
  if (schema.type) return typed(schema, schema.type);
  return schema.allOf || schema.properties ? object(schema) : anyValue;
}
