import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { statement } from './statement.ts';

const { services } = await testDatabase();

test('a statement is written once and filled each time', async () => {
  let times = 0;
  const numbered = statement((db, given: { ids: number[]; from: string; limit: number }) => {
    times += 1;
    return db
      .selectFrom(sql<{ n: number }>`unnest(${given.ids}::integer[])`.as<'found'>(sql`found(n)`))
      .select('n')
      .where(sql<string>`chr(64 + n)`, '>=', given.from)
      .where('n', '<>', 4)
      .orderBy('n')
      .limit(given.limit);
  });
  assert.deepEqual(await numbered(services.db, { ids: [5, 4, 3, 2, 1], from: 'B', limit: 2 }), [
    { n: 2 },
    { n: 3 },
  ]);
  await services.db.transaction().execute(async (transaction) => {
    assert.deepEqual(await numbered(transaction, { ids: [5, 4], from: "'; --", limit: 9 }), [{ n: 5 }]);
  });
  assert.equal(times, 1);
});

test('what a statement is given can’t decide how it is written', async () => {
  const wrong = statement((db, given: { limit: number }) =>
    db.selectFrom('tags').select('id').limit(Math.min(given.limit, 5)),
  );
  await assert.rejects(wrong(services.db, { limit: 3 }), /limit is not known yet/);
});
