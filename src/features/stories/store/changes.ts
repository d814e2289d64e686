import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { claimNumberedSlug } from '#platform/database/numbered-slug.ts';
import type { StoryDetails } from '../contract/stories.ts';
import type { Visibility } from '../contract/visibility.ts';

/**
 * Adds a story under the first free slug of the series base, base-2, base-3 … The slugs' primary key decides between
 * concurrent inserts. Returns the new id and slug.
 */
export async function insertStory(
  connection: Connection,
  details: StoryDetails,
  { author_id, slugBase, created_at }: { author_id: number; slugBase: string; created_at?: Date | undefined },
): Promise<{ id: number; slug: string }> {
  const times = created_at === undefined ? {} : { created_at, updated_at: created_at };
  const { slug } = await claimNumberedSlug(connection, 'story_slugs', slugBase, (free) =>
    connection
      .insertInto('story_slugs')
      .values({ slug: free, story_id: null })
      .onConflict((on) => on.doNothing())
      .returning('slug')
      .executeTakeFirst(),
  );
  const { id } = await connection
    .insertInto('stories')
    .values({ ...details, ...times, author_id, slug })
    .returning('id')
    .executeTakeFirstOrThrow();
  await connection.updateTable('story_slugs').set({ story_id: id }).where('slug', '=', slug).execute();
  return { id, slug };
}

/** Sets a story's counters, all of them ranked, with a trending score as if all reading happened this many days ago. */
export async function setStoryCounts(
  connection: Connection,
  storyId: number,
  counts: {
    upvotes: number;
    downvotes: number;
    bookmarks: number;
    views: number;
    lastReadDaysAgo: number;
    isFeatured: boolean;
  },
): Promise<void> {
  await sql`
    update stories set upvote_count = ${counts.upvotes}, downvote_count = ${counts.downvotes},
      ranked_upvote_count = ${counts.upvotes}, ranked_downvote_count = ${counts.downvotes},
      bookmark_count = ${counts.bookmarks}, view_count = ${counts.views},
      featured_at = case when ${counts.isFeatured}::boolean then published_at end,
      trending = sample.score, anonymous_trending = sample.score
    from (select trending_of(${counts.upvotes + counts.bookmarks},
      now() - make_interval(days => ${counts.lastReadDaysAgo}::integer)) as score) as sample
    where id = ${storyId}`.execute(connection);
}

/** Changes a story's slug; the former one keeps working. False when the slug is, or was, another story's. */
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
 * Locks these stories until the transaction ends, in id order, so that transactions with several stories never
 * deadlock. Returns the ids that exist.
 */
export async function lockStories(transaction: OpenTransaction, ids: number[]): Promise<Set<number>> {
  const rows = await transaction
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
  /** The pen name. */
  author_id: number;
  /** The account. */
  owner_id: number;
  chapter_count: number;
  published_at: Date | null;
  first_published_at: Date | null;
  visibility: Visibility;
  let_in_at: Date | null;
  edited_at: Date | null;
}

/**
 * A story outside the trash, which a purpose locks until the transaction ends. Every change of a story or its chapters
 * starts here.
 */
export async function storyForChange(
  connection: Connection,
  storyId: number,
  purpose?: 'to change',
): Promise<StoryForChange | undefined> {
  const story = connection
    .selectFrom('stories')
    .select([
      'id',
      'author_id',
      // Not by a join: with a lock, one would lose a story that moves to another pen name meanwhile.
      sql<number>`account_of(author_id)`.as('owner_id'),
      'chapter_count',
      'published_at',
      'first_published_at',
      'visibility',
      'let_in_at',
      'edited_at',
    ])
    .where('id', '=', storyId)
    .where('trashed_at', 'is', null);
  return (purpose === 'to change' ? story.forNoKeyUpdate() : story).executeTakeFirst();
}

/** Changes the given details of a story. */
export async function updateDetails(
  connection: Connection,
  storyId: number,
  details: Partial<StoryDetails>,
): Promise<void> {
  // updated_at is strictly monotonic, so that edits within one millisecond can be told apart.
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

/** Puts a locked story under another pen name. */
export async function updateAuthor(connection: Connection, storyId: number, authorId: number): Promise<void> {
  await connection.updateTable('stories').set({ author_id: authorId }).where('id', '=', storyId).execute();
}

/** The number of an account's stories under all its pen names, outside the trash. */
export async function countStoriesOfAccount(connection: Connection, accountId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('pen_names.account_id', '=', accountId)
    .where('stories.trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
