import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Referrer, StatisticsUnit } from './contract.ts';

export type StatisticsKind = 'view' | 'visit' | 'bookmark' | 'started' | 'completed' | `from-${Referrer}`;

export interface CountedEvent {
  storyId: number;
  /** Only for kinds that concern a chapter. */
  chapterId?: number;
  kind: StatisticsKind;
}

/** Adds events of locked stories to the counts of today. */
export async function addToday(connection: Connection, events: CountedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into story_statistics (story_id, chapter_id, day, kind, count)
    select story_id, chapter_id, (now() at time zone 'UTC')::date, kind, count(*)
    from unnest(${events.map((event) => event.storyId)}::bigint[],
      ${events.map((event) => event.chapterId ?? 0)}::bigint[], ${events.map((event) => event.kind)}::text[])
      as event (story_id, chapter_id, kind)
    group by story_id, chapter_id, kind order by story_id, kind, chapter_id
    on conflict (story_id, day, kind, chapter_id) do update set
      count = story_statistics.count + excluded.count`.execute(connection);
}

/** The first day on which anything of the story was counted. */
export async function firstCountedDay(connection: Connection, storyId: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('story_statistics')
    .select(sql<string | null>`to_char(min(day), 'YYYY-MM-DD')`.as('day'))
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return row?.day ?? undefined;
}

export interface PeriodCount {
  /** The first day of the period. */
  start: string;
  kind: StatisticsKind;
  count: number;
}

interface Days {
  from: string;
  to: string;
}

/** The counts of a story by period and kind; those of chapters add up. */
export async function countsByPeriod(
  connection: Connection,
  storyId: number,
  { from, to }: Days,
  unit: StatisticsUnit,
): Promise<PeriodCount[]> {
  const { rows } = await sql<PeriodCount>`
    select to_char(date_trunc(${unit}::text, day::timestamp), 'YYYY-MM-DD') as start, kind, sum(count)::integer as count
    from story_statistics
    where story_id = ${storyId} and day between ${from}::date and ${to}::date
    group by 1, 2`.execute(connection);
  return rows;
}

export interface ChapterCounts {
  chapter_id: number;
  title: string;
  order: number;
  started: number;
  completed: number;
}

/** The reads of a story's chapters, in their order. */
export async function countsByChapter(
  connection: Connection,
  storyId: number,
  { from, to }: Days,
): Promise<ChapterCounts[]> {
  const { rows } = await sql<ChapterCounts>`
    select chapters.id as chapter_id, chapters.title, chapters."order",
      coalesce(sum(count) filter (where story_statistics.kind = 'started'), 0)::integer as started,
      coalesce(sum(count) filter (where story_statistics.kind = 'completed'), 0)::integer as completed
    from chapters
    left join story_statistics on story_statistics.story_id = chapters.story_id
      and story_statistics.chapter_id = chapters.id and story_statistics.kind in ('started', 'completed')
      and day between ${from}::date and ${to}::date
    where chapters.story_id = ${storyId} and chapters.state = 'published' and chapters.trashed_at is null
    group by chapters.id
    order by chapters."order", chapters.id`.execute(connection);
  return rows;
}

/** Stories with days that are old enough to be added up in weeks. */
export async function storiesWithOldDays(connection: Connection, limit: number): Promise<number[]> {
  const { rows } = await sql<{ story_id: number }>`
    select distinct story_id from story_statistics
    where day < date_trunc('week', now() at time zone 'UTC' - interval '1 year')::date and extract(isodow from day) <> 1
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.story_id);
}

/** Adds the old days of locked stories up in the Monday of their week. */
export async function foldOldDays(connection: Connection, storyIds: number[]): Promise<void> {
  await sql`
    with old as (
      delete from story_statistics
      where story_id = any (${storyIds}::bigint[]) and extract(isodow from day) <> 1
        and day < date_trunc('week', now() at time zone 'UTC' - interval '1 year')::date
      returning story_id, chapter_id, date_trunc('week', day::timestamp)::date as week, kind, count
    )
    insert into story_statistics (story_id, chapter_id, day, kind, count)
    select story_id, chapter_id, week, kind, sum(count) from old group by story_id, chapter_id, week, kind
    on conflict (story_id, day, kind, chapter_id) do update set
      count = story_statistics.count + excluded.count`.execute(connection);
}
