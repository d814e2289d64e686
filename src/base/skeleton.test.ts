import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { skeleton } from './skeleton.ts';

test('characters that look alike have the same skeleton (UTS 39)', () => {
  assert.equal(skeleton('\u0440\u0430ypal'), skeleton('paypal'));
  assert.equal(skeleton('m'), 'rn');
  assert.equal(skeleton('I1l|'), 'llll');
  assert.equal(skeleton('\uff21\u{1d41a}'), 'Aa');
  assert.notEqual(skeleton('mall'), skeleton('mail'));
});

test('the database compares usernames as Unicode’s table does', async () => {
  const { context } = await testDatabase();
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const allowed = all.filter((one) => /[A-Za-z0-9_-]/.test(one));
  const { rows } = await sql<{ one: string; look: string }>`
    select one, username_skeleton(one) as look from unnest(${allowed}::text[]) as one`.execute(context.db);
  assert.equal(rows.length, 64);
  for (const { one, look } of rows)
    assert.equal(look, /[_-]/.test(one) ? '' : skeleton(one).toLowerCase(), one);
});
