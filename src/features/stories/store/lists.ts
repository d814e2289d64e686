import { sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { storyOrder, storyTagOrder } from './orders.ts';

const anyOf = (ids: number[]) => sql<number>`any (${ids}::bigint[])`;

/** Stories of these pen names outside the trash, along an index for a single one. Unfinished ones come first if included: a descending index begins with nulls. */
export async function authorStoryIds(
  connection: Connection,
  authorIds: number[],
  window: { offset: number; limit: number; withUnfinished: boolean },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('author_id', '=', authorIds.length === 1 ? (authorIds[0] ?? 0) : anyOf(authorIds))
    .where('trashed_at', 'is', null)
    .$if(!window.withUnfinished, (select) => select.where('published_at', 'is not', null))
    .orderBy(storyOrder('new'))
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The ids of pen names with these usernames; unknown ones are left out. */
export async function authorIdsNamed(
  connection: Connection,
  usernames: readonly string[],
): Promise<number[]> {
  if (usernames.length === 0) return [];
  const keys = usernames.map((name) => name.toLowerCase());
  const rows = await connection
    .selectFrom('pen_names')
    .select('id')
    .where('username_key', '=', sql<string>`any (${keys}::text[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** The stored numbers of listed and featured stories. */
export async function storyTotals(connection: Connection): Promise<{ listed: number; featured: number }> {
  return connection.selectFrom('story_totals').select(['listed', 'featured']).executeTakeFirstOrThrow();
}

/** Moderators choose featured stories by hand, so there are few enough to count. */
export async function countFeaturedWithTag(connection: Connection, tagId: number): Promise<number> {
  const row = await connection
    .selectFrom('story_tags')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('tag_id', '=', tagId)
    .where('published_at', 'is not', null)
    .where('featured_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

const MAX_STORIES_PER_TAG = 40;

/** Two stories with the same readers are as close as two that share a few distinctive tags. */
const READERS_WEIGHT = 12;

/**
 * Listed stories that share tags or readers, best first. Only the most trending stories of each tag and the stored mates
 * are read, so that the cost does not grow with the library; rarer tags count more (inverse document frequency).
 */
export async function relatedStoryIds(
  connection: Connection,
  storyId: number,
  { hidden, limit }: { hidden: HiddenSet; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ story_id: number }>`
    select story_id from (
    select mates.story_id, sum(ln(1 + story_totals.listed::float8 / (1 + tags.story_count))) as closeness,
      max(mates.trending) as trending
    from story_tags as own
    join tags on tags.id = own.tag_id and tags.canonical_id is null
    cross join lateral (
      select scanned.story_id, scanned.trending from (
        select story_id, trending from story_tags
        where tag_id = own.tag_id and published_at is not null
        order by ${storyTagOrder('trending')}
        limit ${MAX_STORIES_PER_TAG}
      ) as scanned where ${isNotHidden(sql`scanned.story_id`, hidden)}
    ) as mates
    cross join story_totals
    where own.story_id = ${storyId} and mates.story_id <> ${storyId}
    group by mates.story_id
    union all
    select stories.id, ${READERS_WEIGHT} * strength, stories.trending
    from shared_readers join stories on stories.id = mate_id
    where shared_readers.story_id = ${storyId} and stories.published_at is not null
      and ${isNotHidden(sql`stories.id`, hidden)}
    ) as mates
    group by story_id
    order by sum(closeness) desc, max(trending) desc nulls last, story_id desc
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.story_id);
}

const MAX_GOOD_STORIES = 500;

/** One of the best rated stories that everyone may read, each as likely as any other; undefined in an empty library. */
export async function randomGoodSlug(connection: Connection, hidden: HiddenSet): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select id, slug from stories where published_at is not null and visibility = 'public'
      order by ${storyOrder('top')} limit ${MAX_GOOD_STORIES}
    ) as good where ${isNotHidden(sql`good.id`, hidden)} order by random() limit 1`.execute(connection);
  return rows[0]?.slug;
}

/** Listed stories with ids in a range, for the sitemap. */
export async function listedSlugs(connection: Connection, afterId: number, maxId: number) {
  return connection
    .selectFrom('stories')
    .select(['slug', 'updated_at'])
    .where('published_at', 'is not', null)
    .where('id', '>', afterId)
    .where('id', '<=', maxId)
    .orderBy('id')
    .execute();
}

export async function highestStoryId(connection: Connection): Promise<number> {
  const row = await connection
    .selectFrom('stories')
    .select((on) => on.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The stored number of listed stories of these pen names. */
export async function authorStoryCount(connection: Connection, authorIds: number[]): Promise<number> {
  const row = await connection
    .selectFrom('author_stats')
    .select(sql<number>`coalesce(sum(story_count), 0)::integer`.as('total'))
    .where('account_id', '=', anyOf(authorIds))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function countFeaturedOfAuthors(connection: Connection, authorIds: number[]): Promise<number> {
  const row = await connection
    .selectFrom('stories')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('author_id', '=', anyOf(authorIds))
    .where('published_at', 'is not', null)
    .where('featured_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * The number of unlisted stories of these pen names: without chapters, withheld or waiting. An account has few enough to
 * count.
 */
export async function countUnfinished(connection: Connection, authorIds: number[]): Promise<number> {
  const row = await connection
    .selectFrom('stories')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('author_id', '=', anyOf(authorIds))
    .where('published_at', 'is', null)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The times at which the next scheduled chapters of these stories are published. */
export async function nextChapterTimes(
  connection: Connection,
  storyIds: readonly number[],
): Promise<Map<number, { next_chapter_at: string }>> {
  const rows = await connection
    .selectFrom('chapters')
    .select((on) => ['story_id', on.fn.min('publish_at').as('publish_at')])
    .where('story_id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .where('state', '=', 'scheduled')
    .where('trashed_at', 'is', null)
    .groupBy('story_id')
    .execute();
  return new Map(
    rows.flatMap(({ story_id, publish_at }) =>
      publish_at === null ? [] : [[story_id, { next_chapter_at: publish_at.toISOString() }]],
    ),
  );
}
