import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { SharePlatform } from '../contract/reading.ts';

/**
 * Stores new fingerprints and returns them. A fingerprint is not new if the previous day's one is under 24 hours old:
 * it is the same visit. Sorted inserts keep concurrent batches from deadlocking.
 */
export async function storeFingerprints(
  connection: Connection,
  visits: { fingerprint: Buffer; previousFingerprint: Buffer }[],
): Promise<Set<string>> {
  if (visits.length === 0) return new Set();
  const { rows } = await sql<{ fingerprint: string }>`
    insert into visit_marks (mark)
    select distinct mark
    from unnest(${visits.map((visit) => visit.fingerprint)}::bytea[], ${visits.map((visit) => visit.previousFingerprint)}::bytea[])
      as visit (mark, previous_mark)
    where not exists (select from visit_marks as stored
      where stored.mark = previous_mark and stored.made_at > now() - interval '24 hours')
    order by mark
    on conflict do nothing
    returning encode(mark, 'hex') as fingerprint`.execute(connection);
  return new Set(rows.map((row) => row.fingerprint));
}

/** Deletes some of those that serve no more; returns how many. */
export async function deleteOldFingerprints(connection: Connection, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from visit_marks where mark = any (array(
      select mark from visit_marks where made_at < now() - interval '48 hours' order by made_at limit ${limit}))`.execute(
    connection,
  );
  return Number(numAffectedRows);
}

/** Whether it is a published chapter of the story. */
export async function isChapterOf(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('chapters')
    .select('id')
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .where('state', '=', 'published')
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ChapterReading {
  chapterId: number;
  seconds: number;
  completed: number;
}

/** Adds reading to chapters of locked stories; deleted chapters are left out. */
export async function addReading(connection: Connection, readings: ChapterReading[]): Promise<void> {
  await sql`
    insert into chapter_reads (chapter_id, read_seconds, completed_count)
    select chapter_id, sum(seconds), sum(completed)
    from unnest(${readings.map((reading) => reading.chapterId)}::bigint[], ${readings.map((reading) => reading.seconds)}::bigint[],
      ${readings.map((reading) => reading.completed)}::bigint[]) as reading (chapter_id, seconds, completed)
    where exists (select from chapters where id = chapter_id)
    group by chapter_id order by chapter_id
    on conflict (chapter_id) do update set
      read_seconds = chapter_reads.read_seconds + excluded.read_seconds,
      completed_count = chapter_reads.completed_count + excluded.completed_count`.execute(connection);
}

/** Adds views and completed reads to locked stories; several for one story add up. */
export async function addReads(
  connection: Connection,
  reads: { storyId: number; views: number; completed: number }[],
): Promise<void> {
  await sql`
    select stories_add_reads(${reads.map((read) => read.storyId)}::bigint[],
      ${reads.map((read) => read.views)}::integer[], ${reads.map((read) => read.completed)}::integer[])`.execute(
    connection,
  );
}

export interface Share {
  storyId: number;
  platform: SharePlatform;
}

/** Adds shares to locked stories. */
export async function addShares(connection: Connection, shares: Share[]): Promise<void> {
  if (shares.length === 0) return;
  await sql`
    insert into story_shares (story_id, platform, share_count)
    select story_id, platform, count(*)
    from unnest(${shares.map((share) => share.storyId)}::bigint[], ${shares.map((share) => share.platform)}::text[])
      as share (story_id, platform)
    group by story_id, platform order by story_id, platform
    on conflict (story_id, platform) do update set
      share_count = story_shares.share_count + excluded.share_count`.execute(connection);
}
