import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCrontab } from 'graphile-worker';
import { sql } from 'kysely';
import { crontab, tasks } from '#app/worker.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;

test('a proof of age is forgotten soon after its minutes, although no other follows', async () => {
  await sql`insert into age_checks (id, passed_at) values
    ('old', now() - interval '16 minutes'), ('new', now() - interval '9 minutes')`.execute(db);
  assert.ok(parseCrontab(crontab).some(({ task }) => task === 'forget-age-checks'));
  await tasks(context)['forget-age-checks']?.({}, {} as never);
  const left = await db.selectFrom('age_checks').select('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id.toString()),
    ['new'],
  );
});
