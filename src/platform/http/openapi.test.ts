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
