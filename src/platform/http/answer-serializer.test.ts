import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { answerSerializer } from './answer-serializer.ts';

function serializerOf(data: z.ZodType) {
  return answerSerializer(
    defineCall({
      name: 'read a lamp',
      method: 'GET',
      path: '/lamp',
      summary: 'Reads a lamp.',
      access: 'anyone',
      rateLimit: 'read',
      input: z.object({}),
      data,
      errors: [],
    }),
  );
}

const lamp = z.object({
  name: z.string().nullable(),
  lit: z.boolean().nullable(),
  watts: z.number().nullable(),
  oil: z.int().nullable(),
  kind: z.enum(['oil', 'gas']).nullable(),
  maker: z.object({ name: z.string(), town: z.string().nullable() }).nullable(),
  owners: z.array(z.object({ name: z.string() })).nullable(),
  years: z.array(z.int().nullable()),
  note: z.string().optional(),
});

const NOTHING = { name: null, lit: null, watts: null, oil: null, kind: null, maker: null, owners: null };

test('an answer keeps the values that may be null, with and without one', () => {
  const serialize = serializerOf(lamp);
  const full = {
    name: 'Argand “lamp”\u2028',
    lit: false,
    watts: 0.5,
    oil: 0,
    kind: 'gas',
    maker: { name: 'Ami', town: null },
    owners: [{ name: 'Ben' }],
    years: [1780, null],
    note: '',
  };
  for (const data of [full, { ...NOTHING, years: [] }])
    assert.deepEqual(JSON.parse(serialize({ success: true, data })), { success: true, data });
});

test('no field that the contract does not list leaves the server, also inside what may be null', () => {
  const more = { ...NOTHING, years: [], secret: 1, maker: { name: 'Ami', town: null, secret: 2 } };
  const answer = serializerOf(lamp)({ success: true, data: more, secret: 3 });
  assert.ok(!answer.includes('secret'), answer);
});

test('a missing value is an error of the service, not null', () => {
  const { name: _, ...incomplete } = NOTHING;
  assert.throws(() => serializerOf(lamp)({ success: true, data: { ...incomplete, years: [] } }), /name/);
});

test('a choice between two objects gives the fields of the one that fits', () => {
  const serialize = serializerOf(
    z.union([z.object({ step: z.literal('code'), code: z.string() }), z.object({ token: z.string() })]),
  );
  assert.equal(
    serialize({ success: true, data: { step: 'code', code: '1' } }),
    '{"success":true,"data":{"step":"code","code":"1"}}',
  );
  assert.equal(serialize({ success: true, data: { token: 't' } }), '{"success":true,"data":{"token":"t"}}');
});
