import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { NewsStory } from '../rules.ts';

interface Period {
  since: Date;
  until: Date;
  limit: number;
}

/**
 * Whether a story was published in a period. One that has come back in it is among them if it was away whenever an issue was
 * composed since its publication.
 */
const isNewIn = ({ since, until }: Omit<Period, 'limit'>) =>
  sql<boolean>`published_at <= ${until} and (published_at > ${since} or (listed_again_at > ${since} and listed_again_at <= ${until}
    and not exists (select from newsletter_issues as issue
      where issue.until >= stories.published_at and issue.until < stories.unlisted_at)))`;

/** Stories published in a period, the most trending first, and their total number. */
export async function publishedStories(
  connection: Connection,
  { limit, ...period }: Period,
): Promise<{ ids: number[]; count: number }> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .select(sql<number>`count(*) over ()::integer`.as('count'))
    .where(isNewIn(period))
    .orderBy(sql`trending desc nulls last, published_at desc, id desc`)
    .limit(limit)
    .execute();
  return { ids: rows.map((row) => row.id), count: rows[0]?.count ?? 0 };
}

/** All stories published in a period that are listed now, and were not away at its end. */
export async function publishedStoryIds(
  connection: Connection,
  period: Omit<Period, 'limit'>,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where(isNewIn(period))
    .where(sql<boolean>`(listed_again_at > ${period.until}) is not true`)
    .execute();
  return rows.map((row) => row.id);
}

/** The latest story of each author that moderators featured in a period, the latest first. */
export async function featuredStories(
  connection: Connection,
  { since, until, limit }: Period,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select distinct on (author_id) id, featured_at from stories
      where published_at is not null and featured_at > ${since} and featured_at <= ${until}
        and not exists (select from weekly_leads where story_id = stories.id and led_at = featured_at)
      order by author_id, featured_at desc, id desc
    ) as latest
    order by featured_at desc, id desc limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

/** The most trending stories. */
export async function trendingStories(connection: Connection, limit: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('published_at', 'is not', null)
    .where('trending', 'is not', null)
    .orderBy(sql`trending desc nulls last, id desc`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Details of these stories for an issue, by id; unlisted stories are left out. */
export async function newsStories(connection: Connection, ids: number[]): Promise<Map<number, NewsStory>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom('stories as story')
    .innerJoin('pen_names as author', 'author.id', 'story.author_id')
    .select(['story.id', 'story.title', 'story.slug', 'author.username'])
    .select(sql<string>`coalesce(nullif(author.display_name, ''), author.username)`.as('author'))
    .where('story.id', 'in', ids)
    .where('story.published_at', 'is not', null)
    .execute();
  return new Map(rows.map((story) => [story.id, story]));
}
