import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { escapeLike } from '#platform/database/like.ts';
import type { StoryDetails } from '../contract.ts';

/**
 * Adds a story under the first free slug of the row base, base-2, base-3 … The slugs' primary key decides
 * between two that come at once. Gives the new id and slug.
 */
export async function insertStory(
  connection: Connection,
  details: StoryDetails,
  { author_id, slugBase, created_at }: { author_id: number; slugBase: string; created_at?: Date | undefined },
): Promise<{ id: number; slug: string }> {
  const times = created_at === undefined ? {} : { created_at, updated_at: created_at };
  const taken = await connection
    .selectFrom('story_slugs')
    .select('slug')
    .where((on) => on.or([on('slug', '=', slugBase), on('slug', 'like', `${escapeLike(slugBase)}-%`)]))
    .execute();
  const takenSlugs = new Set(taken.map((row) => row.slug));
  for (let number = 1; ; number++) {
    const slug = number === 1 ? slugBase : `${slugBase}-${number}`;
    if (takenSlugs.has(slug)) continue;
    const claimed = await connection
      .insertInto('story_slugs')
      .values({ slug, story_id: null })
      .onConflict((on) => on.doNothing())
      .returning('slug')
      .executeTakeFirst();
    if (claimed === undefined) continue;
    const { id } = await connection
      .insertInto('stories')
      .values({ ...details, ...times, author_id, slug })
      .returning('id')
      .executeTakeFirstOrThrow();
    await connection.updateTable('story_slugs').set({ story_id: id }).where('slug', '=', slug).execute();
    return { id, slug };
  }
}

/** Sets a story's counters, all of them ranked, with a trending as if all of it had been read so many days ago. */
export async function setFigures(
  connection: Connection,
  storyId: number,
  figures: {
    upvotes: number;
    downvotes: number;
    bookmarks: number;
    views: number;
    lastReadDaysAgo: number;
    isFeatured: boolean;
  },
): Promise<void> {
  await sql`
    update stories set upvote_count = ${figures.upvotes}, downvote_count = ${figures.downvotes},
      ranked_upvote_count = ${figures.upvotes}, ranked_downvote_count = ${figures.downvotes},
      bookmark_count = ${figures.bookmarks}, view_count = ${figures.views},
      featured_at = case when ${figures.isFeatured}::boolean then published_at end,
      trending = made_up.score, anonymous_trending = made_up.score
    from (select trending_of(${figures.upvotes + figures.bookmarks},
      now() - make_interval(days => ${figures.lastReadDaysAgo}::integer)) as score) as made_up
    where id = ${storyId}`.execute(connection);
}

/** Gives a story another slug; the former one keeps leading to it. False when the slug is, or was, another's. */
export async function updateSlug(connection: Connection, storyId: number, slug: string): Promise<boolean> {
  await connection
    .insertInto('story_slugs')
    .values({ slug, story_id: storyId })
    .onConflict((on) => on.doNothing())
    .execute();
  const owner = await connection
    .selectFrom('story_slugs')
    .select('story_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (owner?.story_id !== storyId) return false;
  await connection.updateTable('stories').set({ slug }).where('id', '=', storyId).execute();
  return true;
}

/**
 * Locks these stories until the transaction ends, in the order of their ids, so that no two who lock several wait
 * for each other. Gives the ids of those that are there.
 */
export async function lockStories(connection: Connection, ids: number[]): Promise<Set<number>> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map((row) => row.id));
}

export interface StoryForChange {
  id: number;
  author_id: number;
  chapter_count: number;
  published_at: Date | null;
  first_published_at: Date | null;
  let_in_at: Date | null;
  edited_at: Date | null;
}

/**
 * A story; locked, so that nobody else changes it until the transaction ends, where there is a purpose. Every change
 * of a story or of its chapters begins so. `to delete` also waits for those who are adding something to it.
 */
export async function storyForChange(
  connection: Connection,
  storyId: number,
  purpose?: 'to change' | 'to delete',
): Promise<StoryForChange | undefined> {
  const story = connection
    .selectFrom('stories')
    .select([
      'id',
      'author_id',
      'chapter_count',
      'published_at',
      'first_published_at',
      'let_in_at',
      'edited_at',
    ])
    .where('id', '=', storyId);
  if (purpose === 'to delete') return story.forUpdate().executeTakeFirst();
  return (purpose === 'to change' ? story.forNoKeyUpdate() : story).executeTakeFirst();
}

/** Changes those of a story's details that are given. */
export async function updateDetails(
  connection: Connection,
  storyId: number,
  details: Partial<StoryDetails>,
): Promise<void> {
  // Later than every time that anybody has seen, so that two edits within a millisecond can be told apart.
  const now = connection
    .selectFrom('stories')
    .select(
      sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()),
        date_trunc('milliseconds', updated_at) + interval '1 millisecond')`.as('edited_at'),
    )
    .where('id', '=', storyId)
    .as('now');
  await connection
    .updateTable('stories')
    .from(now)
    .set(({ ref }) => ({
      ...details,
      edited_at: ref('now.edited_at'),
      updated_at: ref('now.edited_at'),
    }))
    .where('stories.id', '=', storyId)
    .execute();
}

export async function deleteStoryOf(
  connection: Connection,
  storyId: number,
  authorId: number,
): Promise<void> {
  await connection
    .deleteFrom('stories')
    .where('id', '=', storyId)
    .where('author_id', '=', authorId)
    .execute();
}

/** How many stories an account has; until the transaction ends nobody else adds one to it. Nothing when it is gone. */
export async function lockAndCountStories(
  connection: Connection,
  accountId: number,
): Promise<number | undefined> {
  const account = await connection
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const { total } = await connection
    .selectFrom('stories')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('author_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return total;
}
