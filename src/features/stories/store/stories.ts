import { sql } from 'kysely';
import { belowHottest, trendingScore } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Story } from '../contract.ts';

const storyColumns = [
  'stories.id',
  'stories.slug',
  'stories.title',
  'stories.synopsis',
  'stories.status',
  'stories.author_id',
  'stories.upvote_count',
  'stories.downvote_count',
  'stories.view_count',
  'stories.bookmark_count',
  'stories.chapter_count',
  'stories.word_count',
  'stories.created_at',
  'stories.updated_at',
  'stories.withheld_at',
  'stories.waiting_for',
] as const;

function rowsOf(connection: Connection, ids: number[]) {
  return connection
    .selectFrom('stories')
    .innerJoin('accounts', 'accounts.id', 'stories.author_id')
    .select(storyColumns)
    .select(['accounts.username', 'accounts.display_name'])
    .where('stories.id', '=', sql<number>`any (${ids})`)
    .execute();
}

/**
 * Each tag is looked up by itself, which the offset sees to. Joined, some hundred tags would have the planner read and hash
 * the table of all tags: with 20,000 of them that was most of what a list cost.
 */
function tagsOfStories(connection: Connection, ids: number[]) {
  return connection
    .selectFrom('story_tags')
    .innerJoinLateral(
      (on) =>
        on
          .selectFrom('tags')
          .select(['name', 'trending'])
          .whereRef('tags.id', '=', 'story_tags.tag_id')
          .offset(0)
          .as('tags'),
      (join) => join.onTrue(),
    )
    .select(['story_tags.story_id', 'tags.name', belowHottest])
    .where('story_tags.story_id', '=', sql<number>`any (${ids})`)
    .orderBy('story_tags.position')
    .execute();
}

/** The rows of these stories with author and tags, in the order of the ids; ids that are gone are left out. */
export async function storiesByIds(connection: Connection, ids: number[]): Promise<Story[]> {
  if (ids.length === 0) return [];
  const [rows, tagRows] = await Promise.all([rowsOf(connection, ids), tagsOfStories(connection, ids)]);
  const tagsOf = Map.groupBy(tagRows, (row) => row.story_id);
  const storyOf = new Map<number, Story>();
  for (const row of rows) {
    storyOf.set(row.id, {
      id: row.id,
      slug: row.slug,
      url: `/story/${row.slug}`,
      title: row.title,
      synopsis: row.synopsis,
      status: row.status,
      author_username: row.username,
      author_display_name: row.display_name || row.username,
      author_id: row.author_id,
      tags: (tagsOf.get(row.id) ?? []).map((tag) => ({
        name: tag.name,
        trending_score: trendingScore(tag.below_hottest),
      })),
      upvote_count: row.upvote_count,
      downvote_count: row.downvote_count,
      view_count: row.view_count,
      bookmark_count: row.bookmark_count,
      chapter_count: row.chapter_count,
      word_count: row.word_count,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      ...(row.withheld_at === null ? {} : { withheld_at: row.withheld_at.toISOString() }),
      ...(row.waiting_for === null ? {} : { is_waiting: true, waiting_for: row.waiting_for }),
    });
  }
  return ids.map((id) => storyOf.get(id)).filter((story) => story !== undefined);
}

export interface FoundStory {
  id: number;
  slug: string;
  author_id: number;
  withheld_at: Date | null;
  published_at: Date | null;
  chapter_count: number;
}

const foundColumns = [
  'stories.id',
  'stories.slug',
  'stories.author_id',
  'stories.withheld_at',
  'stories.published_at',
  'stories.chapter_count',
] as const;

export async function storyById(connection: Connection, id: number): Promise<FoundStory | undefined> {
  return connection.selectFrom('stories').select(foundColumns).where('id', '=', id).executeTakeFirst();
}

/** The stories with these numbers or present slugs. */
export async function storiesAt(
  connection: Connection,
  { ids, slugs }: { ids: number[]; slugs: string[] },
): Promise<FoundStory[]> {
  return connection
    .selectFrom('stories')
    .select(foundColumns)
    .where((on) =>
      on.or([
        on('id', '=', sql<number>`any (${ids}::bigint[])`),
        on('slug', '=', sql<string>`any (${slugs}::text[])`),
      ]),
    )
    .execute();
}

/** The story that has or had this slug, with its present slug. */
export async function storyBySlug(connection: Connection, slug: string): Promise<FoundStory | undefined> {
  return connection
    .selectFrom('story_slugs')
    .innerJoin('stories', 'stories.id', 'story_slugs.story_id')
    .select(foundColumns)
    .where('story_slugs.slug', '=', slug)
    .executeTakeFirst();
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
