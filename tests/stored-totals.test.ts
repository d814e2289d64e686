import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateChangedRankings } from '#features/reactions/service/rankings.ts';
import { vote } from '#features/reactions/service/votes.ts';
import { changeStory } from '#features/stories/service/writing.ts';
import { changeTag, followRelations, undoTagChange } from '#features/tags/service/relations.ts';
import { manyReaders, manyStories, sequence } from './support/readers.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { wrongCounts } from './support/wrong-counts.ts';

/** Stored sums and counts that are never computed again stay correct under concurrent writes. */

const { context } = await testDatabase();
const { db } = context;
const author = await signedIn(context, 'an-author');
const stories = await manyStories(context, author.id, 30);
await sql`update stories set chapter_count = 0`.execute(db);
await sql`insert into chapters (story_id, title, content, cleaner_version, word_count)
  select id, 'One', '<p>One.</p>', 1, 1 from stories`.execute(db);
const readers = await manyReaders(context, 3);
const NAMES = Array.from({ length: 14 }, (_, at) => `tag ${at + 1}`);

/** Every tag whose trending score differs from the sum of its listed stories, apart from pending changes. */
async function wrongTags(): Promise<unknown[]> {
  const { rows } = await sql`
    select name, trending, wanted from tags cross join lateral (
      select trending_sum(case when change.story_id is null then stories.trending else counted_trending end) as wanted
      from story_tags join stories on stories.id = story_tags.story_id
      left join ranking_changes as change on change.story_id = stories.id
      where tag_id = tags.id and stories.published_at is not null
    ) as sums where (trending is null) <> (wanted is null) or abs(trending - wanted) > 1e-9`.execute(db);
  return rows;
}

async function listOrNot(id: number, isListed: boolean): Promise<void> {
  await db
    .updateTable('stories')
    .set({ visibility: isListed ? 'public' : 'link' })
    .where('id', '=', id)
    .execute();
}

/** Gives a tag a parent or makes it a synonym, and undoes an earlier decision; refused where it is not possible. */
async function relate(tag: string, target: string, isParent: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await changeTag(context, transaction, { tag, [isParent ? 'parent' : 'canonical']: target });
  });
  const { rows } = await sql<{ id: number }>`
    select id from tag_changes where undone_at is null order by id offset 2 limit 1`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (transaction) => {
      await undoTagChange(context, transaction, id);
    });
}

async function idsOfTags(): Promise<number[]> {
  const rows = await db.selectFrom('tags').select('id').execute();
  return rows.map(({ id }) => id);
}

// Interface, Ranking: The trending of an author and a tag is the sum over their listed stories
test('concurrent votes, tag changes, deletions and summing leave the exact trending score of every tag', async () => {
  const random = sequence(27);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  for (let round = 0; round < 5; round++) {
    const acts = stories.map(async (id, at) => {
      const choice = random();
      const reader = pick(readers);
      const tags = [...new Set([pick(NAMES), pick(NAMES)])];
      if (choice < 0.5) {
        const outcome = await vote(context, { id: String(id), vote_type: pick(['upvote', 'none']) }, reader);
        assert.ok(outcome.ok || outcome.kind === 'not-found');
      } else if (choice < 0.7) {
        const caller = { ...reader, account: { ...reader.account, id: author.id } };
        const input = { id: String(id), title: `Story ${at + 1}`, slug: `story-no-${at + 1}`, tags };
        const outcome = await changeStory(context, input, caller);
        assert.ok(outcome.ok, JSON.stringify(outcome));
      } else if (choice < 0.9) {
        await listOrNot(id, random() < 0.6);
      } else if (choice < 0.95) {
        await relate(pick(NAMES), pick(NAMES), random() < 0.5);
      } else {
        await updateChangedRankings(context);
      }
    });
    await Promise.all(acts);
    await followRelations(context, { tagIds: await idsOfTags() });
    assert.deepEqual(await wrongTags(), [], `round ${round}`);
    assert.deepEqual(await wrongCounts(context), [], `round ${round}`);
  }
  await updateChangedRankings(context);
  assert.deepEqual(await wrongTags(), []);
  assert.deepEqual(await db.selectFrom('ranking_changes').selectAll().execute(), []);
  const { rows: implied } = await sql`select from story_tags where position is null`.execute(db);
  assert.ok(implied.length > 0);
  const { rows: hot } = await sql`select from tags where trending is not null`.execute(db);
  assert.ok(hot.length > 3);
});

test('the numbers of stories, authors and tags stay exact, also after stories are deleted or featured', async () => {
  for (const id of stories.slice(0, 4)) await listOrNot(id, true);
  assert.deepEqual(await wrongCounts(context), []);
  await sql`update stories set featured_at = now() where id = any (${stories.slice(0, 3)})`.execute(db);
  assert.deepEqual(await wrongCounts(context), []);
  await Promise.all(
    stories.slice(2, 20).map((id) => db.deleteFrom('stories').where('id', '=', id).execute()),
  );
  assert.deepEqual(await wrongCounts(context), []);
  assert.deepEqual(await wrongTags(), []);
  await sql`update browse_totals set tags = tags + 1`.execute(db);
  assert.equal((await wrongCounts(context)).length, 1, 'the comparison finds a wrong count');
  await sql`update browse_totals set tags = tags - 1`.execute(db);
});

test('stories of several authors that change together are counted exactly', async () => {
  const other = await signedIn(context, 'another-author');
  await sql`update stories set visibility = 'link' where author_id = ${author.id}`.execute(db);
  assert.deepEqual(await wrongCounts(context), []);
  await sql`update stories set visibility = 'public', author_id = ${other.id}, title = title || ' again'
    where id % 2 = 0`.execute(db);
  assert.deepEqual(await wrongCounts(context), []);
  await sql`update stories set visibility = 'members'`.execute(db);
  assert.deepEqual(await wrongCounts(context), []);
});

test('deleting an account updates the counts of its tags and of authors', async () => {
  await db.deleteFrom('accounts').execute();
  assert.deepEqual(await wrongCounts(context), []);
  const { rows } = await sql`select from tags where story_count <> 0 or trending is not null`.execute(db);
  assert.deepEqual(rows, []);
});
