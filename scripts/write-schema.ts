import { writeFile } from 'node:fs/promises';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { tableTypes } from '#tests/support/table-types.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';

/**
 * Writes the schema that results from the migrations: db/schema.sql, to be read as a diff, and the types of
 * the tables.
 */
const template = await startTemplateDatabase();
const write = (file: string, text: string) => writeFile(new URL(`../${file}`, import.meta.url), text);
try {
  await write('db/schema.sql', await describeSchema(template.connectionString));
  await write('src/platform/database/tables.ts', await tableTypes(template.connectionString));
} finally {
  await template.stop();
}
