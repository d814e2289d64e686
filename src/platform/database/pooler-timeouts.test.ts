import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { SESSION_TIMEOUTS } from './database.ts';
import { setRoleTimeouts } from './pooler-timeouts.ts';

test('processes that start together behind a pooler all give the role its time-outs', async () => {
  const { connectionString, context } = await testDatabase();

  await Promise.all(Array.from({ length: 8 }, () => setRoleTimeouts(connectionString)));

  const { rows } = await sql<{ setting: string }>`
    select unnest(setconfig) as setting from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`.execute(context.db);
  assert.deepEqual(
    rows.map(({ setting }) => setting).sort(),
    Object.entries(SESSION_TIMEOUTS)
      .map(([name, milliseconds]) => `${name}=${milliseconds}`)
      .sort(),
  );
});
