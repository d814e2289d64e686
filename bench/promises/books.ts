import type { FastifyInstance } from 'fastify';
import { builtRenderer } from '#app/built-renderer.ts';
import { createServer } from '#app/server.ts';
import { warmUpBooks } from '#app/warm-up-books.ts';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createCleaner } from '#platform/html/html-cleaner-pool.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import { noThrottle } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createSigner } from '#platform/security/secret.ts';
import { longProse } from '#tests/support/long-prose.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import { type Measurement, median } from './promise.ts';

const CHAPTERS = 30;
/** About 4,000 words of the sample library, with their markup. */
const CHARACTERS_OF_CHAPTER = 26_000;
const BOOKS = 9;
const MEBIBYTE = 2 ** 20;

/**
 * Measures what the EPUB of a novel of 120,000 words costs that is made anew: processor time of all threads, cover
 * included, and the growth of the process while it is made. The process has warmed up, as after each start of the site.
 */
export async function measureBooks(): Promise<Measurement[]> {
  const template = await startTemplateDatabase();
  const log = createLogger({ level: 'error' });
  const { db, close } = openDatabase({ connectionString: template.connectionString, log });
  const cleaner = createCleaner();
  const context = {
    ...{
      db,
      jobs,
      log,
      cleaner,
      throttle: noThrottle,
      publicUrl: 'https://nightstand.test',
      pushServices: [],
    },
    signer: createSigner(Buffer.from('a secret of the measurements, kept by nobody')),
  } satisfies Partial<Context> as unknown as Context;
  const renderer = await builtRenderer(installedPath('dist'));
  const { app } = await createServer({ context, renderer, rateLimits: false, trustProxy: [], version: '0' });
  try {
    const { slugs, words } = await insertNovels(db);
    await warmUpBooks();
    // A reader downloads a book from its story's page.
    await app.inject({ url: `/story/${slugs[0]}` });
    const costs = [];
    for (const slug of slugs) costs.push(await costOf(app, slug));
    const [first, ...others] = costs;
    const detail = `${words} words, ${((first?.bytes ?? 0) / MEBIBYTE).toFixed(1)} MB each, median of ${others.length}`;
    return [
      {
        name: 'processor time of the first such book of a process',
        reached: first?.milliseconds ?? Number.POSITIVE_INFINITY,
        ...{ limit: 300, better: 'less', unit: 'ms', detail: 'after the warm-up of a start' },
      },
      {
        name: 'processor time of a book of 120,000 words',
        reached: median(others.map(({ milliseconds }) => milliseconds)),
        ...{ limit: 300, better: 'less', unit: 'ms', detail },
      },
      {
        name: 'memory that such a book takes while it is made',
        reached: Math.max(...costs.map(({ growth }) => growth / MEBIBYTE)),
        ...{ limit: 50, better: 'less', unit: 'MB', detail: 'the most of all, the first included' },
      },
    ];
  } finally {
    await app.close();
    await cleaner.close();
    await close();
    await template.stop();
  }
}

async function insertNovels(db: Database): Promise<{ slugs: string[]; words: number }> {
  const account = await findOrCreateAccount(db, { username: 'una-writes' });
  if (!account.ok) throw new Error(account.message);
  const content = longProse(CHARACTERS_OF_CHAPTER);
  const word_count = content.replaceAll(/<[^>]+>/g, ' ').match(/\S+/g)?.length ?? 0;
  const slugs = Array.from({ length: BOOKS }, (_, at) => `novel-${at}`);
  for (const slug of slugs) {
    const { id: story_id } = await db
      .insertInto('stories')
      .values({ author_id: account.data.id, title: 'The Long Way Round', slug, synopsis: '', books: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('story_slugs').values({ slug, story_id }).execute();
    await db
      .insertInto('chapters')
      .values(
        Array.from({ length: CHAPTERS }, (_, at) => ({
          ...{ story_id, title: `Chapter ${at + 1}`, order: at + 1, content, word_count, cleaner_version: 1 },
        })),
      )
      .execute();
  }
  return { slugs, words: word_count * CHAPTERS };
}

async function costOf(app: FastifyInstance, slug: string) {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 2);
  const begun = process.cpuUsage();
  const { statusCode, rawPayload } = await app.inject({ url: `/story/${slug}/book.epub` });
  const { user, system } = process.cpuUsage(begun);
  clearInterval(sampling);
  if (statusCode !== 200) throw new Error(`${slug}: ${statusCode}`);
  return { milliseconds: (user + system) / 1000, growth: most - before, bytes: rawPayload.length };
}
