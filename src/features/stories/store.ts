import { sql } from 'kysely';
import { hottestTrending, trendingScore } from '#features/tags/service.ts';
import type { Connection } from '#platform/database.ts';
import type { Story, StorySort } from './contract.ts';

const storyOrders: Record<StorySort, ReturnType<typeof sql>> = {
  trending: sql`trending desc nulls last, id desc`,
  top: sql`top desc, upvote_count desc, id desc`,
  new: sql`published_at desc, id desc`,
  featured: sql`featured_at desc, id desc`,
};

const storyTagOrders: Record<StorySort, ReturnType<typeof sql>> = {
  trending: sql`trending desc nulls last, story_id desc`,
  top: sql`top desc, upvote_count desc, story_id desc`,
  new: sql`published_at desc, story_id desc`,
  featured: sql`featured_at desc, story_id desc`,
};

interface Window {
  sort: StorySort;
  offset: number;
  limit: number;
}

export async function listedStoryIds(
  connection: Connection,
  { sort, offset, limit }: Window,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('published_at', 'is not', null)
    .$if(sort === 'featured', (select) => select.where('featured_at', 'is not', null))
    .orderBy(storyOrders[sort])
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function taggedStoryIds(
  connection: Connection,
  tagId: number,
  { sort, offset, limit }: Window,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('story_tags')
    .select('story_id')
    .where('tag_id', '=', tagId)
    .where('published_at', 'is not', null)
    .$if(sort === 'featured', (select) => select.where('featured_at', 'is not', null))
    .orderBy(storyTagOrders[sort])
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => row.story_id);
}

export async function authorStoryIds(
  connection: Connection,
  authorId: number,
  window: { offset: number; limit: number },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('author_id', '=', authorId)
    .where('published_at', 'is not', null)
    .orderBy(sql`published_at desc, id desc`)
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  return rows.map((row) => row.id);
}

/** How many listed or featured stories there are; kept, not counted. */
export async function storyTotals(connection: Connection): Promise<{ listed: number; featured: number }> {
  return connection.selectFrom('story_totals').select(['listed', 'featured']).executeTakeFirstOrThrow();
}

/** Featured stories are chosen by hand, so they are few enough to count. */
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

/** The rows of these stories with author and tags, in the order of the ids; ids that are gone are left out. */
export async function storiesByIds(connection: Connection, ids: number[]): Promise<Story[]> {
  if (ids.length === 0) return [];
  const [rows, tagRows, hottest] = await Promise.all([
    connection
      .selectFrom('stories')
      .innerJoin('accounts', 'accounts.id', 'stories.author_id')
      .selectAll('stories')
      .select('accounts.username')
      .where('stories.id', 'in', ids)
      .execute(),
    connection
      .selectFrom('story_tags')
      .innerJoin('tags', 'tags.id', 'story_tags.tag_id')
      .select(['story_tags.story_id', 'tags.name', 'tags.trending'])
      .where('story_tags.story_id', 'in', ids)
      .orderBy('story_tags.position')
      .execute(),
    hottestTrending(connection),
  ]);
  const tagsOf = Map.groupBy(tagRows, (row) => row.story_id);
  const storyOf = new Map<number, Story>();
  for (const row of rows) {
    storyOf.set(row.id, {
      id: row.id,
      slug: row.slug,
      url: `/story/${row.slug}`,
      title: row.title,
      synopsis: row.synopsis,
      author_username: row.username,
      author_id: row.author_id,
      tags: (tagsOf.get(row.id) ?? []).map((tag) => ({
        name: tag.name,
        trending_score: trendingScore(tag.trending, hottest),
      })),
      upvote_count: row.upvote_count,
      downvote_count: row.downvote_count,
      view_count: row.view_count,
      bookmark_count: row.bookmark_count,
      chapter_count: row.chapter_count,
      word_count: row.word_count,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    });
  }
  return ids.map((id) => storyOf.get(id)).filter((story) => story !== undefined);
}

export async function storyIdExists(connection: Connection, id: number): Promise<boolean> {
  return (
    (await connection.selectFrom('stories').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}

/** The story that has or had this slug, with its present slug. */
export async function storyBySlug(
  connection: Connection,
  slug: string,
): Promise<{ id: number; slug: string } | undefined> {
  return connection
    .selectFrom('story_slugs')
    .innerJoin('stories', 'stories.id', 'story_slugs.story_id')
    .select(['stories.id', 'stories.slug'])
    .where('story_slugs.slug', '=', slug)
    .executeTakeFirst();
}

const TAG_MATES = 40;

/**
 * Listed stories that share tags, best first. Of each tag only its hottest stories are looked at, so that the
 * cost does not grow with the library; a tag counts the more the rarer it is (inverse document frequency).
 */
export async function relatedStoryIds(
  connection: Connection,
  storyId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ story_id: number }>`
    select mates.story_id
    from story_tags as own
    join tags on tags.id = own.tag_id
    cross join lateral (
      select story_id, trending from story_tags
      where tag_id = own.tag_id and published_at is not null
      order by trending desc nulls last, story_id desc
      limit ${TAG_MATES}
    ) as mates
    cross join story_totals
    where own.story_id = ${storyId} and mates.story_id <> ${storyId}
    group by mates.story_id
    order by sum(ln(1 + story_totals.listed::float8 / (1 + tags.story_count))) desc,
      max(mates.trending) desc nulls last, mates.story_id desc
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.story_id);
}

/**
 * Adds a story under the first free slug of the row base, base-2, base-3 … The slugs' primary key decides
 * between two that come at once. Gives the new id and slug.
 */
export async function insertStory(
  connection: Connection,
  story: {
    author_id: number;
    title: string;
    synopsis: string;
    slugBase: string;
    created_at?: Date | undefined;
  },
): Promise<{ id: number; slug: string }> {
  const taken = await connection
    .selectFrom('story_slugs')
    .select('slug')
    .where((on) =>
      on.or([on('slug', '=', story.slugBase), on('slug', 'like', `${likePrefix(story.slugBase)}-%`)]),
    )
    .execute();
  const takenSlugs = new Set(taken.map((row) => row.slug));
  for (let number = 1; ; number++) {
    const slug = number === 1 ? story.slugBase : `${story.slugBase}-${number}`;
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
      .values({
        author_id: story.author_id,
        title: story.title,
        synopsis: story.synopsis,
        slug,
        published_at: null,
        featured_at: null,
        trending: null,
        ...(story.created_at === undefined
          ? {}
          : { created_at: story.created_at, updated_at: story.created_at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await connection.updateTable('story_slugs').set({ story_id: id }).where('slug', '=', slug).execute();
    return { id, slug };
  }
}

function likePrefix(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** Listed stories with ids in a range, for the sitemap. */
export async function listedSlugs(connection: Connection, above: number, upTo: number) {
  return connection
    .selectFrom('stories')
    .select(['slug', 'updated_at'])
    .where('published_at', 'is not', null)
    .where('id', '>', above)
    .where('id', '<=', upTo)
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

export async function authorIdsOf(connection: Connection, storyIds: number[]): Promise<number[]> {
  if (storyIds.length === 0) return [];
  const rows = await connection
    .selectFrom('stories')
    .select('author_id')
    .distinct()
    .where('id', 'in', storyIds)
    .execute();
  return rows.map((row) => row.author_id);
}

/** Sets a story's counters, with a trending as if all of it had been read so many days ago. */
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
      bookmark_count = ${figures.bookmarks}, view_count = ${figures.views},
      featured_at = case when ${figures.isFeatured}::boolean then published_at end,
      trending = trending_with_event(null, ${figures.upvotes + figures.bookmarks}::float8,
        now() - make_interval(days => ${figures.lastReadDaysAgo}::integer))
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
