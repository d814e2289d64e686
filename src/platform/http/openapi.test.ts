import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '#app/api.ts';
import { pathNames } from '#base/contract.ts';
import { describeCalls } from './openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  security?: Record<string, unknown[]>[];
}

const description = describeCalls(
  api.map((one) => one.call),
  'https://nightstand.test',
  '1.2.3',
);
// The description as it is sent.
const document = JSON.parse(JSON.stringify(description));
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const is401 = (kind: string) => ['unauthenticated', 'token-expired', 'wrong-password'].includes(kind);

// Interface, The API: A call answers 200, or 201 where it creates
// Interface, The API: DELETE and actions answer 200 with the envelope
// Interface, In general: Every call is under /api and in the description of the API
test('a programmer finds every call described, once and completely', () => {
  assert.equal(operations.length, api.length);
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { path, method, operation } of operations) {
    const { parameters, requestBody, responses, summary, operationId } = operation;
    assert.match(method, /^(?:get|post|put|delete)$/, operationId);
    assert.ok(summary.length > 10, operationId);
    const inPath = parameters.filter((one) => one.in === 'path');
    assert.deepEqual(inPath.map((one) => one.name).sort(), pathNames(path).sort(), operationId);
    for (const one of inPath) assert.equal(one.required, true, operationId);
    for (const one of parameters) assert.ok(Object.keys(one.schema).length > 0, `${operationId} ${one.name}`);
    if (method === 'get') assert.equal(requestBody, undefined, operationId);
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const name of schema.required) assert.ok(name in schema.properties, `${operationId} ${name}`);
    const statuses = Object.keys(responses);
    assert.equal(statuses.filter((status) => /^20[01]$/.test(status)).length, 1, operationId);
    for (const [status, response] of Object.entries(responses)) {
      assert.match(status, /^[2-5]\d\d$/, operationId);
      assert.ok(response.description !== '', `${operationId} ${status}`);
    }
    if (method === 'delete') assert.ok(statuses.includes('200'), operationId);
    assert.ok(!statuses.includes('500'), `${operationId} describes a bug`);
  }
});

test('everything that the description refers to is in it', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.ok(references.length > api.length);
  for (const reference of new Set(references)) {
    const schemaFound = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    assert.equal(typeof schemaFound, 'object', reference);
  }
  for (const { operation } of operations)
    for (const scheme of operation.security?.flatMap((one) => Object.keys(one)) ?? [])
      assert.ok(scheme in document.components.securitySchemes, operation.operationId);
});

/** The specification's own names, and those of a passkey's answer, which are the browser's. */
const OTHER_NAMES = [
  ...['voteStatus', 'isBookmarked', 'refreshToken', 'newStories', 'featuredAuthors', 'weeklyUpdates'],
  ...['rawId', 'clientDataJSON', 'attestationObject', 'clientExtensionResults', 'authenticatorAttachment'],
  ...['authenticatorData', 'userHandle'],
];

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  [part: string]: unknown;
}

/** The fields of a schema and of all its parts; a schema that was seen is left out. */
function fieldsWithin(schema: unknown, seen = new Set<unknown>()): [string, Schema][] {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, properties = {}, ...parts } = schema as Schema;
  const path = $ref?.split('/').slice(1) ?? [];
  const referred = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  return [
    ...Object.entries(properties),
    ...(path.length === 0 ? [] : fieldsWithin(referred, seen)),
    ...[...Object.values(properties), ...Object.values(parts)].flatMap((part) => fieldsWithin(part, seen)),
  ];
}

// Interface, The API: Ids are integers (note 1)
// Interface, The API: Names are in snake case, apart from the specification’s own
// Interface, The API: Times are ISO 8601 in UTC with milliseconds
test('names are in snake case, ids are integers, and times are in ISO 8601', () => {
  const fields = operations.flatMap(({ operation: { responses, requestBody } }) =>
    fieldsWithin({ responses, requestBody }),
  );
  const isSnakeCase = (name: string) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name);
  const others = new Set(fields.map(([name]) => name).filter((name) => !isSnakeCase(name)));
  assert.deepEqual([...others].toSorted(), OTHER_NAMES.toSorted());
  const types = (schema: Schema, key: 'type' | 'format') =>
    [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])].flatMap((one) => one[key] ?? []);
  for (const { operation } of operations) {
    // A shelf that everyone has is named by its state, and a request by the log.
    if (/shel|readinglist|publishedlist/i.test(operation.operationId)) continue;
    for (const [name, schema] of fieldsWithin(operation.responses))
      if ((name === 'id' || name.endsWith('_id')) && name !== 'request_id')
        assert.ok(types(schema, 'type').includes('integer'), `${operation.operationId} ${name}`);
  }
  for (const [name, schema] of fields)
    if (name.endsWith('_at')) assert.ok(types(schema, 'format').includes('date-time'), name);
});

// Interface, The API: A page is counted from 1, and a limit from 1 to 100; outside: 422
test('a page is counted from 1, and a limit is from 1 to 100', () => {
  type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;
  const shapeOf = (input: object) => (input as { shape?: Shape }).shape ?? {};
  const paged = api
    .map(({ call }) => call)
    .filter(({ input }) => 'page' in shapeOf(input) && 'limit' in shapeOf(input));
  assert.ok(paged.length > 20);
  for (const { name, input } of paged) {
    const { page, limit } = shapeOf(input);
    assert.ok(page && limit, name);
    for (const [field, value, isTaken] of [
      [page, '0', false],
      [page, '1', true],
      [limit, '0', false],
      [limit, '1', true],
      [limit, '100', true],
      [limit, '101', false],
    ] as const)
      assert.equal(field.safeParse(value).success, isTaken, `${name} ${value}`);
  }
});

test('calls that need a token say so, and those that do not look at one do not', () => {
  for (const { call } of api) {
    const operation: Operation = document.paths[call.path][call.method.toLowerCase()];
    const security = operation.security?.map((one) => Object.keys(one).join()) ?? [];
    const wanted = { anyone: [], 'optional-auth': ['', 'token'] } as Record<string, string[]>;
    assert.deepEqual(security, wanted[call.access] ?? ['token'], call.name);
    assert.equal(
      '401' in operation.responses,
      call.access !== 'anyone' || call.errors.some(is401),
      call.name,
    );
  }
});
