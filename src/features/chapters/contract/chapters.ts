/** Chapters: the text that is read, in the order its author gave it. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { answerShape, editShape } from '#base/edit-shape.ts';
import { fits, normalizeLine, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { titleSchema } from '#base/title-schema.ts';
import { warningNames, warningsInput } from '#features/labels/contract/warnings.ts';
import { draftUpdatedAt } from '#features/stories/contract/draft-updated-at.ts';
import { expectedUpdatedAt } from '#features/stories/contract/expected-updated-at.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { TRASH_DAYS, trashedSchema } from '#features/stories/contract/trash.ts';

export const MAX_CHAPTER_TITLE_CHARACTERS = 100;
export const MAX_CHAPTER_CHARACTERS = 100_000;
export const MAX_VOLUME_CHARACTERS = 100;
export const MAX_CHAPTER_NOTE_CHARACTERS = 5000;
export const MAX_CHAPTER_ORDER = 1_000_000;
export const MAX_CHAPTERS_PER_STORY = 2000;
/** The maximum number of versions of a chapter; saving another one drops the oldest. */
export const MAX_CHAPTER_VERSIONS = 50;
export const PREVIEW_CHARACTERS = 1000;

/** The states of a chapter: readers find a published one, its author any. A scheduled one is published at its time. */
export const chapterStates = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' };
export type ChapterState = keyof typeof chapterStates;
export const CHAPTER_STATES = Object.keys(chapterStates) as ChapterState[];

/** The kinds of chapters. A notice is no part of the story: it is not counted. */
export const chapterKinds = { chapter: 'Chapter', interlude: 'Interlude', notice: 'Notice' };
export type ChapterKind = keyof typeof chapterKinds;
export const CHAPTER_KINDS = Object.keys(chapterKinds) as ChapterKind[];

export const chapterMessages = {
  notFound: 'Chapter not found',
  notFoundTitle: 'Chapter Not Found',
  loadFailed: 'Failed to load chapter',
  /** Shown to the author on the editing page. */
  loadDetailsFailed: 'Failed to load chapter details',
  titleRequired: 'Chapter title is required',
  titleTooLong: tooLongMessage('Chapter title', MAX_CHAPTER_TITLE_CHARACTERS),
  contentRequired: 'Chapter content is required',
  contentTooLong: tooLongMessage('Chapter content', MAX_CHAPTER_CHARACTERS),
  /** Shown on the screen that creates a story together with its first chapter. */
  storyContentRequired: 'Content is required',
  storyContentTooLong: tooLongMessage('Content', MAX_CHAPTER_CHARACTERS),
  contentTooComplicated:
    'This formatting is too complicated to store safely. Please simplify it, or paste the text without it.',
  busy: 'Many chapters are being saved right now. Please try again in a few seconds.',
  orderForm: 'Chapter order must be a whole number',
  orderTooLow: 'Chapter order must be at least 1',
  orderTooHigh: `Chapter order must be at most ${groupThousands(MAX_CHAPTER_ORDER)}`,
  volumeTooLong: tooLongMessage('Volume', MAX_VOLUME_CHARACTERS),
  noteTooLong: tooLongMessage('Note', MAX_CHAPTER_NOTE_CHARACTERS),
  stateUnknown: `State must be one of ${CHAPTER_STATES.join(', ')}`,
  publishAtForm: 'publish_at must be a time with its offset, like 2026-11-27T18:00:00+01:00',
  publishAtRequired: 'A scheduled chapter needs the time of its publication',
  /** Of forms alone: a past time in a call means now. */
  publishAtPassed: 'Date and time have passed: choose a later time',
  orderFailed: 'Failed to save the order of the chapters',
  orderIncomplete: 'chapter_ids must hold every chapter of the story exactly once',
  tooMany: `This story has ${groupThousands(MAX_CHAPTERS_PER_STORY)} chapters, the most a story can hold.`,
  addNotYours: 'You do not have permission to add chapters to this story',
  notYours: 'You do not have permission to edit chapters in this story',
  amendsForm: 'amends must be true or false',
  editConflict:
    'This chapter was saved somewhere else after you opened it here. Nothing is lost: compare the two texts, then save the one you want.',
  versionNotFound: 'This version is no longer available',
  created: 'Chapter created successfully! Redirecting...',
  createFailed: 'Failed to create chapter',
  updated: 'Chapter updated successfully! Redirecting...',
  updateFailed: 'Failed to update chapter',
  deleted: 'Chapter deleted successfully',
  deleteConfirm: 'Are you sure you want to delete this chapter? This action cannot be undone.',
  deleteFailed: 'Failed to delete chapter',
  deleteError: 'An error occurred while deleting the chapter',
  deleteWithoutIds: 'Missing required information for deleting chapter',
};

const noteInput = z
  .string('A note must be a text')
  .refine((html) => fits(html, MAX_CHAPTER_NOTE_CHARACTERS), chapterMessages.noteTooLong)
  .describe(
    `HTML, up to ${groupThousands(MAX_CHAPTER_NOTE_CHARACTERS)} characters as sent; it is cleaned like the text`,
  );

/**
 * The author's details of a chapter, besides its text and its position. Each field is a column of `chapters` of the
 * same name; the calls, the import, the store and the export derive their fields from it. A field with a default is
 * optional.
 */
export const chapterDetailsSchema = z.object({
  title: titleSchema(chapterMessages, MAX_CHAPTER_TITLE_CHARACTERS),
  kind: z
    .enum(CHAPTER_KINDS, `Kind must be one of ${CHAPTER_KINDS.join(', ')}`)
    .describe('A notice is counted neither as a chapter nor in words')
    .default('chapter'),
  volume: z
    .string('Volume must be a text, or null')
    .overwrite(normalizeLine)
    .refine((text) => fits(text, MAX_VOLUME_CHARACTERS), chapterMessages.volumeTooLong)
    .nullable()
    .overwrite((text) => (text === '' ? null : text))
    .describe(`The title of its section in the list of chapters, up to ${MAX_VOLUME_CHARACTERS} characters`)
    .default(null),
  note_before: noteInput.default(''),
  note_after: noteInput.default(''),
  warnings: warningsInput.default(null),
});
export type ChapterDetails = z.output<typeof chapterDetailsSchema>;
export const CHAPTER_DETAILS = chapterDetailsSchema.keyof().options;

/** The details that a list of chapters leaves out, as they are text to read. */
export const CHAPTER_NOTES = ['note_before', 'note_after'] as const;

const entryDetailsSchema = chapterDetailsSchema.omit({ note_before: true, note_after: true });
export const CHAPTER_ENTRY_DETAILS = entryDetailsSchema.keyof().options;

export const chapterEntrySchema = z.object({
  id: z.int(),
  story_id: z.int(),
  ...answerShape(entryDetailsSchema.shape),
  staff_warnings: warningNames.describe('Warnings that staff added; readers see them like the author’s'),
  state: z.enum(CHAPTER_STATES),
  publish_at: z.iso.datetime().nullable().describe('When a scheduled chapter is published'),
  published_at: z.iso
    .datetime()
    .nullable()
    .describe('When readers could first find it; null where they could not yet'),
  order: z.int(),
  word_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ChapterEntry = z.output<typeof chapterEntrySchema>;

export const chapterSchema = chapterEntrySchema.extend({
  note_before: noteInput.describe('HTML, cleaned before it was stored; may be empty'),
  note_after: noteInput.describe('HTML, cleaned before it was stored; may be empty'),
  content: z.string().describe('HTML, cleaned before it was stored'),
  comment_count: z.int().describe('Comments that readers find on it'),
  corrected_by: z
    .array(z.object({ username: z.string(), display_name: z.string(), has_author_page: z.boolean() }))
    .describe('The readers who corrected it, wish to be named, and whom its author names'),
});
export type Chapter = z.output<typeof chapterSchema>;

export const listChapters = defineCall({
  name: 'listChapters',
  method: 'GET',
  path: '/stories/{id}/chapters',
  summary:
    'A story’s chapters without their text, by order, then id. Its author also gets drafts and scheduled ones; the chapters of a story for members need a token.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}'],
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ chapters: z.array(chapterEntrySchema) }),
  errors: ['not-found', 'moved', 'unauthenticated'],
});

export const chapterIdInput = z.string().min(1, 'Chapter id is required').max(20, 'Chapter id is too long');

export const getChapter = defineCall({
  name: 'getChapter',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}',
  summary: 'One chapter with its text. It must belong to the story in the address.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}'],
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: chapterSchema,
  errors: ['not-found', 'moved', 'unauthenticated'],
});

const contentInput = z
  .string(chapterMessages.contentRequired)
  .refine((html) => fits(html, MAX_CHAPTER_CHARACTERS), chapterMessages.contentTooLong)
  .describe(
    `HTML, up to ${groupThousands(MAX_CHAPTER_CHARACTERS)} characters as sent; once cleaned, it must still contain text or an image`,
  );

const orderInput = z
  .number(chapterMessages.orderForm)
  .int(chapterMessages.orderForm)
  .min(1, chapterMessages.orderTooLow)
  .max(MAX_CHAPTER_ORDER, chapterMessages.orderTooHigh)
  .optional();

/** The second is a time to the minute, as a field for date and time gives it. */
const timeInputs = [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })];

export const publicationInput = {
  state: z
    .enum(CHAPTER_STATES, chapterMessages.stateUnknown)
    .optional()
    .describe(
      'Left out: published, or scheduled where publish_at is in the future; an edit leaves it as it is',
    ),
  publish_at: z
    .union([...timeInputs, z.null()], chapterMessages.publishAtForm)
    .optional()
    .describe('When a scheduled chapter is published; a past time means now'),
};

export const createChapter = defineCall({
  name: 'createChapter',
  method: 'POST',
  path: '/stories/{id}/chapters',
  summary:
    'Adds a chapter to your story, after the last one unless an order is given. The first chapter lists the story.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({
    id: storyIdOrSlug,
    ...chapterDetailsSchema.shape,
    ...publicationInput,
    content: contentInput,
    order: orderInput,
    draft_updated_at: draftUpdatedAt,
  }),
  data: chapterSchema,
  status: 201,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const editChapter = defineCall({
  name: 'editChapter',
  method: 'PUT',
  path: '/stories/{id}/chapters/{chapterId}',
  summary:
    'Changes a chapter of your story. Its previous text is kept as a version; the order stays unless one is given.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    chapterId: chapterIdInput,
    ...editShape(chapterDetailsSchema.shape),
    ...publicationInput,
    content: contentInput,
    order: orderInput,
    expected_updated_at: expectedUpdatedAt,
    draft_updated_at: draftUpdatedAt,
    amends: z
      .boolean(chapterMessages.amendsForm)
      .default(false)
      .describe(
        'Belongs to your last save, such as one of several accepted corrections: no further version is kept, if one was within the hour',
      ),
  }),
  data: chapterSchema,
  errors: ['not-found', 'moved', 'not-yours', 'edit-conflict'],
});

export const orderChapters = defineCall({
  name: 'orderChapters',
  method: 'PUT',
  path: '/stories/{id}/chapter-order',
  summary: 'Puts the chapters of one’s story in this order: each of them exactly once.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    chapter_ids: z
      .array(z.int(chapterMessages.orderIncomplete), chapterMessages.orderIncomplete)
      .max(MAX_CHAPTERS_PER_STORY, chapterMessages.orderIncomplete),
  }),
  data: z.object({ chapters: z.array(chapterEntrySchema) }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const deleteChapter = defineCall({
  name: 'deleteChapter',
  method: 'DELETE',
  path: '/stories/{id}/chapters/{chapterId}',
  summary: `Deletes a chapter: nobody finds it. It is in your trash for ${TRASH_DAYS} days. A story without chapters is not listed.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: trashedSchema,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const getDraftKey = defineCall({
  name: 'getDraftKey',
  method: 'GET',
  path: '/accounts/draft-key',
  summary: 'The key that encrypts your unsaved text in the browser; it never changes.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ account_id: z.int(), key: z.string().describe('32 bytes, base64') }),
  errors: [],
});
