import { deflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { parseFragment } from 'parse5';
import { warmUpBooks } from '#app/warm-up-books.ts';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import type { Database } from '#platform/database/database.ts';
import { epubFiles } from '#tests/support/epub-structure.ts';
import { longProse } from '#tests/support/long-prose.ts';
import { withSite } from './open-site.ts';
import { type Measurement, median } from './promise.ts';

const CHAPTERS = 30;
/** About 4,000 words of the sample library, with their markup. */
const CHARACTERS_OF_CHAPTER = 26_000;
const BOOKS = 9;
/** The most that a book with its cover may cost, in what parsing and compressing its texts costs. */
const BARE_COSTS = 5;
const MEBIBYTE = 2 ** 20;

/**
 * Measures what the EPUB of a novel of 120,000 words costs that is made anew: processor time of all threads, cover
 * included, and the growth of the process while it is made. The process has warmed up, as after each start of the site.
 */
export const measureBooks = (): Promise<Measurement[]> =>
  withSite(async ({ app, context }) => {
    const { slugs, words } = await insertNovels(context.db);
    await warmUpBooks();
    // A reader downloads a book from its story's page.
    await app.inject({ url: `/story/${slugs[0]}` });
    const costs = [];
    for (const slug of slugs) {
      const cost = await costOf(app, slug);
      costs.push({ ...cost, bare: await bareCostOf(cost.book) });
    }
    const [first, ...others] = costs;
    const bare = median(others.map((cost) => cost.bare));
    const detail = `${words} words, ${((first?.book.length ?? 0) / MEBIBYTE).toFixed(1)} MB each, median of ${others.length}`;
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
        name: 'processor time of such a book beside parsing and compressing its texts',
        reached: median(others.map((cost) => cost.milliseconds / cost.bare)),
        ...{
          limit: BARE_COSTS,
          better: 'less',
          detail: `${bare.toFixed(0)} ms for the texts alone`,
        },
      },
      {
        name: 'memory that such a book takes while it is made',
        reached: Math.max(...costs.map(({ growth }) => growth / MEBIBYTE)),
        ...{ limit: 50, better: 'less', unit: 'MB', detail: 'the most of all, the first included' },
      },
    ];
  });

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
  return { milliseconds: (user + system) / 1000, growth: most - before, book: rawPayload };
}

/** The processor time of the work on a book's texts that nothing can save: each is parsed, and compressed. */
async function bareCostOf(book: Buffer): Promise<number> {
  const { files } = await epubFiles(book);
  const texts = [...files].filter(([name]) => name.endsWith('.xhtml')).map(([, text]) => text);
  const begun = process.cpuUsage();
  for (const text of texts) {
    parseFragment(text.toString());
    deflateRawSync(text);
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
