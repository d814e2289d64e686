import fc from 'fast-check';
import type { z } from 'zod';
import { hostileHtml, naughtyTexts } from './hostile-texts.ts';

/** Values that reach further than generated ones, by the name of the field: existing ids, names, words, tokens. */
export type Known = Record<string, readonly unknown[]>;

type Arbitrary = fc.Arbitrary<unknown>;

interface Check {
  _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number } };
}

/** The parts of a schema that this module reads, of all kinds together. */
interface Definition {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string>;
  values?: unknown[];
  options?: z.ZodType[];
  checks?: Check[];
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

/** Values that a schema mostly accepts: refinements beyond its form are left to chance. */
function goodValue(schema: z.ZodType, known: Known, name = ''): Arbitrary {
  const generated = generatedValue(schema, known, name);
  const knownValues = known[name];
  // An object's fields are known by their own names.
  if (knownValues === undefined || knownValues.length === 0 || definitionOf(schema).type === 'object')
    return generated;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...knownValues) },
    { weight: 1, arbitrary: generated },
  );
}

function generatedValue(schema: z.ZodType, known: Known, name: string): Arbitrary {
  const definition = definitionOf(schema);
  const inner = () => goodValue((definition.innerType ?? definition.in) as z.ZodType, known, name);
  switch (definition.type) {
    case 'object':
      return goodObject(definition.shape ?? {}, known);
    case 'optional':
    case 'default':
    case 'catch':
      return fc.option(inner(), { nil: undefined, freq: 3 });
    case 'nullable':
      return fc.option(inner(), { nil: null, freq: 4 });
    case 'pipe':
      return inner();
    case 'string':
      return goodText(definition);
    case 'number':
      return goodNumber(definition);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    // Generated requests are JSON, which carries no files.
    case 'file':
      return fc.constant({});
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'array':
      // Known values of a list are whole lists.
      return fc.array(goodValue(definition.element as z.ZodType, known), { maxLength: 4 });
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => goodValue(option, known, name)));
    default:
      throw new Error(`${name}: no values are made yet for a schema of the type ${definition.type}`);
  }
}

function goodObject(shape: Record<string, z.ZodType>, known: Known): Arbitrary {
  const fields = Object.entries(shape).map(([name, schema]) => [name, goodValue(schema, known, name)]);
  // Undefined fields are not sent.
  return fc.record(Object.fromEntries(fields)).map((generated) => withoutUndefined(generated as object));
}

function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function boundsOf({ checks = [] }: Definition, least: string, most: string): [number?, number?] {
  const find = (check: string) => checks.map(({ _zod }) => _zod.def).find((one) => one.check === check);
  const [low, high] = [find(least), find(most)];
  return [low?.minimum ?? low?.value, high?.maximum ?? high?.value];
}

/** One for all texts: fast-check indexes every grapheme for each string of graphemes that is described to it. */
const grapheme = fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' });

function goodText(definition: Definition): Arbitrary {
  if (definition.format === 'datetime') return someTime;
  const [minLength = 0, maxLength = 300] = boundsOf(definition, 'min_length', 'max_length');
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  return fc.oneof(
    fc.array(grapheme, length).map((graphemes) => graphemes.join('')),
    fc.lorem({ maxCount: 3 }),
    fc.nat({ max: 99 }).map(String),
    fc.string({ ...length, unit: fc.constantFrom(...'abz-_ 09.,"*') }),
    // Exactly as long as allowed.
    fc.constant('x'.repeat(maxLength)),
  );
}

const someTime = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((time) => time.toISOString());

function goodNumber(definition: Definition): Arbitrary {
  const [low = 0, high = Number.MAX_SAFE_INTEGER] = boundsOf(definition, 'greater_than', 'less_than');
  return fc.oneof(fc.integer({ min: low, max: Math.min(high, low + 30) }), fc.constantFrom(low, high));
}

/** Nested objects, deeper than the site accepts. */
function nested(depth: number, inside: unknown): unknown {
  return depth === 0
    ? inside
    : depth % 2 === 0
      ? [nested(depth - 1, inside)]
      : { a: nested(depth - 1, inside) };
}

/** Input of an attacker or of a broken program. */
const hostileValue: Arbitrary = fc.oneof(
  fc.constantFrom(...naughtyTexts, ...hostileHtml),
  fc.constantFrom<unknown>(null, true, false, '', ' ', [], {}, [[]], [null], { toString: 1 }, { length: 1 }),
  fc.constantFrom(
    ...[0, -0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 63, 1e21],
    ...['9223372036854775808', '2147483648', '1e3', '0x10', ' 7', '٧', 'NaN', '-1', '00', '1.0'],
  ),
  fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y', '\u202e', '\ufeff', '🧑‍🚀'.repeat(99), '%00', '../..'),
  fc.constantFrom('x'.repeat(300), 'x'.repeat(70_000), '\u0301\u0316'.repeat(20_000), '<b>'.repeat(9_000)),
  fc.constantFrom(
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-30T00:00:00Z',
    '-271821-04-20T00:00:00Z',
  ),
  fc.constantFrom(nested(15, 'x'), nested(30, 'x'), Array.from({ length: 400 }, String), {
    __proto__: null,
    a: 1,
  }),
  fc.array(fc.nat({ max: 0x10_ffff }), { maxLength: 40 }).map((points) => String.fromCodePoint(...points)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Unknown fields. */
const foreignFields = fc.record(
  {
    role: fc.constant('admin'),
    account_id: fc.constant(1),
    author_id: fc.constant(1),
    created_at: fc.constant('2001-01-01T00:00:00.000Z'),
    constructor: hostileValue,
    toString: hostileValue,
    'a\0b': fc.constant(1),
  },
  { requiredKeys: [] },
);

/** The input of a call: valid, or with missing, hostile or too many fields. */
export function generatedInput(schema: z.ZodType, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const good = goodValue(schema, known) as fc.Arbitrary<Record<string, unknown>>;
  const names = Object.keys(definitionOf(schema).shape ?? {});
  if (names.length === 0) return fc.oneof(good, foreignFields as typeof good);
  const spoiled = fc
    .tuple(
      good,
      fc.subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) }),
      hostileValue,
      fc.nat({ max: 3 }),
    )
    .map(([input, chosen, value, dice]) => {
      const bad = chosen.map((name) => [name, dice === 0 ? undefined : value]);
      return withoutUndefined({ ...input, ...Object.fromEntries(bad) }) as Record<string, unknown>;
    });
  const more = fc.tuple(good, foreignFields).map(([input, foreign]) => ({ ...foreign, ...input }));
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 5, arbitrary: spoiled },
    { weight: 1, arbitrary: more },
  );
}

/** Bodies that are no object, or no JSON. */
export const hostileBody = fc.constantFrom(
  ...[
    '',
    ' ',
    'null',
    'true',
    '7',
    '"x"',
    '[]',
    '[{}]',
    '{',
    '{"a":}',
    '{"a":1,}',
    '\ufeff{}',
    '{"a":1}{"b":2}',
    'NaN',
  ],
  ...[
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"title":"\\ud800"}',
    '{"a":1e999}',
  ],
  ...[
    '{"title":"a","title":"b"}',
    '\0',
    '{"\\u0000":1}',
    '['.repeat(21),
    `{"a":${'['.repeat(19)}${']'.repeat(19)}}`,
  ],
  ...[`{"title":"${'x'.repeat(600_000)}"}`, '{"id":99999999999999999999999999}', '{"tags":{"length":300}}'],
);

/** Query strings that are no list of names and values. */
export const hostileQuery = fc.constantFrom(
  ...[
    '%',
    '%ff=%ff',
    '&&&',
    '=',
    '=1',
    '__proto__=1',
    '__proto__[role]=admin',
    'a'.repeat(4_000),
    'page=1&page=2',
  ],
  ...[
    'page[]=1',
    'page[min]=1',
    'sort=top&sort=new',
    'query=a&query=b',
    'tags=a&tags=b',
    'ids=1&ids=2',
    'slug=a&slug=b',
  ],
  ...[
    'query=%00',
    'query=%ED%A0%80',
    'page=%00',
    'constructor=1',
    'toString=1',
    'limit=1e2',
    'page=+1',
    'limit=%201',
  ],
);

/** Path segments that no client would produce. */
export const hostileSegment = fc.constantFrom(
  ...[
    '%00',
    '%ff',
    '%',
    '%ED%A0%80',
    '..',
    '.',
    '%2e%2e',
    '%2F',
    'a%2Fb',
    '%5C',
    '*',
    ':id',
    '{id}',
    '1;2',
    '1%3F',
    '%23',
  ],
  ...[
    'x'.repeat(201),
    'x'.repeat(600),
    '%F0%9F%8C%99'.repeat(40),
    '-1',
    '0',
    '1e3',
    '99999999999999999999',
    '%20',
    '+',
  ],
);
