import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface DueChapter {
  id: number;
  story_id: number;
}

/** Left alone by a run: stories that somebody else has locked, and chapters whose publication failed. */
export interface LeftAlone {
  storyIds: number[];
  chapterIds: number[];
}

/** A chapter whose time has come; chapters of suspended authors, and what is in the trash, wait. */
const isDue = sql`state = 'scheduled' and publish_at <= now() and chapters.trashed_at is null`;

/** The first `limit` due chapters. */
export async function dueChapters(
  connection: Connection,
  limit: number,
  leftAlone: LeftAlone,
): Promise<DueChapter[]> {
  const { rows } = await sql<DueChapter>`
    select chapters.id, story_id from chapters
    join stories on stories.id = story_id and stories.trashed_at is null
    join pen_names on pen_names.id = author_id
    join accounts on accounts.id = account_id and suspended_at is null
    where ${isDue} and story_id <> all (${leftAlone.storyIds}::bigint[])
      and chapters.id <> all (${leftAlone.chapterIds}::bigint[])
    order by publish_at, chapters.id limit ${limit}`.execute(connection);
  return rows;
}

/** Locks those of these stories that nobody else has locked, and tells which are in the lists. */
export async function lockFreeStories(
  connection: Connection,
  storyIds: readonly number[],
): Promise<{ id: number; is_listed: boolean }[]> {
  const { rows } = await sql<{ id: number; is_listed: boolean }>`
    select id, published_at is not null as is_listed from stories where id = any (${storyIds}::bigint[])
    order by id for no key update skip locked`.execute(connection);
  return rows;
}

/** Publishes those of these chapters that are still due and returns their ids. Their times of change stay. */
export async function publishDue(
  connection: Connection,
  chapterIds: readonly number[],
  storyIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update chapters set state = 'published', publish_at = null
    where id = any (${chapterIds}::bigint[]) and story_id = any (${storyIds}::bigint[]) and ${isDue}
    returning id`.execute(connection);
  return rows.map((row) => row.id);
}

/** Marks stories that have entered the lists: their authors' sums follow by the job "sum-changed-rankings". */
export async function noteListing(connection: Connection, storyIds: readonly number[]): Promise<void> {
  await sql`select note_ranking_changes(array(
    select id from stories where id = any (${storyIds}::bigint[]) and published_at is not null order by id
  ))`.execute(connection);
}

/** The whole seconds within the next ones in which chapters are due. */
export async function nextDueTimes(connection: Connection, seconds: number): Promise<Date[]> {
  const { rows } = await sql<{ due_at: Date }>`
    select distinct to_timestamp(ceil(extract(epoch from publish_at))) as due_at from chapters
    where state = 'scheduled' and publish_at > now() and publish_at <= now() + make_interval(secs => ${seconds})
    order by 1`.execute(connection);
  return rows.map((row) => row.due_at);
}
