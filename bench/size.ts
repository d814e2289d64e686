import { parseArgs } from 'node:util';
import pg from 'pg';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { countTerms } from '#features/search/service/term-counts.ts';
import { openDatabase } from '#platform/database/database.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createSigner } from '#platform/security/secret.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import { type MeasuredCall, measuredCallsOf } from './calls.ts';
import { fillLargeLibrary } from './large-library.ts';
import { median } from './promises/promise.ts';

/**
 * Measures what each call costs as a library grows: `node bench/size.ts [--sizes 1000,10000,100000] [--words
 * 150] [--runs 11]`, or with `--databases url,url` on libraries of bench/generate.ts; `--only` and
 * `--without` name parts of calls. Each call has two results: the number of database pages touched, which is
 * the same on a busy machine, and the median time, in turns.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    words: { type: 'string', default: '150' },
    runs: { type: 'string', default: '11' },
    databases: { type: 'string' },
    only: { type: 'string', default: '' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const log = createLogger({ level: 'error' });
const signer = createSigner(Buffer.from('a secret of the measurements, kept by nobody'));

interface Library {
  stories: number;
  size: string;
  calls: MeasuredCall[];
  /** Uses one connection, whose work can be told from that of others. */
  singleConnection: Context;
  pooled: Context;
  countPages(work: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

async function openLibrary(connectionString: string): Promise<Library> {
  const single = openDatabase({ connectionString, log, size: 1 });
  const pooled = openDatabase({ connectionString, log });
  await countTerms({ db: single.db });
  const url = new URL(connectionString);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  url.username = 'postgres';
  // The watcher connects to another database, so that its own reads are not counted.
  const watcher = new pg.Client({ connectionString: url.href });
  await watcher.connect();
  const pages = async () => {
    await single.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await watcher.query<{ pages: string }>(
      'select blks_hit + blks_read as pages from pg_stat_database where datname = $1',
      [name],
    );
    return Number(rows[0]?.pages);
  };
  const { rows } = await single.pool.query<{ stories: number; size: string }>(
    'select count(*) as stories, pg_size_pretty(pg_database_size(current_database())) as size from stories',
  );
  // Only the members that the measured calls use.
  const createContext = (db: typeof single.db): Context =>
    ({
      db,
      jobs,
      log,
      signer,
      publicUrl: 'https://nightstand.test',
    }) satisfies Partial<Context> as unknown as Context;
  const library: Library = {
    stories: rows[0]?.stories ?? 0,
    size: rows[0]?.size ?? '',
    calls: await measuredCallsOf(single.db),
    singleConnection: createContext(single.db),
    pooled: createContext(pooled.db),
    async countPages(work) {
      const before = await pages();
      await work();
      return (await pages()) - before;
    },
    async close() {
      await watcher.end();
      await Promise.all([single.close(), pooled.close()]);
    },
  };
  library.calls.push({
    name: 'sums after a vote, in the background',
    run: (context, round) => updateRankings(context, [1 + ((round * 7_919) % library.stories)]),
  });
  return library;
}

async function makeLibraries(): Promise<{ urls: string[]; stop: () => Promise<void> }> {
  const { connectionString, stop } = await startTemplateDatabase();
  const urls: string[] = [];
  for (const size of values.sizes.split(',').map(Number)) {
    const admin = new URL(connectionString);
    admin.pathname = '/postgres';
    admin.username = 'postgres';
    const administrator = new pg.Client({ connectionString: admin.href });
    await administrator.connect();
    await administrator.query(`create database size_${size} template nightstand owner nightstand`);
    await administrator.end();
    const url = new URL(connectionString);
    url.pathname = `/size_${size}`;
    urls.push(url.href);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await fillLargeLibrary(client, {
      stories: size,
      wordsOfChapter: Number(values.words),
      progress: (what) => process.stderr.write(`${size}: ${what}\n`),
    }).finally(() => client.end());
  }
  return { urls, stop };
}

const { urls, stop } =
  values.databases === undefined
    ? await makeLibraries()
    : { urls: values.databases.split(','), stop: async () => {} };
const libraries: Library[] = [];
// Repeating a finished write would do nothing, so each run starts at another number.
const start = Math.floor(Date.now() / 60_000) * 38;
try {
  for (const url of urls) libraries.push(await openLibrary(url));
  const headings = libraries.flatMap(({ stories }) => [`${stories.toLocaleString('en')}: pages`, 'ms']);
  process.stdout.write(
    `Sizes: ${libraries.map(({ stories, size }) => `${stories} stories ${size}`).join(', ')}\n\n`,
  );
  process.stdout.write(`| call | ${headings.join(' | ')} | pages × | time × |\n`);
  process.stdout.write(`| --- |${' ---: |'.repeat(headings.length + 2)}\n`);
  for (const [at, { name }] of (libraries[0]?.calls ?? []).entries()) {
    if (!name.includes(values.only) || values.without.some((part) => name.includes(part))) continue;
    const pages: number[][] = libraries.map(() => []);
    const times: number[][] = libraries.map(() => []);
    for (let round = 0; round <= Number(values.runs); round++) {
      for (const [which, library] of libraries.entries()) {
        const call = library.calls[at];
        if (call === undefined) continue;
        const touched = await library.countPages(() => call.run(library.singleConnection, start + round * 2));
        const startedAt = performance.now();
        await call.run(library.pooled, start + round * 2 + 1);
        // The first of each call is a warm-up.
        if (round === 0) continue;
        pages[which]?.push(touched);
        times[which]?.push(performance.now() - startedAt);
      }
    }
    const [p, t] = [pages.map(median), times.map(median)];
    const growth = (sizes: number[]) => ((sizes.at(-1) ?? 0) / (sizes[0] ?? 0)).toFixed(1);
    const cells = libraries.flatMap((_, which) => [Math.round(p[which] ?? 0), (t[which] ?? 0).toFixed(1)]);
    process.stdout.write(`| ${name} | ${cells.join(' | ')} | ${growth(p)} | ${growth(t)} |\n`);
  }
} finally {
  for (const library of libraries) await library.close();
  await stop();
}
