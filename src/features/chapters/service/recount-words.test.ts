import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const writer = await signedIn(context, 'recounted');
const server = await testServer(context);

/** Stores texts with a count as an earlier release made it, in a story older than what was changed in them. */
async function storyWith(slug: string, chapters: { html: string; words: number; state?: string }[]) {
  const { rows } = await sql<{ id: number }>`
    insert into stories (author_id, title, slug) values (${writer.id}, ${slug}, ${slug}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id as number;
  for (const { html, words, state = 'published' } of chapters)
    await sql`insert into chapters (story_id, title, content, cleaner_version, word_count, state)
      values (${id}, 'One', ${html}, 3, ${words}, ${state})`.execute(db);
  await sql`update stories set created_at = '2026-01-01', updated_at = '2026-01-01', published_at = '2026-01-01',
    listed_since = '2026-01-01' where id = ${id}`.execute(db);
  return id;
}

const hindi = await storyWith('hindi', [
  { html: '<p>वह खिड़की के पास बैठी थी।</p>', words: 12 },
  { html: '<p>उसने चिट्ठी पढ़ी।</p>', words: 9, state: 'draft' },
]);
const korean = await storyWith('korean', [
  { html: '<p>그녀는 <strong>창가에</strong> 앉았다.</p>', words: 10 },
]);
const decomposed = await storyWith('decomposed', [
  { html: '<p>Cafe\u0301 cre\u0300me &amp; tea.</p>', words: 5 },
]);
const english = await storyWith('english', [{ html: '<p>A count that nobody made.</p>', words: 77 }]);
await sql`insert into chapter_versions (chapter_id, title, content, cleaner_version, word_count, saved_at, replaced_at)
  select id, 'One', '<p>창가에 앉았다.</p>', 3, 6, now(), now() from chapters where story_id = ${korean}`.execute(
  db,
);

const times = () =>
  sql`select stories.id, stories.updated_at, stories.published_at, listed_since, last_chapter_at, chapters.id as chapter,
    chapters.updated_at as changed, chapters.published_at as opened from stories join chapters on story_id = stories.id
    order by chapters.id`.execute(db);
const textOf = async (path: string) => {
  const answer = await server.inject(path);
  assert.equal(answer.statusCode, 200);
  return answer.body;
};
const pagesWithTimes = () => Promise.all(['/sitemap-stories-1.xml', '/feed.xml'].map(textOf));

async function counts(): Promise<Record<number, { story: number; chapters: number[] }>> {
  const { rows } = await sql<{ id: number; word_count: number; chapters: number[] }>`
    select stories.id, stories.word_count, array_agg(chapters.word_count order by chapters.id) as chapters
    from stories join chapters on story_id = stories.id group by stories.id`.execute(db);
  return Object.fromEntries(rows.map(({ id, word_count: story, chapters }) => [id, { story, chapters }]));
}

test('texts that an earlier release counted have the right counts after the upgrade, and the times they had', async () => {
  const before = await times();
  const pages = await pagesWithTimes();
  for (const page of pages) assert.match(page, /story\/korean/);
  const migration = readFileSync(
    new URL('../../../../db/migrations/0140-recount-words.sql', import.meta.url),
    'utf8',
  );
  await sql.raw(migration).execute(db);
  await runDueJobs(connectionString, context);
  assert.deepEqual(await counts(), {
    [hindi]: { story: 6, chapters: [6, 3] },
    [korean]: { story: 3, chapters: [3] },
    [decomposed]: { story: 3, chapters: [3] },
    [english]: { story: 77, chapters: [77] },
  });
  assert.deepEqual((await times()).rows, before.rows);
  assert.deepEqual(await pagesWithTimes(), pages);
  const versions = await db.selectFrom('chapter_versions').select('word_count').execute();
  assert.deepEqual(versions, [{ word_count: 2 }]);
});
