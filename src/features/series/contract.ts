/** Series: stories of one pen name, in the order in which their author wants them read. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { synopsisSchema, titleSchema } from '#base/title-schema.ts';
import { storyFilterInput } from '#features/filters/contract/filters.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { storySchema } from '#features/stories/contract/stories.ts';

export const MAX_SERIES_PER_ACCOUNT = 100;
export const MAX_STORIES_PER_SERIES = 100;
export const MAX_SERIES_TITLE_CHARACTERS = 100;
export const MAX_SERIES_SYNOPSIS_CHARACTERS = 5000;

export const seriesMessages = {
  notFound: 'Series not found',
  notFoundReason: 'It may have been renamed, or withdrawn by its author.',
  loadFailed: 'Failed to load series',
  notYours: 'You do not have permission to edit this series',
  titleRequired: 'Title is required',
  titleTooLong: tooLongMessage('Title', MAX_SERIES_TITLE_CHARACTERS),
  synopsisTooLong: tooLongMessage('Synopsis', MAX_SERIES_SYNOPSIS_CHARACTERS),
  tooMany: `You have ${groupThousands(MAX_SERIES_PER_ACCOUNT)} series, the most an account can hold.`,
  tooManyStories: `A series can hold ${groupThousands(MAX_STORIES_PER_SERIES)} stories at most`,
  storyTwice: 'Each story can be in a series once',
  storyUnusable: 'Only stories of the same pen name can be in this series',
  created: 'Series created',
  createFailed: 'Failed to create series',
  updated: 'Series updated',
  updateFailed: 'Failed to update series',
  ordered: 'Stories saved',
  orderFailed: 'Failed to save the stories of this series',
  deleted: 'Series deleted',
  deleteConfirm:
    'Delete this series? Its stories stay as they are, but its page and its followers go. This cannot be undone.',
  deleteFailed: 'Failed to delete series',
};

const seriesSchema = z.object({
  id: z.int(),
  slug: z.string(),
  url: z.string().describe('Path of the series’ page: /series/<slug>'),
  title: z.string(),
  synopsis: z.string(),
  author_username: z.string(),
  author_display_name: z.string(),
  author_id: z.int(),
  stories: z
    .array(storySchema.extend({ position: z.int() }))
    .describe('The stories that the caller may see, by position from 1'),
  is_complete: z.boolean().describe('Whether its author has said that no story will follow'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Series = z.output<typeof seriesSchema>;

const seriesIdOrSlug = z
  .string()
  .min(1, 'Series id is required')
  .max(200, 'Series id is too long')
  .describe('The series’ id, or its slug');

const titleInput = titleSchema(seriesMessages, MAX_SERIES_TITLE_CHARACTERS);
const synopsisInput = synopsisSchema(seriesMessages, MAX_SERIES_SYNOPSIS_CHARACTERS);

const isCompleteInput = z.boolean('is_complete must be true or false');

const storyIdsInput = z
  .array(z.int('story_ids must be a list of ids'), 'story_ids must be a list of ids')
  .max(MAX_STORIES_PER_SERIES, seriesMessages.tooManyStories)
  .refine((ids) => new Set(ids).size === ids.length, seriesMessages.storyTwice);

export const listSeries = defineCall({
  name: 'listSeries',
  method: 'GET',
  path: '/series',
  summary: 'Your series, oldest first, with all their stories.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ series: z.array(seriesSchema) }),
  errors: [],
});

export const getSeries = defineCall({
  name: 'getSeries',
  method: 'GET',
  path: '/series/{id}',
  summary: 'One series, by id or slug. Readers find it once it has a listed story, and see only listed ones.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['series {id}', 'lists'],
  privateInput: 'hidden',
  input: z.object({ id: seriesIdOrSlug, ...storyFilterInput, ...hiddenInput }),
  data: seriesSchema.extend({ hidden: hiddenCountsSchema }),
  errors: ['not-found'],
});

export const createSeries = defineCall({
  name: 'createSeries',
  method: 'POST',
  path: '/series',
  summary: `Creates a series without stories. An account can hold ${MAX_SERIES_PER_ACCOUNT}.`,
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({
    title: titleInput,
    synopsis: synopsisInput.default(''),
    is_complete: isCompleteInput.default(false),
    author_username: authorUsernameInput,
  }),
  data: seriesSchema,
  status: 201,
  errors: ['not-yours'],
});

export const editSeries = defineCall({
  name: 'editSeries',
  method: 'PUT',
  path: '/series/{id}',
  summary: 'Changes your series; what is left out stays. Its slug never changes.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: seriesIdOrSlug,
    title: titleInput.optional(),
    synopsis: synopsisInput.optional(),
    is_complete: isCompleteInput.optional(),
  }),
  data: seriesSchema,
  errors: ['not-found', 'not-yours'],
});

export const setSeriesStories = defineCall({
  name: 'setSeriesStories',
  method: 'PUT',
  path: '/series/{id}/stories',
  summary: 'Replaces the stories of your series, in this order. All must be of its pen name.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: seriesIdOrSlug, story_ids: storyIdsInput }),
  data: seriesSchema,
  errors: ['not-found', 'not-yours'],
});

export const deleteSeries = defineCall({
  name: 'deleteSeries',
  method: 'DELETE',
  path: '/series/{id}',
  summary: 'Deletes your series. Its stories stay.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: seriesIdOrSlug }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});
