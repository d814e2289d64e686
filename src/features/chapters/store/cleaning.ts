import type { Connection } from '#platform/database/database.ts';
import type { StoredText } from './chapters.ts';

/** Chapters with an id above `above` whose text an older cleaner made. */
export async function chaptersOfOlderCleaner(
  connection: Connection,
  cleanerVersion: number,
  above: number,
  limit: number,
): Promise<(StoredText & { id: number; story_id: number; note_before: string; note_after: string })[]> {
  return connection
    .selectFrom('chapters')
    .select(['id', 'story_id', 'content', 'note_before', 'note_after', 'cleaner_version', 'word_count'])
    .where('cleaner_version', '<', cleanerVersion)
    .where('id', '>', above)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function hasOlderCleaned(connection: Connection, cleanerVersion: number): Promise<boolean> {
  const row = await connection
    .selectFrom('chapters')
    .select('id')
    .where('cleaner_version', '<', cleanerVersion)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the text by its newly cleaned form, unless the author has saved another text meanwhile. */
export async function replaceCleaned(
  connection: Connection,
  chapter: { id: number; content: string; note_before: string; note_after: string },
  text: StoredText & { note_before?: string; note_after?: string },
): Promise<void> {
  await connection
    .updateTable('chapters')
    .set(text)
    .where('id', '=', chapter.id)
    .where('content', '=', chapter.content)
    .where('note_before', '=', chapter.note_before)
    .where('note_after', '=', chapter.note_after)
    .execute();
}
