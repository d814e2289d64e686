/** Waves: many comments that wait on a story for one reason, removed in one action, which can be undone. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { reasonInput } from './comments.ts';

export const HOLD_REASONS = ['approved', 'words', 'new', 'link', 'repeat', 'flood'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The most comments that one sweep removes. */
export const MAX_SWEPT = 20_000;
/** A sweep can be undone within this time. */
export const SWEEP_UNDO_DAYS = 30;

export const sweepMessages = {
  nothing: 'No such comment waits any more',
  notFound: 'This cannot be undone any more',
  undone: 'Taken back',
  failed: 'This could not be done',
};

export const waveSchema = z.object({
  story_id: z.int(),
  story_title: z.string(),
  story_slug: z.string(),
  held_for: z.enum(HOLD_REASONS).nullable().describe('Null: from before reasons were noted'),
  comment_count: z.int(),
  account_count: z.int(),
  shown_count: z.int().describe('Comments of the same accounts on it, of the same time, that are shown'),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
});
export type Wave = z.output<typeof waveSchema>;

export const sweepSchema = z.object({
  id: z.int(),
  story_title: z.string().nullable().describe('Null: on several stories, or on one that is gone'),
  comment_count: z.int(),
  reason: z.string(),
  swept_at: z.iso.datetime(),
});
export type Sweep = z.output<typeof sweepSchema>;

export const sweepInput = {
  story_id: z
    .int('Story id must be a whole number')
    .min(1, 'Story id must be at least 1')
    .nullable()
    .default(null)
    .describe('Null: on all stories'),
  held_for: z
    .enum(HOLD_REASONS, `Held for must be one of ${HOLD_REASONS.join(', ')}`)
    .nullable()
    .default(null)
    .describe('Null: for whatever reason'),
  with_shown: z
    .boolean('With shown must be true or false')
    .default(true)
    .describe(
      'Whether other comments by the same accounts, on the same stories and of the same time, go, too; approved ones stay',
    ),
};

export const sweepData = z.object({ id: z.int(), comment_count: z.int() });

export const sweepIdInput = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'Id must be a number')
  .describe('The id of a removal');

export const listWaves = defineCall({
  name: 'listWaves',
  method: 'GET',
  path: '/comments/waves',
  summary:
    'Comments that wait on your stories, by story and reason, and what you removed at once and can still bring back.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ waves: z.array(waveSchema), sweeps: z.array(sweepSchema) }),
  errors: [],
});

export const sweepComments = defineCall({
  name: 'sweepComments',
  method: 'POST',
  path: '/comments/sweeps',
  summary: `Removes all comments that wait on your stories, on one of them, or for one reason; up to ${MAX_SWEPT} at once.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ ...sweepInput, reason: reasonInput.default('') }),
  data: sweepData,
  errors: ['not-found'],
});

export const undoSweep = defineCall({
  name: 'undoSweep',
  method: 'DELETE',
  path: '/comments/sweeps/{id}',
  summary: `Brings back what one of your removals took, to where it was; within ${SWEEP_UNDO_DAYS} days.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: sweepIdInput }),
  data: z.object({ comment_count: z.int() }),
  errors: ['not-found'],
});
