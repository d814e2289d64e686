/** Actions of the staff on several rows at once, which can be undone at once. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { fits } from '#base/plain-text.ts';
import { MAX_TAG_NOTE_CHARACTERS } from '#features/tags/contract/proposals.ts';
import { noteInput, ruleInput } from './moderation.ts';
import { tagDecisionMessages } from './tags.ts';

const BULK_ACTIONS = ['spam', 'dismiss', 'accept-tags', 'reject-tags'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const MAX_BULK_ROWS = 50;
/** The time within which the whole action can be undone; later, each row by hand. */
export const BULK_UNDO_HOURS = 24;

export const bulkMessages = {
  none: 'Choose at least one row',
  tooMany: `Choose at most ${MAX_BULK_ROWS} rows`,
  notFound: 'This can no longer be undone at once. Undo the rows one by one.',
  undone: 'Undone.',
  failed: 'This could not be done',
  undoFailed: 'This could not be undone',
};

const rowSchema = z.object({
  id: idSchema,
  revision: z
    .int('Revision must be a whole number')
    .optional()
    .describe('Of a case: the revision that was seen'),
});

const resultSchema = z.object({
  bulk_id: z.int().nullable().describe('For undoing it; null if nothing was changed'),
  done: z.array(z.int()),
  failed: z.array(z.object({ id: z.int(), message: z.string() })),
});
export type BulkResult = z.output<typeof resultSchema>;

export const actOnSeveral = defineCall({
  name: 'actOnSeveral',
  method: 'POST',
  path: '/moderation/bulk',
  summary: `Does the same to up to ${MAX_BULK_ROWS} rows for one reason: marks accounts as spam, dismisses cases, or decides suggestions about tags. Each is logged by itself, and a row that fails keeps no other from succeeding.`,
  access: 'moderator',
  rateLimit: 'write',
  input: z
    .object({
      action: z.enum(BULK_ACTIONS, `Action must be one of ${BULK_ACTIONS.join(', ')}`),
      rows: z
        .array(rowSchema, bulkMessages.none)
        .min(1, bulkMessages.none)
        .max(MAX_BULK_ROWS, bulkMessages.tooMany),
      rule: ruleInput.optional().describe('With `dismiss`: the rule that the cases were about'),
      note: noteInput,
    })
    .refine(({ action, note }) => !action.endsWith('-tags') || fits(note, MAX_TAG_NOTE_CHARACTERS), {
      path: ['note'],
      message: tagDecisionMessages.noteTooLong,
    }),
  data: resultSchema,
  errors: ['invalid'],
});

const doneActionSchema = z.object({
  id: z.int(),
  action: z.enum(BULK_ACTIONS),
  row_count: z.int().describe('The rows that are not undone yet'),
  note: z.string(),
  actor_name: z.string().nullable().describe('Null once the account is gone; the log has the name'),
  done_at: z.iso.datetime(),
});
export type DoneBulkAction = z.output<typeof doneActionSchema>;

export const listBulkActions = defineCall({
  name: 'listBulkActions',
  method: 'GET',
  path: '/moderation/bulk',
  summary: `What the staff did to several rows at once in the last ${BULK_UNDO_HOURS} hours and can undo, latest first.`,
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ actions: z.array(doneActionSchema) }),
  errors: [],
});

export const undoBulkAction = defineCall({
  name: 'undoBulkAction',
  method: 'POST',
  path: '/moderation/bulk/{id}/undo',
  summary: 'Undoes such an action, row by row; those that fail can be tried again.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: resultSchema,
  errors: ['not-found'],
});
