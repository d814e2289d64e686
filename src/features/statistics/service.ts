import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { countFollowers } from '#features/follows/service/follows.ts';
import { lockStories, ownStory } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  REFERRERS,
  type Referrer,
  type StatisticsUnit,
  statisticsMessages,
  type storyStatistics,
} from './contract.ts';
import { dayOf, periodStart, periodStarts, shownCount, shownParts, unitFor } from './rules.ts';
import {
  addToday,
  type CountedEvent,
  countsByChapter,
  countsByPeriod,
  firstCountedDay,
  foldOldDays,
  type PeriodCount,
  type StatisticsKind,
  storiesWithOldDays,
} from './store.ts';

export type Statistics = DataOf<typeof storyStatistics>;

export async function readOwnStatistics(
  { db }: Context,
  { id, from, to }: ParsedInputOf<typeof storyStatistics>,
  { account }: CallerOf<typeof storyStatistics>,
): Promise<Outcome<Statistics>> {
  const own = await ownStory(db, id, account.id, statisticsMessages.notYours);
  if (!own.ok) return own;
  if (from !== undefined && to !== undefined && from > to) {
    return invalidField('from', statisticsMessages.wrongOrder);
  }
  return success(await readStatistics(db, own.data.id, { from, to }));
}

interface Range {
  from?: string | undefined;
  to?: string | undefined;
  unit?: StatisticsUnit;
}

/** The statistics of a story between two days. A range is cut to the days that were counted at all. */
export async function readStatistics(
  connection: Connection,
  storyId: number,
  range: Range,
): Promise<Statistics> {
  const today = dayOf(Date.now());
  const first = (await firstCountedDay(connection, storyId)) ?? today;
  const to = earlier(range.to ?? today, today);
  const from = earlier(later(range.from ?? first, first), to);
  const unit = range.unit ?? unitFor(from, to);
  // Old days are kept in the Monday of their week, which a range from the middle of the week would miss.
  const days = { from: periodStart(from, unit), to };
  const counts = await countsByPeriod(connection, storyId, days, unit);
  const chapters = await countsByChapter(connection, storyId, days);
  const byStart = Map.groupBy(counts, ({ start }) => start);
  const starts = periodStarts(from, to, unit);
  const shownPeriods = (kind: StatisticsKind) => {
    const ofPeriods = starts.map((start) => sum(byStart.get(start) ?? [], kind));
    return shownParts(ofPeriods, sum(counts, kind));
  };
  const views = shownPeriods('view');
  const visits = shownPeriods('visit');
  const completedReads = shownPeriods('completed');
  const bookmarks = shownPeriods('bookmark');
  const fromReferrers = shownParts(
    REFERRERS.map((referrer) => sum(counts, `from-${referrer}`)),
    sum(counts, 'visit'),
  );
  const completedChapters = shownParts(
    chapters.map(({ completed }) => completed),
    sum(counts, 'completed'),
  );
  return {
    from,
    to,
    unit,
    totals: shownCounts(counts),
    follower_count: shownCount(await countFollowers(connection, storyId)),
    referrers: Object.fromEntries(
      REFERRERS.map((referrer, at) => [referrer, fromReferrers[at] ?? null]),
    ) as Record<Referrer, number | null>,
    periods: starts.map((start, at) => ({
      start,
      views: views[at] ?? null,
      visits: visits[at] ?? null,
      completed_reads: completedReads[at] ?? null,
      bookmarks: bookmarks[at] ?? null,
    })),
    chapters: chapters.map(({ started, ...chapter }, at) => ({
      ...chapter,
      started: shownCount(started),
      completed: completedChapters[at] ?? null,
    })),
  };
}

function earlier(day: string, other: string): string {
  return day < other ? day : other;
}

function later(day: string, other: string): string {
  return day > other ? day : other;
}

function sum(counts: PeriodCount[], kind: StatisticsKind): number {
  return counts.reduce((total, counted) => total + (counted.kind === kind ? counted.count : 0), 0);
}

function shownCounts(counts: PeriodCount[]): Statistics['totals'] {
  return {
    views: shownCount(sum(counts, 'view')),
    visits: shownCount(sum(counts, 'visit')),
    completed_reads: shownCount(sum(counts, 'completed')),
    bookmarks: shownCount(sum(counts, 'bookmark')),
  };
}

/** Counts events of stories that the caller's transaction has locked. */
export async function countEvents(connection: Connection, events: CountedEvent[]): Promise<void> {
  await addToday(connection, events);
}

const STORIES_PER_STEP = 100;

/** Adds up days that are older than a year in weeks, some stories at a time. */
export async function foldOldStatistics({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const storyIds = await storiesWithOldDays(db, STORIES_PER_STEP);
    if (storyIds.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      await lockStories(transaction, storyIds);
      await foldOldDays(transaction, storyIds);
    });
  }
}

export type { CountedEvent };
