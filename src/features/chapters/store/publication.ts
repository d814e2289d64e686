import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** Stories that have chapters to publish, and that one transaction may lock together. */
export interface DueStories {
  /** Whether they are in the lists already: a chapter then changes nothing but its story. */
  are_listed: boolean;
  story_ids: number[];
}

/** A chapter whose time has come; chapters of suspended authors, and what is in the trash, wait. */
const isDue = sql`state = 'scheduled' and publish_at <= now() and chapters.trashed_at is null`;

/** Where the first `limit` due chapters are: those of listed stories together, the others by pen name. */
export async function dueStories(connection: Connection, limit: number): Promise<DueStories[]> {
  const { rows } = await sql<DueStories>`
    select is_listed as are_listed, array_agg(distinct story_id) as story_ids from (
      select story_id, published_at is not null as is_listed,
        case when published_at is null then author_id end as unlisted_author_id
      from (
        select story_id, stories.published_at, author_id from chapters
        join stories on stories.id = story_id and stories.trashed_at is null
        join accounts on accounts.id = account_of(author_id) and suspended_at is null
        where ${isDue} order by publish_at, chapters.id limit ${limit}
      ) as first
    ) as due group by is_listed, unlisted_author_id order by unlisted_author_id nulls first`.execute(
    connection,
  );
  return rows;
}

/** Locks those of these stories that nobody else has locked; listed ones only while they still are. */
export async function lockDueStories(
  connection: Connection,
  { story_ids, are_listed }: DueStories,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stories where id = any (${story_ids}::bigint[]) and (not ${are_listed} or published_at is not null)
    order by id for no key update skip locked`.execute(connection);
  return rows.map((row) => row.id);
}

/** Marks stories that enter the lists: their authors' sums follow by the job "sum-changed-rankings". */
export async function noteListing(connection: Connection, storyIds: readonly number[]): Promise<void> {
  await sql`select note_ranking_changes(${storyIds}::bigint[])`.execute(connection);
}

/** Publishes up to `limit` due chapters of locked stories and returns their ids. Their times of change stay. */
export async function publishDue(
  connection: Connection,
  storyIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update chapters set state = 'published', publish_at = null
    where id in (
      select id from chapters where story_id = any (${storyIds}::bigint[]) and ${isDue}
      order by publish_at, id limit ${limit}
    ) returning id`.execute(connection);
  if (rows.length > 0) await sql`select note_ranking_changes(${storyIds}::bigint[])`.execute(connection);
  return rows.map((row) => row.id);
}

/** The whole seconds within the next ones in which chapters are due. */
export async function nextDueTimes(connection: Connection, seconds: number): Promise<Date[]> {
  const { rows } = await sql<{ due_at: Date }>`
    select distinct to_timestamp(ceil(extract(epoch from publish_at))) as due_at from chapters
    where state = 'scheduled' and publish_at > now() and publish_at <= now() + make_interval(secs => ${seconds})
    order by 1`.execute(connection);
  return rows.map((row) => row.due_at);
}
