import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

const publishedAt = sql<Date>`coalesce(chapter_published_at(chapters), chapters.created_at)`;

/** A part of a chapter's text; null where it stays on the site, as its author wants or because it is for members. */
function textOf(column: 'note_before' | 'content' | 'note_after') {
  return sql<
    string | null
  >`case when stories.full_text_feeds and stories.visibility = 'public' then ${sql.ref(`chapters.${column}`)} end`.as(
    column,
  );
}

/** The chapters that are published in their stories. */
function publishedChapters(connection: Connection) {
  return connection
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['chapters.id', 'chapters.story_id', 'chapters.title', 'chapters.order', 'chapters.updated_at'])
    .select(['chapters.warnings', 'chapters.staff_warnings', publishedAt.as('published_at')])
    .select([textOf('note_before'), textOf('content'), textOf('note_after')])
    .where(sql<boolean>`chapter_is_readable(chapters)`);
}
export type PublishedChapter = Awaited<ReturnType<typeof chaptersByIds>>[number];

/** The published chapters of a listed story, newest first; none of a story outside the lists. */
export async function newestChapters(
  connection: Connection,
  storyId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  return publishedChapters(connection)
    .where('stories.published_at', 'is not', null)
    .where('chapters.story_id', '=', storyId)
    .orderBy('published_at', 'desc')
    .orderBy('chapters.order', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Those of the chapters that are published, in no order; also of a story by link, which its followers may read. */
export async function chaptersByIds(connection: Connection, ids: readonly number[]) {
  return publishedChapters(connection)
    .where('chapters.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

/** When each of these stories came into the lists, and when the last of its chapters was published. */
export async function publicationTimes(
  connection: Connection,
  storyIds: readonly number[],
): Promise<Map<number, { first: Date; last: Date }>> {
  const rows = await connection
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['stories.id', sql<Date>`coalesce(stories.published_at, stories.created_at)`.as('first')])
    .select(sql<Date>`max(${publishedAt})`.as('last'))
    .where('stories.id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .where(sql<boolean>`chapter_is_readable(chapters)`)
    .groupBy('stories.id')
    .execute();
  return new Map(rows.map(({ id, first, last }) => [id, { first, last }]));
}
