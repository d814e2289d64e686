import type { Connection } from '#platform/database/database.ts';
import type { StoredText } from './chapters.ts';

/** Chapters whose text an older cleaner made, with ids above this one. */
export async function chaptersOfOlderCleaner(
  connection: Connection,
  cleanerVersion: number,
  above: number,
  limit: number,
): Promise<(StoredText & { id: number; story_id: number })[]> {
  return connection
    .selectFrom('chapters')
    .select(['id', 'story_id', 'content', 'cleaner_version', 'word_count'])
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

/** Puts the same text, cleaned anew, in its place. Nothing where the author has saved another in the meantime. */
export async function replaceCleaned(
  connection: Connection,
  chapter: { id: number; content: string },
  text: StoredText,
): Promise<void> {
  await connection
    .updateTable('chapters')
    .set(text)
    .where('id', '=', chapter.id)
    .where('content', '=', chapter.content)
    .execute();
}
