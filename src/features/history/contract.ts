/** Reading history: the chapters that a reader has opened. Off until the reader asks for it; for nobody else. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { groupThousands } from '#base/text.ts';

const HISTORY_PAGE_SIZE = 50;
/** The number of chapters that an account's history can hold; the oldest ones make room. */
export const MAX_HISTORY_ENTRIES = 5000;
export const CLEAR_AFTER_DAYS = [7, 30, 90] as const;
export type ClearAfterDays = (typeof CLEAR_AFTER_DAYS)[number] | null;

export const historyMessages = {
  loadFailed: 'Failed to load your reading history',
  clearAfter: `clear_after_days must be one of ${CLEAR_AFTER_DAYS.join(', ')}, or null`,
  saved: 'Reading history settings saved',
  saveFailed: 'Failed to save your choice',
  removed: 'Removed from your reading history',
  removeFailed: 'Failed to remove it',
  cleared: 'Reading history cleared',
  clearFailed: 'Failed to clear your reading history',
};

const choiceSchema = z.object({
  keep: z.enum(['off', 'account']),
  clear_after_days: z.int().nullable().describe('Entries older than this are deleted; null keeps them'),
});
export type HistoryChoice = z.output<typeof choiceSchema>;

const entrySchema = z.object({
  chapter_id: z.int(),
  chapter_title: z.string(),
  story_slug: z.string(),
  story_title: z.string(),
  author_username: z.string(),
  author_display_name: z.string(),
  opened_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type HistoryEntry = z.output<typeof entrySchema>;

export const getHistory = defineCall({
  name: 'getHistory',
  method: 'GET',
  path: '/history',
  summary: `The chapters that you have opened and can still open, latest first; at most ${groupThousands(MAX_HISTORY_ENTRIES)}. Empty unless you have turned the history on.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object(pagingInput(HISTORY_PAGE_SIZE)),
  data: z.object({ choice: choiceSchema, entries: z.array(entrySchema), pagination: paginationSchema }),
  errors: [],
});

export const getHistoryChoice = defineCall({
  name: 'getHistoryChoice',
  method: 'GET',
  path: '/history/choice',
  summary:
    'Whether your account keeps your reading history, and for how long. Off unless you have turned it on.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: choiceSchema,
  errors: [],
});

export const setHistoryChoice = defineCall({
  name: 'setHistoryChoice',
  method: 'PUT',
  path: '/history/choice',
  summary: 'Turns the reading history of your account on or off. Off deletes all of it at once.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    keep: z.enum(['off', 'account'], 'keep must be off or account'),
    clear_after_days: z
      .literal([...CLEAR_AFTER_DAYS], historyMessages.clearAfter)
      .nullable()
      .default(null),
  }),
  data: choiceSchema,
  errors: [],
});

export const clearHistory = defineCall({
  name: 'clearHistory',
  method: 'DELETE',
  path: '/history',
  summary: 'Deletes your whole reading history.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({}),
  errors: [],
});

export const forgetChapter = defineCall({
  name: 'forgetChapter',
  method: 'DELETE',
  path: '/history/{chapter_id}',
  summary: 'Deletes one chapter from your reading history; repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    chapter_id: z.coerce
      .number('Chapter id must be a number')
      .int('Chapter id must be a whole number')
      .min(1, 'Chapter id must be at least 1'),
  }),
  data: z.object({}),
  errors: [],
});
