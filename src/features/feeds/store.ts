import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

const publishedAt = sql<Date>`coalesce(chapter_published_at(chapters), chapters.created_at)`;

/** A published chapter of a listed story; its texts are null where they stay on the site. */
export interface NewChapter {
  id: number;
  title: string;
  order: number;
  published_at: Date;
  updated_at: Date;
  warnings: string[] | null;
  staff_warnings: string[];
  note_before: string | null;
  content: string | null;
  note_after: string | null;
}

/** The published chapters of a listed story, newest first; none of a story outside the lists. */
export async function newestChapters(
  connection: Connection,
  storyId: number,
  { offset, limit, withTexts }: { offset: number; limit: number; withTexts: boolean },
) {
  const text = (column: 'note_before' | 'content' | 'note_after') =>
    sql<string | null>`case when ${withTexts}::boolean then ${sql.ref(`chapters.${column}`)} end`.as(column);
  return connection
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['chapters.id', 'chapters.title', 'chapters.order', 'chapters.updated_at'])
    .select(['chapters.warnings', 'chapters.staff_warnings', publishedAt.as('published_at')])
    .select([text('note_before'), text('content'), text('note_after')])
    .where('chapters.story_id', '=', storyId)
    .where('stories.published_at', 'is not', null)
    .where(sql<boolean>`chapter_is_readable(chapters)`)
    .orderBy('published_at', 'desc')
    .orderBy('chapters.order', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The time of the last publication of a chapter in each of these stories. */
export async function lastPublications(
  connection: Connection,
  storyIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await connection
    .selectFrom('chapters')
    .select(['story_id', sql<Date>`max(${publishedAt})`.as('last')])
    .where('story_id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .where(sql<boolean>`chapter_is_readable(chapters)`)
    .groupBy('story_id')
    .execute();
  return new Map(rows.map(({ story_id, last }) => [story_id, last]));
}
