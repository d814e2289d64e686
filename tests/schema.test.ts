import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { columnsByTable, describeSchema } from './support/describe-schema.ts';
import { testDatabase } from './support/test-database.ts';

const { connectionString } = await testDatabase();

test('db/schema.sql shows what the migrations add up to', async () => {
  const committed = readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8');
  assert.equal(
    await describeSchema(connectionString),
    committed,
    'run "npm run schema" and review the difference',
  );
});

test('the tables that the code knows are those of the database', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const source = globSync('src/platform/database/{tables.ts,tables/*.ts}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const interfaces = new Map(
    [...source.matchAll(/^export interface (\w+)Table \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [
      name ?? '',
      [...(body ?? '').matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? '').sort(),
    ]),
  );
  const known = [...source.matchAll(/^ {2}(\w+): (\w+)Table;$/gm)].map(([, table, name]) => [
    table ?? '',
    interfaces.get(name ?? ''),
  ]);
  assert.deepEqual(Object.fromEntries(known), await columnsByTable(connectionString));
});
