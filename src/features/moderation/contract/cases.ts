/** The queue: cases that need a moderator, and the decisions on them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, normalizeLines } from '#base/plain-text.ts';
import { MAX_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';
import { chapterEntrySchema } from '#features/chapters/contract/chapters.ts';
import { commentIdInput } from '#features/comments/contract/comments.ts';
import { commentVersionSchema } from '#features/comments/contract/versions.ts';
import { listSlug } from '#features/shelves/contract/lists.ts';
import { SHELF_VISIBILITIES } from '#features/shelves/contract/shelves.ts';
import { storyIdOrSlug, storySchema } from '#features/stories/contract/stories.ts';
import { REINSTATEMENT_STAGES } from '#features/takedown/rules.ts';
import {
  CASE_ACTIONS,
  CASE_PAGE_SIZE,
  CASE_SUBJECTS,
  logEntrySchema,
  MAX_QUOTED_PASSAGE_CHARACTERS,
  moderationMessages,
  noteInput,
  ruleInput,
} from './moderation.ts';
import { takedownSchema } from './takedowns.ts';

const EVIDENCE_KINDS = ['story', 'chapter', 'author', 'list', 'note', 'comment'] as const;

const caseSchema = z.object({
  id: z.int(),
  revision: z.int().describe('Grows with every change; a decision names the one that was seen'),
  subject: z.enum(CASE_SUBJECTS),
  subject_id: z.int(),
  story_title: z.string().nullable(),
  list_title: z.string().nullable(),
  comment_excerpt: z.string().nullable(),
  author_name: z.string().nullable(),
  report_count: z.int(),
  takedown_count: z.int(),
  appeal_count: z.int(),
  is_grave: z.boolean().describe('Whether a report names minors or a lack of consent'),
  is_trusted: z.boolean().describe('Whether a trusted flagger has sent a report or a legal request'),
  opened_at: z.iso.datetime(),
  since: z.iso.datetime().describe('Since when it has been waiting for a moderator, or from when it will be'),
  gone_at: z.iso.datetime().nullable().describe('When the story or the author was deleted'),
  closed_at: z.iso.datetime().nullable(),
  author_strikes: z.int().describe('Strikes of the author now; from three on, decide about the account'),
  put_back: z
    .object({
      from: z.iso.date(),
      until: z.iso.date(),
      stage: z.enum(REINSTATEMENT_STAGES),
      is_contested: z
        .boolean()
        .describe(
          'Whether a later request waits that may tell of a lawsuit: the site does not act by itself',
        ),
    })
    .nullable()
    .describe('After a counter-notice: the days on which the law has the story reinstated'),
});
export type Case = z.output<typeof caseSchema>;

const queuedCaseSchema = caseSchema.extend({
  report_excerpt: z
    .string()
    .nullable()
    .describe('The beginning of the open report that comes first; null without one'),
});
export type QueuedCase = z.output<typeof queuedCaseSchema>;

const caseDetailSchema = caseSchema.extend({
  revision: z.int().describe('Send it with a decision: it tells which state was seen'),
  actions: z.array(z.enum(CASE_ACTIONS)).describe('What this moderator can decide now'),
  story: storySchema.nullable(),
  list: z
    .object({
      id: z.int(),
      slug: z.string().nullable(),
      title: z.string().nullable(),
      synopsis: z.string(),
      visibility: z.enum(SHELF_VISIBILITIES),
      author_username: z.string().nullable(),
      stories: z.array(z.object({ slug: z.string(), title: z.string(), note: z.string() })),
    })
    .nullable()
    .describe('The reading list; without its texts once its owner has made it private'),
  comment: z
    .object({
      id: z.int(),
      content: z.string(),
      state: z.enum(['shown', 'waiting', 'removed', 'deleted']),
      removed_as: z.enum(['author', 'staff']).nullable(),
      author_username: z.string().nullable(),
      chapter_id: z.int().nullable(),
      parent_id: z.int().nullable(),
      parent: z
        .object({ author_username: z.string().nullable(), content: z.string() })
        .nullable()
        .describe('The first comment of its thread, for a reply'),
      created_at: z.iso.datetime(),
      removal_reason: z.string(),
      versions: z.array(commentVersionSchema).describe('Its earlier texts, oldest first'),
      chapter_title: z.string().nullable(),
      story_title: z.string(),
      story_slug: z.string(),
    })
    .nullable(),
  is_in_trash: z
    .boolean()
    .describe(
      'Whether its author has deleted the story and can still restore it: its texts are in the evidence',
    ),
  withholdings: z.array(
    z.object({
      cause: z.enum(['decision', 'takedown', 'suspension', 'spam']),
      look: z.enum(['hidden', 'removed']),
      entry_id: z.int(),
    }),
  ),
  chapters: z.array(chapterEntrySchema),
  author: z
    .object({
      id: z.int(),
      username: z.string(),
      display_name: z.string(),
      bio: z.string(),
      role: z.enum(['user', 'moderator', 'admin']),
      created_at: z.iso.datetime(),
      suspended_at: z.iso.datetime().nullable(),
      pen_names: z
        .array(z.object({ username: z.string(), display_name: z.string(), bio: z.string() }))
        .describe('The account’s further pen names'),
      is_spam: z.boolean().describe('Whether it is marked as spam'),
      story_count: z.int(),
      withheld_count: z.int(),
      strike_ends: z.iso.datetime().nullable().describe('When the oldest strike of the author ends'),
      unfounded_notices: z
        .int()
        .describe('Manifestly unfounded reports that the account has sent within a year'),
      decision_count: z.int().describe('Decisions so far against the account or its stories'),
    })
    .nullable(),
  reports: z.array(
    z.object({
      id: z.int(),
      reason: z.string(),
      category: z.string().nullable(),
      is_grave: z.boolean(),
      reporter_username: z.string().nullable(),
      author_username: z.string().nullable().describe('The pen name that was reported, for an author'),
      quoted_note: z.string().nullable().describe('What the author wrote to the reporter in private notes'),
      reporter_unfounded: z.int().describe('Manifestly unfounded reports of its sender within a year'),
      is_from_guest: z.boolean().describe('Whether it was sent without an account'),
      trusted_flagger: z
        .string()
        .nullable()
        .describe('The organisation, if a trusted flagger sent it; a guest’s address is not confirmed'),
      has_email: z.boolean().describe('Whether a guest gets the decision by email'),
      chapter_id: z.int().nullable().describe('The chapter whose address a guest gave'),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
    }),
  ),
  appeals: z.array(
    z.object({
      id: z.int(),
      entry_id: z.int(),
      words: z.string(),
      created_at: z.iso.datetime(),
      own_decision: z
        .boolean()
        .describe('Whether it is against a decision by the moderator viewing the case'),
      waits_until: z.iso
        .datetime()
        .nullable()
        .describe('From when this moderator may answer it, as the only one; null: only somebody else may'),
    }),
  ),
  takedowns: z.array(takedownSchema),
  evidence: z
    .array(
      z.object({
        id: z.int(),
        kind: z.enum(EVIDENCE_KINDS),
        source_id: z.int(),
        title: z.string(),
        kept_at: z.iso.datetime(),
      }),
    )
    .describe('The reported texts of what was changed or deleted afterwards'),
  entries: z.array(logEntrySchema).describe('Earlier decisions about the story and its author'),
});
export type CaseDetail = z.output<typeof caseDetailSchema>;

export const listCases = defineCall({
  name: 'listCases',
  method: 'GET',
  path: '/moderation/cases',
  summary:
    'Cases: open ones, most serious first, then those of trusted flaggers, then oldest first, or closed ones, latest first; never those about yourself.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ state: z.enum(['open', 'closed']).default('open'), ...pagingInput(CASE_PAGE_SIZE) }),
  data: z.object({ cases: z.array(queuedCaseSchema), pagination: paginationSchema }),
  errors: [],
});

export const getCase = defineCall({
  name: 'getCase',
  method: 'GET',
  path: '/moderation/cases/{id}',
  summary: 'A case with everything known about it.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ id: idSchema }),
  data: caseDetailSchema,
  errors: ['not-found', 'not-yours'],
});

export const openCase = defineCall({
  name: 'openCase',
  method: 'POST',
  path: '/moderation/cases',
  summary:
    'Opens a case about a story, a reading list, a comment or an account without a report, or returns the open one.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({
    story: storyIdOrSlug.optional(),
    list: listSlug.optional().describe('The slug of a published reading list'),
    comment: commentIdInput.optional(),
    username: z
      .string('Username must be a string')
      .trim()
      .min(1, 'Username is required')
      .max(MAX_USERNAME_CHARACTERS)
      .optional(),
  }),
  data: z.object({ id: z.int() }),
  status: 201,
  errors: ['not-found', 'not-yours'],
});

export const decideCase = defineCall({
  name: 'decideCase',
  method: 'POST',
  path: '/moderation/cases/{id}/decision',
  summary: 'Decides a case. The author is told by email, with rule, passage and reason.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
    action: z.enum(CASE_ACTIONS),
    rule: ruleInput,
    passage: z
      .string('Passage must be a string')
      .overwrite(normalizeLines)
      .refine((text) => fits(text, MAX_QUOTED_PASSAGE_CHARACTERS), moderationMessages.quotedPassageTooLong)
      .default('')
      .describe('The words the decision is about; required to hide or remove something'),
    note: noteInput,
    withhold_stories: z
      .boolean('withhold_stories must be true or false')
      .default(false)
      .describe('With `suspend`: whether the author and all their stories are also withheld from readers'),
    unfounded_reports: z
      .array(idSchema)
      .max(100, 'At most 100 reports')
      .default([])
      .describe('With `dismiss`: the reports that are manifestly unfounded'),
    revision: z.int('Revision must be a whole number').describe('The revision of the case that was seen'),
  }),
  data: caseDetailSchema,
  errors: ['not-found', 'not-yours', 'edit-conflict', 'invalid'],
});

export const getEvidence = defineCall({
  name: 'getEvidence',
  method: 'GET',
  path: '/moderation/cases/{id}/evidence/{evidenceId}',
  summary: 'A text as it was when reported: a chapter as HTML, a synopsis, a note or a bio as plain text.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ id: idSchema, evidenceId: idSchema }),
  data: z.object({
    id: z.int(),
    kind: z.enum(EVIDENCE_KINDS),
    title: z.string(),
    content: z.string(),
    kept_at: z.iso.datetime(),
  }),
  errors: ['not-found', 'not-yours'],
});
