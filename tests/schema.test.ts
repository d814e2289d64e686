import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { describeSchema } from './support/describe-schema.ts';
import { tableTypes } from './support/table-types.ts';
import { testDatabase } from './support/test-database.ts';

const { connectionString } = await testDatabase();

test('db/schema.sql equals the schema after all migrations', async () => {
  const committed = readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8');
  assert.equal(
    await describeSchema(connectionString),
    committed,
    'run "npm run schema" and review the difference',
  );
});

test('the table types equal the tables of the database', async () => {
  const committed = readFileSync(new URL('../src/platform/database/tables.ts', import.meta.url), 'utf8');
  assert.equal(await tableTypes(connectionString), committed, 'run "npm run schema"');
});

// A PostgreSQL of November 2026 (17.12) refuses a new column with a default for a table whose rows such a function takes.
test('functions that take a row of a table keep their body as text', async () => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select proname from pg_proc
      where prosqlbody is not null and pronamespace = 'public'::regnamespace and exists (
        select from unnest(proargtypes) as argument
        join pg_type on pg_type.oid = argument
        join pg_class on pg_class.oid = typrelid and relkind in ('r', 'p'))`);
    assert.deepEqual(rows, []);
  } finally {
    await client.end();
  }
});
