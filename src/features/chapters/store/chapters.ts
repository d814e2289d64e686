import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import {
  CHAPTER_DETAILS,
  type Chapter,
  type ChapterDetails,
  type ChapterEntry,
  MAX_CHAPTER_ORDER,
} from '../contract.ts';

const entryColumns = [
  'id',
  'story_id',
  ...CHAPTER_DETAILS,
  'order',
  'word_count',
  'created_at',
  'updated_at',
] as const;

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

/** The stored form of a chapter's text. */
export interface StoredText {
  content: string;
  cleaner_version: number;
  word_count: number;
}

export async function insertChapter(
  connection: Connection,
  chapter: ChapterDetails &
    StoredText & { story_id: number; order: number; created_at?: Date; updated_at?: Date },
): Promise<number> {
  const row = await connection
    .insertInto('chapters')
    .values(chapter)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The order of a new last chapter. */
export async function nextOrder(connection: Connection, storyId: number): Promise<number> {
  const { last } = await connection
    .selectFrom('chapters')
    .select(sql<number>`coalesce(max("order"), 0)`.as('last'))
    .where('story_id', '=', storyId)
    .executeTakeFirstOrThrow();
  return Math.min(last + 1, MAX_CHAPTER_ORDER);
}

export interface ChapterForChange extends ChapterDetails, StoredText {
  id: number;
  story_id: number;
  order: number;
  updated_at: Date;
}

/** A new text of a chapter, with the details and the order that change with it. */
export type ChapterChanges = StoredText & Partial<ChapterDetails & { order: number }>;

/** Locks a chapter until the transaction ends. The caller has locked its story already. */
export async function lockChapter(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<ChapterForChange | undefined> {
  return connection
    .selectFrom('chapters')
    .selectAll()
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateChapter(
  connection: Connection,
  id: number,
  changes: ChapterChanges,
): Promise<void> {
  await connection
    .updateTable('chapters')
    .set({
      ...changes,
      // Increases strictly, so that edits within one millisecond remain distinguishable.
      updated_at: sql`greatest(date_trunc('milliseconds', clock_timestamp()),
        date_trunc('milliseconds', updated_at) + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteChapterOf(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<boolean> {
  const deleted = await connection
    .deleteFrom('chapters')
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
