/** Tracking: anonymous counts of reading. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { isUsableSlug } from '#base/slugs.ts';
import { REFERRERS } from '#features/statistics/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { isStoryId } from '#features/stories/rules.ts';
import { readingState } from './reading-state.ts';
import { voteStatus } from './votes.ts';

export const SHARE_PLATFORMS = ['twitter', 'facebook', 'email', 'copy'] as const;
export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

/** The interval of a reading page's reports, and the maximum that one report can cover. */
export const READ_TIME_REPORT_SECONDS = 30;
/** The minimum reading time for a regular report, and for one on leaving. */
export const MIN_READ_SECONDS = 10;
export const MIN_READ_SECONDS_ON_LEAVING = 5;
/** A chapter counts as read to its end after its length in characters divided by this, in seconds. */
export const READING_CHARACTERS_PER_SECOND = 30;
/** The maximum number of stories whose own votes and bookmarks one call can fetch. */
export const MAX_STATES = 100;

export const countView = defineCall({
  name: 'countView',
  method: 'POST',
  path: '/tracking/stories/{id}/view',
  summary:
    'Counts a view: one per visitor in 24 hours, none by crawlers (judged by the User-Agent header) or the author.',
  access: 'optional-auth',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    referrer: z
      .enum(REFERRERS, `Referrer must be one of ${REFERRERS.join(', ')}`)
      .optional()
      .describe('The kind of page that led here, for the author’s statistics; never its address'),
  }),
  data: z.object({ view_count: z.int() }),
  errors: ['not-found', 'moved'],
});

export const countReadTime = defineCall({
  name: 'countReadTime',
  method: 'POST',
  path: '/tracking/stories/{id}/read-time',
  summary:
    'Adds reading time to a chapter, no more than has passed since the last report, and whether it was read to the end.',
  access: 'optional-auth',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    chapter_id: z.coerce
      .number('Chapter id must be a number')
      .int('Chapter id must be a whole number')
      .min(1, 'Chapter id must be at least 1'),
    read_time_seconds: z
      .number('Read time must be a number of seconds')
      .min(0, 'Read time must be at least 0 seconds'),
    completed: z.boolean('Completed must be true or false').default(false),
  }),
  data: z.object({ read_time_seconds: z.int().describe('The number of seconds added') }),
  errors: ['not-found', 'moved'],
});

export const countShare = defineCall({
  name: 'countShare',
  method: 'POST',
  path: '/tracking/stories/{id}/share',
  summary: 'Counts a share of a story by platform, anonymously.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    shared_platform: z.enum(SHARE_PLATFORMS, 'Platform must be twitter, facebook, email or copy'),
  }),
  data: z.object({}),
  errors: ['not-found', 'moved'],
});

export const readStates = defineCall({
  name: 'readStates',
  method: 'GET',
  path: '/tracking/stories/state',
  summary: `Your votes, bookmarks, reading states and new chapters for up to ${MAX_STATES} stories, with their current counts. Stories you can’t see are left out.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    ids: z
      .string()
      .regex(/^[a-z0-9_-]{1,200}(?:,[a-z0-9_-]{1,200})*$/, 'Ids must be story ids or slugs, joined by commas')
      .transform((text) => [...new Set(text.split(','))])
      .refine((ids) => ids.every((id) => isStoryId(id) || isUsableSlug(id)), 'Ids must be story ids or slugs')
      .refine((ids) => ids.length <= MAX_STATES, `Ids can be up to ${MAX_STATES}`),
  }),
  data: z.object({
    states: z.array(
      z.object({
        story_id: z.int(),
        voteStatus,
        isBookmarked: z.boolean(),
        reading_state: readingState.nullable().describe('Your shelf for it, if any'),
        new_chapters: z
          .int()
          .describe('How many chapters are new in it, if something that you follow brings it'),
        upvote_count: z.int(),
        downvote_count: z.int(),
        bookmark_count: z.int(),
      }),
    ),
  }),
  errors: [],
});
