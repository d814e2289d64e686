import { writeFile } from 'node:fs/promises';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';

/** Writes db/schema.sql: what the migrations add up to, so that a change of the schema shows as a diff. */
const template = await startTemplateDatabase();
try {
  await writeFile(
    new URL('../db/schema.sql', import.meta.url),
    await describeSchema(template.connectionString),
  );
} finally {
  await template.stop();
}
