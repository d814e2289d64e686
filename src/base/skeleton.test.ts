import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { skeleton } from './skeleton.ts';

test('confusable characters have the same skeleton (UTS 39)', () => {
  assert.equal(skeleton('\u0440\u0430ypal'), skeleton('paypal'));
  assert.equal(skeleton('m'), 'rn');
  assert.equal(skeleton('I1l|'), 'llll');
  assert.equal(skeleton('\uff21\u{1d41a}'), 'Aa');
  assert.notEqual(skeleton('mall'), skeleton('mail'));
});

test('the database and the Unicode table give the same skeletons', async () => {
  const { context } = await testDatabase();
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const allowed = all.filter((character) => /[A-Za-z0-9_-]/.test(character));
  const { rows } = await sql<{ username: string; databaseSkeleton: string }>`
    select username, username_skeleton(username) as "databaseSkeleton" from unnest(${allowed}::text[]) as username`.execute(
    context.db,
  );
  assert.equal(rows.length, 64);
  for (const { username, databaseSkeleton } of rows)
    assert.equal(databaseSkeleton, /[_-]/.test(username) ? '' : skeleton(username).toLowerCase(), username);
});
