import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_CHAPTER_VERSIONS } from '../contract/chapters.ts';
import type { VersionEntry } from '../contract/versions.ts';
import type { ChapterForChange, StoredText } from './chapters.ts';

const entryColumns = ['id', 'title', 'word_count', 'saved_at', 'replaced_at'] as const;

function withTimes<Row extends { saved_at: Date; replaced_at: Date }>(row: Row) {
  return { ...row, saved_at: row.saved_at.toISOString(), replaced_at: row.replaced_at.toISOString() };
}

/** Saves the current title and text as a version; drops the oldest version beyond the limit. */
export async function saveVersion(connection: Connection, chapter: ChapterForChange): Promise<void> {
  const { id, title, content, cleaner_version, word_count, updated_at } = chapter;
  await connection
    .insertInto('chapter_versions')
    .values({
      chapter_id: id,
      title,
      content,
      cleaner_version,
      word_count,
      saved_at: updated_at,
      replaced_at: clockTime,
    })
    .execute();
  await connection
    .deleteFrom('chapter_versions')
    .where('chapter_id', '=', id)
    .where('id', '<=', (on) =>
      on
        .selectFrom('chapter_versions')
        .select('id')
        .where('chapter_id', '=', id)
        .orderBy('id', 'desc')
        .offset(MAX_CHAPTER_VERSIONS)
        .limit(1),
    )
    .execute();
}

/** Whether a version of the chapter was kept within the last hour. */
export async function hasRecentVersion(connection: Connection, chapterId: number): Promise<boolean> {
  const row = await connection
    .selectFrom('chapter_versions')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('replaced_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a version that an import brings along. */
export async function insertVersion(
  connection: Connection,
  version: StoredText & { chapter_id: number; title: string; saved_at: Date; replaced_at: Date },
): Promise<void> {
  await connection.insertInto('chapter_versions').values(version).execute();
}

export async function versionEntries(connection: Connection, chapterId: number): Promise<VersionEntry[]> {
  const rows = await connection
    .selectFrom('chapter_versions')
    .select(entryColumns)
    .where('chapter_id', '=', chapterId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(withTimes);
}

export async function versionOfChapter(
  connection: Connection,
  chapterId: number,
  versionId: number,
): Promise<(VersionEntry & StoredText) | undefined> {
  const row = await connection
    .selectFrom('chapter_versions')
    .select([...entryColumns, 'content', 'cleaner_version'])
    .where('id', '=', versionId)
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst();
  return row === undefined ? undefined : withTimes(row);
}
