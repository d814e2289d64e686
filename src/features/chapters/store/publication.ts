import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export interface DueChapter {
  id: number;
  story_id: number;
  /** To the microsecond, which a Date would lose. */
  publish_at: string;
  /** The author is suspended, or the story in the trash. */
  is_waiting: boolean;
}

/** A chapter whose time has come; what is in the trash waits. */
const isDue = sql`state = 'scheduled' and publish_at <= now() and chapters.trashed_at is null`;

/** The next `limit` due chapters after one of them, along the index, however many are due. */
export async function dueChapters(
  connection: Connection,
  limit: number,
  after: Pick<DueChapter, 'id' | 'publish_at'> = { id: 0, publish_at: '-infinity' },
): Promise<DueChapter[]> {
  const { rows } = await sql<DueChapter>`
    with due as materialized (
      select id, story_id, publish_at from chapters
      where ${isDue} and (publish_at, id) > (${after.publish_at}::timestamptz, ${after.id}::bigint)
      order by publish_at, id limit ${limit}
    )
    select due.id, story_id, publish_at::text, suspended_at is not null or stories.trashed_at is not null as is_waiting
    from due join stories on stories.id = story_id
    join pen_names on pen_names.id = author_id
    join accounts on accounts.id = account_id
    order by due.publish_at, due.id`.execute(connection);
  return rows;
}

/** Locks those of these stories that nobody else has locked, and tells which are in the lists. */
export async function lockFreeStories(
  transaction: OpenTransaction,
  storyIds: readonly number[],
): Promise<{ id: number; is_listed: boolean }[]> {
  const { rows } = await sql<{ id: number; is_listed: boolean }>`
    select id, published_at is not null as is_listed from stories where id = any (${storyIds}::bigint[])
      and trashed_at is null
    order by id for no key update skip locked`.execute(transaction);
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
    where state = 'scheduled' and trashed_at is null
      and publish_at > now() and publish_at <= now() + make_interval(secs => ${seconds})
    order by 1`.execute(connection);
  return rows.map((row) => row.due_at);
}
