import { sql } from 'kysely';
import { SITE_REASONS } from '#features/comments/rules/site-reasons.ts';
import type { Connection } from '#platform/database/database.ts';
import { OVERVIEW_DAYS, type QueueName } from './contract.ts';

export interface DayCounts {
  day: string;
  accounts: number;
  stories: number;
  comments: number;
}

/** The new accounts, stories and comments of each of the last days, in UTC, the oldest first. */
export async function countDays(connection: Connection): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    with days as (
      select day::date as day from generate_series(
        (now() at time zone 'utc')::date - ${OVERVIEW_DAYS - 1}::integer, (now() at time zone 'utc')::date, '1 day') as day
    ), first as (select min(day)::timestamp at time zone 'utc' as moment from days),
    new_accounts as (
      select (created_at at time zone 'utc')::date as day, count(*)::integer as n
      from accounts, first where created_at >= moment group by 1
    ), new_stories as (
      select (first_published_at at time zone 'utc')::date as day, count(*)::integer as n
      from stories, first where first_published_at >= moment group by 1
    ), new_comments as (
      select (created_at at time zone 'utc')::date as day, count(*)::integer as n
      from comments, first where created_at >= moment group by 1
    )
    select days.day::text as day, coalesce(new_accounts.n, 0) as accounts, coalesce(new_stories.n, 0) as stories,
      coalesce(new_comments.n, 0) as comments
    from days left join new_accounts using (day) left join new_stories using (day) left join new_comments using (day)
    order by days.day`.execute(connection);
  return rows;
}

export interface QueueRow {
  name: QueueName;
  count: number;
  oldest: Date | null;
}

/** The work that waits for moderators, without comments that wait for the author of their story alone. */
export async function countQueues(connection: Connection): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select 'cases' as name, count(*)::integer as count, min(since) as oldest
      from moderation_cases where closed_at is null
    union all
    select 'appeals', count(*)::integer, min(created_at) from appeals where answered_at is null
    union all
    select 'stories', count(*)::integer, min(waiting_since) from stories
      where waiting_since is not null and withheld_at is null and visibility <> 'draft' and trashed_at is null
    union all
    select 'comments', count(*)::integer, min(comments.created_at) from comments join stories on stories.id = comments.story_id
      where comments.state = 'waiting' and comments.withheld_at is null and stories.trashed_at is null
        and comments.held_for = any (${SITE_REASONS}::text[])
    union all
    select 'tags', count(*)::integer, min(created_at) from tag_proposals where decision is null`.execute(
    connection,
  );
  return rows;
}

export async function measureDatabase(
  connection: Connection,
): Promise<{ accounts: number; database_bytes: number }> {
  const { rows } = await sql<{ accounts: number; database_bytes: number }>`
    select (select count(*)::integer from accounts) as accounts,
      pg_database_size(current_database())::float8 as database_bytes`.execute(connection);
  return rows[0] ?? { accounts: 0, database_bytes: 0 };
}
