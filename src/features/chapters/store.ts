import type { Connection } from '#platform/database.ts';
import type { Chapter, ChapterEntry } from './contract.ts';

const entryColumns = ['id', 'story_id', 'title', 'order', 'word_count', 'created_at', 'updated_at'] as const;

function toEntry<Row extends { created_at: Date; updated_at: Date }>(row: Row) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

export async function chapterEntries(connection: Connection, storyId: number): Promise<ChapterEntry[]> {
  const rows = await connection
    .selectFrom('chapters')
    .select(entryColumns)
    .where('story_id', '=', storyId)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return rows.map(toEntry);
}

export async function chapterOfStory(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<Chapter | undefined> {
  const row = await connection
    .selectFrom('chapters')
    .select([...entryColumns, 'content'])
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return row === undefined ? undefined : toEntry(row);
}

export async function insertChapter(
  connection: Connection,
  chapter: {
    story_id: number;
    title: string;
    order: number;
    content: string;
    cleaner_version: number;
    word_count: number;
    created_at?: Date;
    updated_at?: Date;
  },
): Promise<number> {
  const row = await connection
    .insertInto('chapters')
    .values(chapter)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
