/** Updates: the chapters that are new in what a reader follows, story by story. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { storySchema } from '#features/stories/contract/stories.ts';

const UPDATES_PAGE_SIZE = 20;
/** The number of new chapters that are listed of one story; all are counted. */
export const MAX_CHAPTERS_LISTED = 10;

export const updateMessages = {
  loadFailed: 'Your updates could not be loaded',
  allRead: 'Everything is marked as read',
  readUpTo: 'Marked as read',
  readFailed: 'That could not be marked as read. Please try again in a moment.',
  both: 'story_id and chapter_id go together',
  chapterNotFound: 'Chapter not found',
};

const newChapterSchema = z.object({
  id: z.int(),
  title: z.string(),
  order: z.int(),
  kind: z.enum(['chapter', 'interlude', 'notice']).describe('A notice is no part of the story'),
  published_at: z.iso.datetime(),
});

const updateSchema = z.object({
  story: storySchema,
  new_chapters: z.int().describe('How many of its chapters you have not read yet'),
  newest_at: z.iso.datetime(),
  chapters: z
    .array(newChapterSchema)
    .describe(`The first ${MAX_CHAPTERS_LISTED} of them, in the order of the story`),
});
export type Update = z.output<typeof updateSchema>;

export const getUpdates = defineCall({
  name: 'getUpdates',
  method: 'GET',
  path: '/updates',
  summary:
    'Chapters that were published in what you follow and that you have not read, by story, the latest story first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    ...pagingInput(UPDATES_PAGE_SIZE),
    since: z.iso
      .datetime({ offset: true, error: 'Since must be a time, such as 2026-05-31T12:00:00Z' })
      .optional()
      .describe('Only what is new from then on'),
  }),
  data: z.object({
    unread: z.int().describe('The new chapters of all stories'),
    stories: z.array(updateSchema),
    as_of: z.iso.datetime().describe('The time of this answer, for marking it as read'),
    pagination: paginationSchema,
  }),
  errors: [],
});

export const markUpdatesRead = defineCall({
  name: 'markUpdatesRead',
  method: 'POST',
  path: '/updates/read',
  summary:
    'Marks everything as read; with `until` only what was there at that time; with `story_id` and `chapter_id` a followed story up to that chapter.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({
    until: z.iso
      .datetime({ offset: true, error: 'Until must be a time, such as 2026-05-31T12:00:00Z' })
      .optional(),
    story_id: z.int('story_id must be a number').min(1, 'story_id must be at least 1').optional(),
    chapter_id: z.int('chapter_id must be a number').min(1, 'chapter_id must be at least 1').optional(),
  }),
  data: z.object({}),
  errors: ['not-found'],
});
