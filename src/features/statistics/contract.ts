/** Statistics: how a story is read, for its author, in counts that name no reader. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

/** A count of fewer readers than this is not shown, nor left over by subtraction: they might be recognised. */
export const MIN_GROUP_SIZE = 10;
/** Longer ranges are counted in weeks, and the longest in months. */
export const MAX_DAYS_BY_DAY = 92;
export const MAX_DAYS_BY_WEEK = 731;

/** Where a visit came from, as the browser of the visitor classifies it. */
export const REFERRERS = ['direct', 'site', 'search', 'social', 'other'] as const;
export type Referrer = (typeof REFERRERS)[number];

export const statisticsMessages = {
  notYours: 'You do not have permission to see the statistics of this story',
  wrongOrder: 'From must not be later than to',
  loadFailed: 'The statistics could not be loaded',
};

const group = z
  .int()
  .nullable()
  .describe(
    `Null for fewer than ${MIN_GROUP_SIZE}, or where the total less the others would give such a count`,
  );

const periodCounts = {
  views: group,
  visits: group,
  completed_reads: group,
  bookmarks: group,
};

const day = (name: string) => z.iso.date(`${name} must be a date like 2026-11-21`).optional();

export const storyStatistics = defineCall({
  name: 'storyStatistics',
  method: 'GET',
  path: '/stories/{id}/statistics',
  summary: `How your story is read. Days are in UTC; a count below ${MIN_GROUP_SIZE}, or one that would give it away, is null; your own reading is not counted.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    id: storyIdOrSlug,
    from: day('From').describe('The first day; if left out, the first one that was counted'),
    to: day('To').describe('The last day; if left out, today'),
  }),
  data: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    unit: z
      .enum(['day', 'week', 'month'])
      .describe(
        `Days up to ${MAX_DAYS_BY_DAY} days, weeks up to ${MAX_DAYS_BY_WEEK}; the first and last period may be cut`,
      ),
    totals: z.object({
      views: periodCounts.views.describe('How often the story’s page was opened'),
      visits: periodCounts.visits.describe('A visitor counts once in 24 hours'),
      completed_reads: periodCounts.completed_reads.describe(
        'Chapters read to the end, those deleted since included',
      ),
      bookmarks: periodCounts.bookmarks.describe('Bookmarks set, less those taken back'),
    }),
    follower_count: group.describe('Readers who follow the story, its series or its author now'),
    referrers: z.object(
      Object.fromEntries(REFERRERS.map((referrer) => [referrer, group])) as Record<Referrer, typeof group>,
    ),
    periods: z.array(z.object({ start: z.iso.date(), ...periodCounts })),
    chapters: z.array(
      z.object({
        chapter_id: z.int(),
        title: z.string(),
        order: z.int(),
        started: group.describe('Visitors who began to read it, once in 24 hours'),
        completed: group.describe('Those who read it to the end'),
      }),
    ),
  }),
  errors: ['not-found', 'moved', 'not-yours'],
});
export type StatisticsUnit = 'day' | 'week' | 'month';
