/** Stories: authors publish them, and readers find them in lists and one by one. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { answerShape, editShape } from '#base/edit-shape.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { synopsisSchema, titleSchema } from '#base/title-schema.ts';
import { FILTER_DEPTH, storyFilterInput } from '#features/filters/contract/filters.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { commentsInput } from '#features/labels/contract/comments.ts';
import { correctionsInput } from '#features/labels/contract/corrections.ts';
import { coverDetails, coverPreviewsInput } from '#features/labels/contract/covers.ts';
import { languageInput } from '#features/labels/contract/language.ts';
import { licenceInput } from '#features/labels/contract/licences.ts';
import { STORY_STATUSES } from '#features/labels/contract/status.ts';
import { warningNames, warningsInput } from '#features/labels/contract/warnings.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { storyTagsInput, tagFilter } from '#features/tags/contract/tags.ts';
import { draftUpdatedAt } from './draft-updated-at.ts';
import { expectedUpdatedAt } from './expected-updated-at.ts';
import { STORY_SORTS } from './sorts.ts';
import { visibilityInput } from './visibility.ts';

export const MAX_STORY_TITLE_CHARACTERS = 100;
/** The title length from which a counter warns; also used for chapters. */
export const TITLE_WARNING_CHARACTERS = 80;
export const MAX_SYNOPSIS_CHARACTERS = 5000;
export const MAX_SLUG_CHARACTERS = 100;
/** The delay between deleting a story and returning home. */
export const STORY_DELETE_DELAY_MILLISECONDS = 500;
export const MAX_STORIES_PER_ACCOUNT = 1000;
export const STORY_PAGE_SIZE = 18;
export const MAX_FEATURED_STORIES = 5;
export const SEO_DESCRIPTION_CHARACTERS = 160;

export const storyMessages = {
  notFound: 'Story not found',
  /** Also of a chapter. */
  notFoundReason: 'It may have moved, been renamed, or been withdrawn by its author.',
  loadFailed: 'Failed to load story',
  /** Shown to the author on the edit page. */
  loadDetailsFailed: 'Failed to load story details',
  loadListFailed: 'Failed to load stories',
  /** Shown for a stored user that an older client saved without an id. */
  noAccountId: 'No account_id available to fetch stories',
  loadTagFailed: 'Failed to load stories with this tag',
  none: 'No stories found',
  noSynopsis: 'No synopsis available.',
  noChapters: 'No chapters have been published yet.',
  noPreview: 'No chapters available yet',
  titleRequired: 'Title is required',
  titleTooLong: tooLongMessage('Title', MAX_STORY_TITLE_CHARACTERS),
  synopsisTooLong: tooLongMessage('Synopsis', MAX_SYNOPSIS_CHARACTERS),
  slugRequired: 'Slug is required',
  slugTooLong: tooLongMessage('Slug', MAX_SLUG_CHARACTERS),
  slugUnusable: 'Slug must not be just a number, or just symbols',
  slugTaken: 'This address belongs to another story',
  notYours: 'You do not have permission to edit this story',
  tooMany: `You have ${groupThousands(MAX_STORIES_PER_ACCOUNT)} stories, the most an account can hold.`,
  editConflict:
    'This story was changed somewhere else after you opened it here. Nothing is lost: compare the two, then save the one you want.',
  created: 'Story created successfully!',
  createFailed: 'Failed to create story',
  updated: 'Story updated successfully!',
  updateFailed: 'Failed to update story',
  synopsisUpdated: 'Synopsis updated successfully!',
  synopsisFailed: 'Failed to update synopsis',
  deleted: 'Story deleted successfully',
  deleteConfirm: 'Are you sure you want to delete this story? All its chapters go with it.',
  deleteFailed: 'Failed to delete story',
};

/**
 * An author's details of a story. Each field is a column of `stories` with the same name; the API, the import, the edit
 * comparison, the store and the export derive their fields from here. Fields with a default are optional.
 */
export const storyDetailsSchema = z.object({
  title: titleSchema(storyMessages, MAX_STORY_TITLE_CHARACTERS),
  synopsis: synopsisSchema(storyMessages, MAX_SYNOPSIS_CHARACTERS).default(''),
  status: z
    .enum(STORY_STATUSES, `Status must be one of ${STORY_STATUSES.join(', ')}, or null`)
    .nullable()
    .describe('Whether the story continues; null if its author has not said')
    .default(null),
  visibility: visibilityInput.default('public'),
  language: languageInput.default(null),
  warnings: warningsInput.default(null),
  ...coverDetails,
  cover_previews: coverPreviewsInput,
  books: z
    .boolean('Books must be true or false')
    .describe('Whether readers may take it away as a book (EPUB)')
    .default(true),
  full_text_feeds: z
    .boolean('Full text feeds must be true or false')
    .describe('Whether feeds contain whole chapters, rather than the synopsis')
    .default(false),
  licence: licenceInput,
  ai_training: z
    .boolean('AI training must be true or false')
    .describe(
      'Whether its author lets language models be trained on it, where the site leaves that to authors',
    )
    .default(false),
  comments: commentsInput.default('members'),
  corrections: correctionsInput.default('commenters'),
  notes: z
    .boolean('Notes must be true or false')
    .describe('Whether readers may write to the author about it, in private')
    .default(false),
});
export type StoryDetails = z.output<typeof storyDetailsSchema>;
export const STORY_DETAILS = storyDetailsSchema.keyof().options;

const storySeriesSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  position: z.int(),
  of: z.int().describe('The number of its stories that the caller may see'),
});
export type StorySeries = z.output<typeof storySeriesSchema>;

export const storySchema = z.object({
  id: z.int(),
  slug: z.string(),
  url: z.string().describe('Path of the story’s page: /story/<slug>'),
  ...answerShape(storyDetailsSchema.shape),
  chapter_warnings: warningNames.describe('The warnings that its published chapters carry'),
  staff_warnings: warningNames.describe('Warnings that staff added; readers see them like the author’s'),
  author_username: z.string(),
  author_display_name: z.string().describe('The author’s display name, or the username if none is set'),
  author_id: z.int(),
  tags: z.array(z.object({ name: z.string(), trending_score: z.number() })),
  series: z.array(storySeriesSchema).describe('The series that it belongs to, and its place in each'),
  upvote_count: z.int(),
  downvote_count: z.int(),
  view_count: z.int(),
  bookmark_count: z.int(),
  comment_count: z.int().describe('Comments on the story and its published chapters; 0 where they are off'),
  chapter_count: z.int(),
  word_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_chapter_at: z.iso
    .datetime()
    .nullable()
    .describe('When the latest of its chapters was published; null if none has been'),
  withheld_at: z.iso
    .datetime()
    .optional()
    .describe('When it was withheld from readers; only its author and moderators see this'),
  is_waiting: z
    .boolean()
    .optional()
    .describe('Whether it has an address but stays out of all lists until its author or a moderator acts'),
  waiting_for: z
    .enum(['address', 'moderator'])
    .optional()
    .describe('What it is waiting for; only its author and moderators see this'),
  next_chapter_at: z.iso
    .datetime()
    .optional()
    .describe('When its next scheduled chapter is published: only its author sees this, in their own list'),
});
export type Story = z.output<typeof storySchema>;

/** The answer of every list of stories that can be filtered. */
export const storyListSchema = z.object({
  stories: z.array(storySchema),
  pagination: paginationSchema,
  hidden: hiddenCountsSchema,
  is_complete: z
    .boolean()
    .describe(
      `False when only the beginning of the list was looked through: its first ${groupThousands(FILTER_DEPTH)} stories for a filter, or a few hundred of which the caller hides almost all`,
    ),
});
export type StoryList = z.output<typeof storyListSchema>;

export const storyIdOrSlug = z
  .string()
  .min(1, 'Story id is required')
  .max(200, 'Story id is too long')
  .describe('The story’s id, or a slug it has or had');

export const frontpage = defineCall({
  name: 'frontpage',
  method: 'GET',
  path: '/frontpage',
  summary:
    'Listed stories in one of the five orders, optionally only those with a tag, or that pass a filter.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    sort: z.enum(STORY_SORTS).default('trending'),
    tag: tagFilter.optional(),
    ...storyFilterInput,
    ...hiddenInput,
    ...pagingInput(STORY_PAGE_SIZE),
  }),
  data: storyListSchema,
  errors: [],
});

export const listStories = defineCall({
  name: 'listStories',
  method: 'GET',
  path: '/stories',
  summary:
    'Listed stories, newest first; one story by its slug; or one account’s stories, with unfinished ones first for their author.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    slug: z.string().min(1, 'Slug must not be empty').max(200, 'Slug is too long').optional(),
    account_id: z.coerce
      .number('Account id must be a number')
      .int('Account id must be a whole number')
      .min(1, 'Account id must be at least 1')
      .optional(),
    ...storyFilterInput,
    ...hiddenInput,
    ...pagingInput(STORY_PAGE_SIZE),
  }),
  data: storyListSchema,
  errors: [],
});

export const getStory = defineCall({
  name: 'getStory',
  method: 'GET',
  path: '/stories/{id}',
  summary:
    'One story, by id or slug. A former slug redirects (301) to the current one. Only its author and moderators see a withheld story; only its author finds one without chapters by its id.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}'],
  privateInput: 'hidden',
  input: z.object({ id: storyIdOrSlug, ...hiddenInput }),
  data: storySchema.extend({
    hidden_by: hiddenCountsSchema.shape.by.element
      .pick({ kind: true, name: true })
      .optional()
      .describe('Why lists leave it out for the caller'),
  }),
  errors: ['not-found', 'moved'],
});

/** The content of a new story; imports are validated with it too. */
export const newStorySchema = storyDetailsSchema.extend({ tags: storyTagsInput.default([]) });
export type NewStory = z.input<typeof newStorySchema>;

export const publishStory = defineCall({
  name: 'publishStory',
  method: 'POST',
  path: '/stories',
  summary: 'Creates a story. It is listed once it has a chapter.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: newStorySchema.extend({ author_username: authorUsernameInput, draft_updated_at: draftUpdatedAt }),
  data: storySchema,
  status: 201,
  errors: ['invalid', 'not-yours'],
});

export const editStory = defineCall({
  name: 'editStory',
  method: 'PUT',
  path: '/stories/{id}',
  summary:
    'Changes your story. Everything but title and slug is optional and stays as it is if left out; a former slug redirects to the new one.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    ...editShape(storyDetailsSchema.shape),
    slug: z
      .string(storyMessages.slugRequired)
      .trim()
      .min(1, storyMessages.slugRequired)
      .refine((text) => fits(text, MAX_SLUG_CHARACTERS), storyMessages.slugTooLong)
      .describe(
        `Up to ${MAX_SLUG_CHARACTERS} of a–z, 0–9, _ and -; upper case becomes lower case, anything else a hyphen`,
      ),
    tags: storyTagsInput.optional(),
    author_username: authorUsernameInput,
    expected_updated_at: expectedUpdatedAt,
    draft_updated_at: draftUpdatedAt,
  }),
  data: storySchema,
  errors: ['not-found', 'moved', 'not-yours', 'taken', 'edit-conflict'],
});
