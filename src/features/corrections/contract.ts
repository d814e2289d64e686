/** Corrections: readers quote a passage of a chapter and suggest another text, or leave a note for its author. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, isBlank, normalizeLine, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { chapterIdInput } from '#features/chapters/contract/chapters.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { secretToken } from '#features/secret-links/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

/** The maximum length of each text of a correction. */
export const MAX_CORRECTION_CHARACTERS = 1000;
/** The maximum number of corrections of a chapter that its author has not decided about, and those of one sender. */
export const MAX_OPEN_CORRECTIONS = 200;
export const MAX_OPEN_CORRECTIONS_OF_SENDER = 50;
/** The maximum of one sender: an account, or a network without one. */
export const MAX_CORRECTIONS_PER_DAY = 100;

export const correctionMessages = {
  quoteRequired: 'Passage is required',
  quoteTooLong: tooLongMessage('Passage', MAX_CORRECTION_CHARACTERS),
  replacementTooLong: tooLongMessage('New text', MAX_CORRECTION_CHARACTERS),
  noteTooLong: tooLongMessage('Note', MAX_CORRECTION_CHARACTERS),
  nothingSaid: 'Change the passage, or write a note',
  chapterFull: 'This chapter has as many corrections as its author can look through. Please try again later.',
  senderFull: `You have sent ${MAX_OPEN_CORRECTIONS_OF_SENDER} corrections for this chapter. Please wait until its author has looked through them.`,
  dayFull: `You can send ${MAX_CORRECTIONS_PER_DAY} corrections a day. Please go on tomorrow.`,
  closed: 'This story takes no corrections',
  followersOnly: 'This story takes corrections from those who follow it, its series or its author',
  wishForm: 'wants_credit must be true or false',
  creditForm: 'credit must be true or false',
  textHasChanged: 'The text has changed: these words are no longer in it.',
  notFound: 'This correction is no longer there',
  notYours: 'You do not have permission to read the corrections of this story',
  decisionUnknown: 'Decision must be accepted, dismissed or null',
  sent: 'Thank you. Your correction is on the author’s desk.',
  failed: 'Your correction could not be sent',
  loadFailed: 'Failed to load the corrections',
  decideFailed: 'That could not be saved',
  withdrawn: 'Withdrawn. The author no longer sees it.',
  withdrawConfirm: 'Withdraw this correction? The author no longer sees it.',
  withdrawFailed: 'This could not be withdrawn',
  isDecided: 'The author has already decided about this correction',
  blocked: 'Blocked. They can no longer send you anything.',
  stillListed: 'The chapter is saved, but not every correction has left your list. Save once more.',
};

const CORRECTION_DECISIONS = ['accepted', 'dismissed'] as const;

const correctionInput = {
  quote: z
    .string(correctionMessages.quoteRequired)
    .overwrite(normalizeLine)
    .refine((text) => !isBlank(text), correctionMessages.quoteRequired)
    .refine((text) => fits(text, MAX_CORRECTION_CHARACTERS), correctionMessages.quoteTooLong)
    .describe(
      `The words as they stand in one paragraph of the chapter, up to ${MAX_CORRECTION_CHARACTERS} characters`,
    ),
  replacement: z
    .string('New text must be a text, or null')
    .overwrite(normalizeLine)
    .refine((text) => fits(text, MAX_CORRECTION_CHARACTERS), correctionMessages.replacementTooLong)
    .nullable()
    .default(null)
    .describe('What should stand there instead; an empty text leaves the passage out; null: only a note'),
  note: z
    .string('Note must be a text')
    .overwrite(normalizeLines)
    .refine((text) => fits(text, MAX_CORRECTION_CHARACTERS), correctionMessages.noteTooLong)
    .default(''),
  wants_credit: z
    .boolean(correctionMessages.wishForm)
    .default(false)
    .describe('Whether you want to be named at the end of the chapter if the author accepts and agrees'),
};

const sentCorrectionSchema = z.object({
  id: z.int(),
  quote: z.string(),
  replacement: z.string().nullable(),
  note: z.string(),
  wants_credit: z.boolean().describe('Whether its sender wants to be named'),
  created_at: z.iso.datetime(),
});

export const sendCorrection = defineCall({
  name: 'sendCorrection',
  method: 'POST',
  path: '/chapters/{id}/corrections',
  summary: 'Suggests a correction to the author of a chapter, who alone sees it, with your name.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({ id: chapterIdInput, ...correctionInput, author_username: authorUsernameInput }),
  data: sentCorrectionSchema,
  status: 201,
  errors: ['not-found', 'not-yours'],
});

export const sendSharedCorrection = defineCall({
  name: 'sendSharedCorrection',
  method: 'POST',
  path: '/secret-links/{token}/chapters/{chapterId}/corrections',
  summary:
    'Suggests a correction to the author of a draft. Without an account it is sent without a name, and the limits count your network.',
  access: 'optional-auth',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({ token: secretToken, chapterId: chapterIdInput, ...correctionInput }),
  data: sentCorrectionSchema,
  status: 201,
  errors: ['not-found', 'suspended', 'not-yours'],
});

const correctionSchema = sentCorrectionSchema.extend({
  sender_username: z.string().nullable().describe('Null: sent without an account, by a secret link'),
  sender_display_name: z.string().nullable(),
  text_has_changed: z.boolean().describe('Whether the words are no longer in the text as it is stored'),
});
export type Correction = z.output<typeof correctionSchema>;

export const listCorrections = defineCall({
  name: 'listCorrections',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/corrections',
  summary: 'The corrections of a chapter of your story that you have not decided about, oldest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: z.object({ corrections: z.array(correctionSchema) }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const countCorrections = defineCall({
  name: 'countCorrections',
  method: 'GET',
  path: '/stories/{id}/corrections',
  summary:
    'How many corrections of each chapter of your story you have not decided about; others are left out.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({
    chapters: z.array(z.object({ id: z.int(), title: z.string(), correction_count: z.int() })),
  }),
  errors: ['not-found', 'moved', 'not-yours'],
});

const CORRECTION_PAGE_SIZE = 20;

const ownCorrectionSchema = sentCorrectionSchema.extend({
  author_username: z.string().nullable().describe('The pen name under which you sent it'),
  state: z.enum(['waiting', ...CORRECTION_DECISIONS]),
  is_named: z.boolean().describe('Whether you are named at the end of the chapter'),
  story_slug: z.string().nullable().describe('Null: you cannot find the story any more, or not yet'),
  story_title: z.string().nullable(),
  chapter_id: z.int().nullable().describe('Null: you cannot find the chapter any more, or not yet'),
  chapter_title: z.string().nullable(),
});
export type OwnCorrection = z.output<typeof ownCorrectionSchema>;

export const listSentCorrections = defineCall({
  name: 'listSentCorrections',
  method: 'GET',
  path: '/corrections',
  summary: 'The corrections that you have suggested to authors, latest first, with what became of them.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object(pagingInput(CORRECTION_PAGE_SIZE)),
  data: z.object({ corrections: z.array(ownCorrectionSchema), pagination: paginationSchema }),
  errors: [],
});

const correctionIdInput = z.string().min(1, 'Correction id is required').max(20, 'Correction id is too long');

export const withdrawCorrection = defineCall({
  name: 'withdrawCorrection',
  method: 'DELETE',
  path: '/corrections/{id}',
  summary: 'Withdraws a correction of yours that its author has not decided about.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: correctionIdInput }),
  data: z.object({}),
  errors: ['not-found', 'invalid'],
});

export const decideCorrection = defineCall({
  name: 'decideCorrection',
  method: 'POST',
  path: '/corrections/{id}/decision',
  summary:
    'Notes that you have accepted or dismissed a correction, or takes that back; the text itself changes when you save the chapter.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: correctionIdInput,
    decision: z
      .enum(CORRECTION_DECISIONS, correctionMessages.decisionUnknown)
      .nullable()
      .describe('Null: not decided'),
    credit: z
      .boolean(correctionMessages.creditForm)
      .default(false)
      .describe('With accepted: names its sender at the end of the chapter, if they want that'),
  }),
  data: z.object({}),
  errors: ['not-found'],
});
