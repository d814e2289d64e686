import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { COMMENT_PAGE_SIZE, COMMENT_SORTS } from '#features/comments/contract/comments.ts';
import type { Database } from '#platform/database/database.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { compareAlternately } from './alternately.ts';
import { withSite } from './open-site.ts';
import type { Measurement } from './promise.ts';

const RUNS = 400;
const MANY = 100_000;
const FEW = 10;
const LIMIT = 1.3;
/** A statement that adds more would take longer than statements may. */
const BATCH = 2500;

interface Story {
  id: number;
  slug: string;
  chapter_id: number;
}

/** Threads of a comment and a reply, on the story as a whole or on its first chapter, and comments that wait as in a wave. */
async function fill(
  db: Database,
  { id, chapter_id }: Story,
  { onStory, onChapter, waiting }: { onStory: number; onChapter: number; waiting: number },
): Promise<void> {
  const total = waiting + (onStory + onChapter) / 2;
  for (let start = 0; start < total; start += BATCH)
    await sql`with threads as (
        insert into comments (story_id, chapter_id, account_id, author_id, content, state, held_for, thank_count)
        select ${id}, case when n > ${waiting + onStory / 2} then ${chapter_id}::bigint end, writer, writer,
          'She waits at the harbour, ' || n || '.', case when n <= ${waiting} then 'waiting' else 'shown' end,
          case when n <= ${waiting} then (array['flood', 'new', 'approved'])[n % 3 + 1] end, n * 7919 % 50
        from (select n, writers[n % array_length(writers, 1) + 1] as writer
          from generate_series(${start + 1}::integer, ${Math.min(total, start + BATCH)}::integer) as n,
            (select array_agg(id) as writers from accounts where username like 'writer-%') as people) as numbered
        returning id, chapter_id, account_id, state)
      insert into comments (story_id, chapter_id, parent_id, account_id, author_id, content, state)
      select ${id}, chapter_id, id, account_id, account_id, 'So does she.', 'shown' from threads where state = 'shown'`.execute(
      db,
    );
}

/**
 * Measures the first page of comments of a story with very many beside one with few, with the same number of comments on it,
 * past the response cache.
 */
export const measureComments = (): Promise<Measurement[]> =>
  withSite(async ({ app, context }) => {
    const { db } = context;
    for (let n = 0; n < 100; n += 1) await signedIn(context, `writer-${n}`);
    const reader = await signedIn(context, 'reads-along');
    const { rows } = await sql<Story>`select stories.id, slug,
      (select min(id) from chapters where story_id = stories.id) as chapter_id from stories order by id limit 3`.execute(
      db,
    );
    const [many, few, page] = rows;
    if (many === undefined || few === undefined || page === undefined) throw new Error('an empty library');
    await fill(db, many, { onStory: MANY / 20, onChapter: MANY - MANY / 20, waiting: MANY / 10 });
    await fill(db, few, { onStory: FEW, onChapter: FEW, waiting: 1 });
    await fill(db, page, { onStory: 2 * COMMENT_PAGE_SIZE, onChapter: 2 * COMMENT_PAGE_SIZE, waiting: 1 });
    await sql`vacuum analyze`.execute(db);
    const moderator = await signedIn(context, 'keeps-the-peace', { role: 'moderator' });
    const measurements: Measurement[] = [];
    const compare = async (name: string, pathOf: (story: Story) => string, small: Story, token?: string) => {
      measurements.push(await ratioOf(app, name, [pathOf(many), pathOf(small)], token));
    };
    for (const sort of COMMENT_SORTS) {
      const call = ({ slug }: Story) => `/api/stories/${slug}/comments?sort=${sort}&limit=${FEW}`;
      const chapterPage = ({ slug, chapter_id }: Story) => urls.chapterComments(slug, chapter_id, { sort });
      await compare(`comments, ${sort}`, call, few);
      await compare(`comments, ${sort}, of a reader signed in`, call, few, reader.token);
      await compare(`comments, ${sort}, of a moderator`, call, few, moderator.token);
      await compare(`page on the story, ${sort}`, ({ slug }) => urls.comments(slug, { sort }), page);
      await compare(`page on a chapter, ${sort}`, chapterPage, page);
    }
    return measurements;
  });

async function ratioOf(
  app: FastifyInstance,
  name: string,
  [many, few]: [string, string],
  token: string | undefined,
): Promise<Measurement> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 200)}`);
  };
  const { ratio, detail } = await compareAlternately(
    RUNS,
    () => answer(many),
    () => answer(few),
  );
  return {
    name: `${name}: 100,000 comments beside few`,
    ...{ reached: ratio, limit: LIMIT, better: 'less', detail },
  };
}
