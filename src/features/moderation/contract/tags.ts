/** The staff decide what tags mean. */

import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import {
  MAX_TAG_NOTE_CHARACTERS,
  TAG_RELATIONS,
  tagProposalSchema,
  tagRelationInput,
} from '#features/tags/contract/proposals.ts';
import { CASE_PAGE_SIZE } from './moderation.ts';

export const tagDecisionMessages = {
  accepted: 'Accepted. Its stories follow within minutes.',
  rejected: 'Rejected.',
  changed: 'Done. Its stories follow within minutes.',
  undone: 'Undone. Its stories follow within minutes.',
  queueFailed: 'The suggestions could not be loaded',
  changesFailed: 'The changes could not be loaded',
  noteTooLong: tooLongMessage('Note', MAX_TAG_NOTE_CHARACTERS),
};

const noteInput = z
  .string('Note must be a text')
  .overwrite(normalizeLines)
  .refine((text) => fits(text, MAX_TAG_NOTE_CHARACTERS), tagDecisionMessages.noteTooLong)
  .default('');

const queuedProposalSchema = tagProposalSchema.extend({
  proposer_count: z.int().describe('How many members suggest it'),
  tag_story_count: z.int(),
  target_story_count: z.int().nullable(),
  problem: z.string().nullable().describe('The reason for which it cannot be accepted as things are'),
});
export type QueuedTagProposal = z.output<typeof queuedProposalSchema>;

export const listTagProposals = defineCall({
  name: 'listTagProposals',
  method: 'GET',
  path: '/moderation/tag-proposals',
  summary:
    'What members suggest about tags: the open suggestions, oldest first, or the decided ones, latest first.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ state: z.enum(['open', 'decided']).default('open'), ...pagingInput(CASE_PAGE_SIZE) }),
  data: z.object({ proposals: z.array(queuedProposalSchema), pagination: paginationSchema }),
  errors: [],
});

export const decideTagProposal = defineCall({
  name: 'decideTagProposal',
  method: 'POST',
  path: '/moderation/tag-proposals/{id}/decision',
  summary: 'Accepts or rejects a suggestion about a tag. The note is shown to the members who made it.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
    decision: z.enum(['accept', 'reject'], 'Decision must be accept or reject'),
    note: noteInput,
  }),
  data: z.object({}),
  errors: ['not-found', 'edit-conflict'],
});

const tagChangeSchema = z.object({
  id: z.int(),
  relation: z.enum(TAG_RELATIONS),
  tag: z.string(),
  target: z.string().describe('The other tag, or the kind'),
  changed_at: z.iso.datetime(),
  undone_at: z.iso.datetime().nullable(),
});

export const listTagChanges = defineCall({
  name: 'listTagChanges',
  method: 'GET',
  path: '/moderation/tag-changes',
  summary: 'What was decided about tags, latest first; optionally about one tag.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({
    tag: z
      .string()
      .max(MAX_TAG_NAME_CHARACTERS, `Tag must be at most ${MAX_TAG_NAME_CHARACTERS} characters`)
      .default(''),
    ...pagingInput(CASE_PAGE_SIZE),
  }),
  data: z.object({ changes: z.array(tagChangeSchema), pagination: paginationSchema }),
  errors: [],
});

export const changeTag = defineCall({
  name: 'changeTag',
  method: 'POST',
  path: '/moderation/tag-changes',
  summary: 'Makes a tag mean another one, gives it a parent, or a kind.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ ...tagRelationInput, note: noteInput }),
  data: z.object({ id: z.int() }),
  status: 201,
  errors: [],
});

export const undoTagChange = defineCall({
  name: 'undoTagChange',
  method: 'POST',
  path: '/moderation/tag-changes/{id}/undo',
  summary: 'Undoes what was decided about a tag: everything is as the other decisions say.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema, note: noteInput }),
  data: z.object({}),
  errors: ['not-found', 'edit-conflict'],
});
