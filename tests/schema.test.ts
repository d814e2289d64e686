import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
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
