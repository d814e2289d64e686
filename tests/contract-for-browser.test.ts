import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { partOf, reducedContract } from '../scripts/contract-for-browser.ts';

const limit = 5;

test('the browser’s contract has constants, and method and path of calls', () => {
  const call = defineCall({
    ...{ name: 'getThing', method: 'GET', path: '/things/{id}', summary: 'A thing.' },
    ...{ access: 'anyone', rateLimit: 'read', errors: [] },
    input: z.object({ id: z.int() }),
    data: z.object({}),
  });
  const messages = { none: 'There’s “nothing”.', byKind: { a: [1, null, true] } };
  const schemas = { inner: z.string(), kept: 1 };
  assert.equal(
    reducedContract({ LIMIT: limit, call, messages, thingSchema: z.string(), schemas }, 'contract.ts'),
    [
      'export const LIMIT = 5;',
      'export const call = {"method":"GET","path":"/things/{id}"};',
      'export const messages = {"none":"There’s “nothing”.","byKind":{"a":[1,null,true]}};',
      'export const schemas = {"kept":1};',
    ].join('\n'),
  );
});

test('the build rejects a contract that exports a function or a value that no literal can express', () => {
  const refused: Record<string, unknown> = {
    fits: (text: string) => text.length <= limit,
    messages: { tooMany: () => `at most ${limit}` },
    pattern: /a+/,
    since: new Date(0),
    names: new Set(['a']),
    kinds: [z.string()],
    endless: Number.POSITIVE_INFINITY,
    nothing: undefined,
  };
  for (const [name, value] of Object.entries(refused))
    assert.throws(
      () => reducedContract({ [name]: value }, 'contract.ts'),
      /contract\.ts is no constant/,
      name,
    );
});

test('a build makes a module of each export, and of each message', () => {
  const contract = { MAX_THINGS: 5, thingMessages: { none: 'There’s “nothing”.', new: 'Made' } };
  const part = (query: string) => partOf(contract, '/contract.ts', new URLSearchParams(query));
  assert.deepEqual(part('').split('\n'), [
    "export { MAX_THINGS } from '/contract.ts?export=MAX_THINGS';",
    "import * as thingMessages from '/contract.ts?export=thingMessages'; export { thingMessages };",
  ]);
  assert.equal(part('export=MAX_THINGS'), 'export const MAX_THINGS = 5;');
  assert.deepEqual(part('export=thingMessages').split('\n'), [
    "export { 'none' } from '/contract.ts?export=thingMessages&message=none';",
    "export { 'new' } from '/contract.ts?export=thingMessages&message=new';",
  ]);
  assert.equal(
    part('export=thingMessages&message=new'),
    'const message = "Made"; export { message as \'new\' };',
  );
});
