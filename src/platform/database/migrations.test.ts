import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { createLogger } from '../runtime/log.ts';
import { StartError } from '../runtime/start-error.ts';
import { migrate } from './migrations.ts';

const { context, connectionString } = await testDatabase();
const log = createLogger({ level: 'silent' });

test('an operator who starts the database of another release is told which of its changes is not of this one', async () => {
  assert.deepEqual(await migrate(connectionString, log), []);
  await sql`update migrations set name = '0002-of-another' where name like '0002-%'`.execute(context.db);
  await assert.rejects(
    migrate(connectionString, log),
    (error) =>
      error instanceof StartError && /by 0002-of-another where this release has 0002-/.test(error.message),
  );
});
