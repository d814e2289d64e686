/** Chapters: the text that is read, in the order its author gave it. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { answerShape, editShape } from '#base/edit-shape.ts';
import { fits, isBlank, normalizeLine, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { expectedUpdatedAt, storyIdOrSlug } from '#features/stories/contract.ts';

export const MAX_CHAPTER_TITLE_CHARACTERS = 100;
export const MAX_CHAPTER_CHARACTERS = 100_000;
export const MAX_CHAPTER_ORDER = 1_000_000;
export const MAX_CHAPTERS_PER_STORY = 2000;
/** The maximum number of versions of a chapter; saving another one drops the oldest. */
export const MAX_CHAPTER_VERSIONS = 50;
export const PREVIEW_CHARACTERS = 1000;

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
  tooMany: `This story has ${groupThousands(MAX_CHAPTERS_PER_STORY)} chapters, the most a story can hold.`,
  addNotYours: 'You do not have permission to add chapters to this story',
  notYours: 'You do not have permission to edit chapters in this story',
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

/**
 * The author's details of a chapter, besides its text and its position. Each field is a column of `chapters` of the
 * same name; the calls, the import, the store and the export derive their fields from it. A field with a default is
 * optional.
 */
export const chapterDetailsSchema = z.object({
  title: z
    .string(chapterMessages.titleRequired)
    .overwrite(normalizeLine)
    .min(1, chapterMessages.titleRequired)
    .refine((text) => !isBlank(text), chapterMessages.titleRequired)
    .refine((text) => fits(text, MAX_CHAPTER_TITLE_CHARACTERS), chapterMessages.titleTooLong)
    .describe(`Up to ${MAX_CHAPTER_TITLE_CHARACTERS} characters`),
});
export type ChapterDetails = z.output<typeof chapterDetailsSchema>;
export const CHAPTER_DETAILS = chapterDetailsSchema.keyof().options;

export const chapterEntrySchema = z.object({
  id: z.int(),
  story_id: z.int(),
  ...answerShape(chapterDetailsSchema.shape),
  order: z.int(),
  word_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ChapterEntry = z.output<typeof chapterEntrySchema>;

export const chapterSchema = chapterEntrySchema.extend({
  content: z.string().describe('HTML, cleaned before it was stored'),
});
export type Chapter = z.output<typeof chapterSchema>;

export const listChapters = defineCall({
  name: 'listChapters',
  method: 'GET',
  path: '/stories/{id}/chapters',
  summary: 'A story’s chapters without their text, by order, then id.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}'],
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ chapters: z.array(chapterEntrySchema) }),
  errors: ['not-found', 'moved'],
});

const chapterIdInput = z.string().min(1, 'Chapter id is required').max(20, 'Chapter id is too long');

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
  errors: ['not-found', 'moved'],
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
    content: contentInput,
    order: orderInput,
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
    content: contentInput,
    order: orderInput,
    expected_updated_at: expectedUpdatedAt,
  }),
  data: chapterSchema,
  errors: ['not-found', 'moved', 'not-yours', 'edit-conflict'],
});

export const deleteChapter = defineCall({
  name: 'deleteChapter',
  method: 'DELETE',
  path: '/stories/{id}/chapters/{chapterId}',
  summary:
    'Deletes a chapter and its versions, at once and for good. A story without chapters is not listed.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: z.object({}),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const versionEntrySchema = z.object({
  id: z.int(),
  title: z.string(),
  word_count: z.int(),
  saved_at: z.iso.datetime().describe('When this text was saved'),
  replaced_at: z.iso.datetime().describe('When the next version replaced it'),
});
export type VersionEntry = z.output<typeof versionEntrySchema>;

export const versionSchema = versionEntrySchema.extend({ content: chapterSchema.shape.content });
export type Version = z.output<typeof versionSchema>;

const versionInput = z.object({
  id: storyIdOrSlug,
  chapterId: chapterIdInput,
  versionId: z.string().min(1, 'Version id is required').max(20, 'Version id is too long'),
});

export const listVersions = defineCall({
  name: 'listVersions',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/versions',
  summary: 'The earlier versions of a chapter of your story, latest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: z.object({ versions: z.array(versionEntrySchema) }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const getVersion = defineCall({
  name: 'getVersion',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/versions/{versionId}',
  summary: 'One earlier version of a chapter of your story.',
  access: 'signed-in',
  rateLimit: 'read',
  input: versionInput,
  data: versionSchema,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const restoreVersion = defineCall({
  name: 'restoreVersion',
  method: 'POST',
  path: '/stories/{id}/chapters/{chapterId}/versions/{versionId}/restore',
  summary: 'Restores the title and text of a version; the current ones become a version themselves.',
  access: 'signed-in',
  rateLimit: 'write',
  input: versionInput,
  data: chapterSchema,
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
