import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '#platform/database/migrations.ts';
import { prepareJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { fillLargeLibrary } from './large-library.ts';

/**
 * Fills an empty database with a library of any size. `node bench/generate.ts --database postgres://… --stories 100000
 * [--words 1500] [--lists]`; its user must own the database. `--lists` makes only what lists read, much faster.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    stories: { type: 'string', default: '1000' },
    words: { type: 'string', default: '1500' },
    lists: { type: 'boolean', default: false },
  },
});
if (values.database === undefined) throw new Error('--database is missing: the URL of an empty database');
const log = createLogger({ level: 'warn' });
await migrate(values.database, log);
await prepareJobs(values.database, log);
const client = new pg.Client({ connectionString: values.database });
await client.connect();
const begun = performance.now();
const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`;
try {
  const sizes = await fillLargeLibrary(client, {
    stories: Number(values.stories),
    wordsOfChapter: Number(values.words),
    isForLists: values.lists,
    progress: (what) => process.stderr.write(`${seconds().padStart(7)}  ${what}\n`),
  });
  process.stdout.write(`${JSON.stringify(sizes)} in ${seconds()}\n`);
} finally {
  await client.end();
}
