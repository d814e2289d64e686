import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Transparency } from './contract.ts';

/** A period from the beginning of a day (UTC) to that of another, which no longer belongs to it. */
export interface Period {
  start: Date;
  end: Date;
}

type Counts<Kind extends string> = { kind: Kind; count: number }[];

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** The reports of a period, also those that went with what they were about. */
export async function countReports(
  connection: Connection,
  { start, end }: Period,
): Promise<Transparency['reports']> {
  const { rows } = await sql<Transparency['reports']>`
    with received as (
      select case when story_id is not null then 'story' when author_id is not null then 'author'
          when list_id is not null then 'list' else 'comment' end as subject,
        is_grave, is_from_guest as by_guest, trusted_flagger_id is not null and not is_from_guest as by_trusted
      from reports where created_at >= ${start} and created_at < ${end}
      union all select subject, is_grave, by_guest, by_trusted from forgotten_reports
      where received_on >= ${dayOf(start)}::date and received_on < ${dayOf(end)}::date
    ), decided as (
      select decision <> 'dismissed' as is_upheld, extract(epoch from decided_at - created_at) / 3600 as hours
      from reports where decided_at >= ${start} and decided_at < ${end}
      union all select is_upheld, hours from forgotten_reports
      where decided_on >= ${dayOf(start)}::date and decided_on < ${dayOf(end)}::date
    )
    select (select count(*)::integer from received) as total,
      (select count(*)::integer from received where by_guest) as by_guests,
      (select count(*)::integer from received where by_trusted) as by_trusted_flaggers,
      (select count(*)::integer from received where is_grave) as grave,
      (select coalesce(json_agg(each order by count desc, kind), '[]') from (
        select subject as kind, count(*)::integer as count from received group by subject) as each) as by_subject,
      (select count(*)::integer from decided) as decided,
      (select count(*)::integer from decided where is_upheld) as upheld,
      (select percentile_cont(0.5) within group (order by hours) from decided)::float8 as median_hours`.execute(
    connection,
  );
  return rows[0] as Transparency['reports'];
}

/** The decisions of a period that a person made: the operator's are those of the site itself, at the deadline of a legal request. */
export async function countDecisions(
  connection: Connection,
  { start, end }: Period,
  actions: readonly string[],
): Promise<Transparency['decisions']> {
  const { rows } = await sql<Transparency['decisions'][number]>`
    select action, rule, count(*)::integer as count from moderation_entries
    where happened_at >= ${start} and happened_at < ${end} and action = any (${actions}::text[])
      and actor_role <> 'operator'
    group by action, rule order by count desc, action, rule`.execute(connection);
  return rows;
}

/** The appeals of a period, also answered ones that went with the account of their author. */
export async function countAppeals(
  connection: Connection,
  { start, end }: Period,
): Promise<Transparency['appeals']> {
  const { rows } = await sql<Transparency['appeals']>`
    with answered as (
      select action <> 'uphold' as is_granted, extract(epoch from answered_at - created_at) / 3600 as hours
      from appeals join moderation_entries on moderation_entries.id = answer_id
      where answered_at >= ${start} and answered_at < ${end}
      union all select is_granted, hours from forgotten_appeals
      where answered_on >= ${dayOf(start)}::date and answered_on < ${dayOf(end)}::date
    )
    select (select count(*)::integer from appeals where created_at >= ${start} and created_at < ${end})
        + (select count(*)::integer from forgotten_appeals
          where received_on >= ${dayOf(start)}::date and received_on < ${dayOf(end)}::date) as total,
      (select count(*)::integer from answered) as answered,
      (select count(*)::integer from answered where is_granted) as granted,
      (select percentile_cont(0.5) within group (order by hours) from answered)::float8 as median_hours`.execute(
    connection,
  );
  return rows[0] as Transparency['appeals'];
}

export async function countTakedowns(
  connection: Connection,
  { start, end }: Period,
): Promise<Transparency['takedowns']> {
  const received = await sql<{ total: number }>`
    select count(*)::integer as total from takedown_requests
    where received_at >= ${start} and received_at < ${end}`.execute(connection);
  const { rows: steps } = await sql<Counts<Transparency['takedowns']['steps'][number]['kind']>[number]>`
    select step as kind, count(*)::integer as count from takedown_steps
    where happened_at >= ${start} and happened_at < ${end}
    group by step order by count desc, step`.execute(connection);
  return { total: received.rows[0]?.total ?? 0, steps };
}
