/** Shelves: a reader's own lists of stories. Private unless their owner publishes one as a reading list. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { tooLongMessage } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { synopsisSchema, titleSchema } from '#base/title-schema.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { READING_STATES } from '#features/reactions/contract/reading-state.ts';
import { STORY_PAGE_SIZE, storyIdOrSlug, storySchema } from '#features/stories/contract/stories.ts';
import { markInput, markSchema, shelfNoteInput } from './marks.ts';

export const MAX_SHELVES_PER_ACCOUNT = 100;
export const MAX_STORIES_PER_SHELF = 1000;
export const MAX_SHELF_TITLE_CHARACTERS = 100;
export const MAX_SHELF_SYNOPSIS_CHARACTERS = 2000;

/** `state` and `bookmarks` exist for everyone and can be neither changed nor published. */
const SHELF_KINDS = ['state', 'bookmarks', 'custom'] as const;
export const SHELF_VISIBILITIES = ['private', 'public', 'link'] as const;
export type ShelfVisibility = (typeof SHELF_VISIBILITIES)[number];

export const BOOKMARKS_SHELF = 'bookmarks';

export const SHELF_SORTS = ['added', 'state', 'length', 'updated', 'order'] as const;
export type ShelfSort = (typeof SHELF_SORTS)[number];

export const shelfMessages = {
  notFound: 'Shelf not found',
  loadFailed: 'Failed to load your shelves',
  builtIn: 'This shelf is always there and cannot be changed',
  titleRequired: 'Title is required',
  titleTooLong: tooLongMessage('Title', MAX_SHELF_TITLE_CHARACTERS),
  synopsisTooLong: tooLongMessage('Synopsis', MAX_SHELF_SYNOPSIS_CHARACTERS),
  tooMany: `You have ${groupThousands(MAX_SHELVES_PER_ACCOUNT)} shelves, the most an account can hold.`,
  full: `A shelf can hold ${groupThousands(MAX_STORIES_PER_SHELF)} stories at most`,
  storyTwice: 'Each story can be on a shelf once',
  notOnShelf: 'Only stories of this shelf can be put in order',
  stateNeeded: 'Stories on this shelf have its state; choose another one, or remove the story',
  nameGone: 'Choose the pen name under which this list is published',
  created: 'Shelf created',
  createFailed: 'Failed to create shelf',
  updated: 'Shelf updated',
  updateFailed: 'Failed to update shelf',
  ordered: 'Order saved',
  orderFailed: 'Failed to save the order',
  deleted: 'Shelf deleted',
  deleteFailed: 'Failed to delete shelf',
  removed: 'Removed from the shelf',
};

const shelfSchema = z.object({
  id: z
    .string()
    .describe(`${READING_STATES.join(', ')}, ${BOOKMARKS_SHELF}, or the number of your own shelf`),
  slug: z.string(),
  title: z.string(),
  synopsis: z.string(),
  kind: z.enum(SHELF_KINDS),
  visibility: z.enum(SHELF_VISIBILITIES),
  author_username: z.string().nullable().describe('The pen name of a published list'),
  story_count: z.int().describe('Stories that you can open now'),
  is_withheld: z
    .literal(true)
    .optional()
    .describe('Whether moderators withhold the list from everybody else'),
});
export type Shelf = z.output<typeof shelfSchema>;

const shelfId = z
  .string()
  .min(1, 'Shelf id is required')
  .max(120, 'Shelf id is too long')
  .describe('The id of a shelf, or the slug of one of yours');

const titleInput = titleSchema(shelfMessages, MAX_SHELF_TITLE_CHARACTERS);
const synopsisInput = synopsisSchema(shelfMessages, MAX_SHELF_SYNOPSIS_CHARACTERS);

const visibilityInput = z.enum(
  SHELF_VISIBILITIES,
  `Visibility must be one of ${SHELF_VISIBILITIES.join(', ')}`,
);

export const listShelves = defineCall({
  name: 'listShelves',
  method: 'GET',
  path: '/shelves',
  summary: 'Your shelves: one for each state, your bookmarks, and those that you have made, oldest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ shelves: z.array(shelfSchema) }),
  errors: [],
});

export const createShelf = defineCall({
  name: 'createShelf',
  method: 'POST',
  path: '/shelves',
  summary: `Creates an empty shelf, private unless you say otherwise. An account can hold ${MAX_SHELVES_PER_ACCOUNT}.`,
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({
    title: titleInput,
    synopsis: synopsisInput.default(''),
    visibility: visibilityInput.default('private'),
    author_username: authorUsernameInput,
  }),
  data: shelfSchema,
  status: 201,
  errors: ['not-yours'],
});

export const editShelf = defineCall({
  name: 'editShelf',
  method: 'PUT',
  path: '/shelves/{id}',
  summary:
    'Changes a shelf of your own; what is left out stays. `public` or `link` gives it a page under your pen name; `private` takes the page away. A new title gives a private shelf a new slug.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: shelfId,
    title: titleInput.optional(),
    synopsis: synopsisInput.optional(),
    visibility: visibilityInput.optional(),
    author_username: authorUsernameInput,
  }),
  data: shelfSchema,
  errors: ['not-found', 'not-yours'],
});

export const deleteShelf = defineCall({
  name: 'deleteShelf',
  method: 'DELETE',
  path: '/shelves/{id}',
  summary: 'Deletes a shelf of your own. Its stories keep your state, rating, note and tags.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: shelfId }),
  data: z.object({}),
  errors: ['not-found'],
});

const LIST_NOTE =
  'On a public or link-only shelf the note that its readers see, otherwise your private one; neither ever becomes the other';

const shelvedStorySchema = storySchema.extend({
  added_at: z.iso.datetime(),
  position: z
    .int()
    .nullable()
    .describe('Its number in the order of your own shelf, where some may be missing; null elsewhere'),
  state: markSchema.shape.state,
  rating: markSchema.shape.rating,
  note: z.string().describe(LIST_NOTE),
  private_note: z.string(),
  own_tags: z.array(z.string()).describe('Your own tags; `tags` are those of the story'),
});
export type ShelvedStory = z.output<typeof shelvedStorySchema>;

export const listShelfStories = defineCall({
  name: 'listShelfStories',
  method: 'GET',
  path: '/shelves/{id}/stories',
  summary:
    'The stories of a shelf, as far as you can open them now and do not hide them: last added first, by state, shortest first, last updated first, or in the order of your own shelf.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    id: shelfId,
    sort: z.enum(SHELF_SORTS, `Sort must be one of ${SHELF_SORTS.join(', ')}`).default('added'),
    state: z
      .enum([...READING_STATES, 'none'], `State must be one of ${READING_STATES.join(', ')}, none`)
      .optional()
      .describe('Only stories of this state; `none` for those without one'),
    ...pagingInput(STORY_PAGE_SIZE),
    ...hiddenInput,
  }),
  data: z.object({
    shelf: shelfSchema,
    stories: z.array(shelvedStorySchema),
    pagination: paginationSchema,
    hidden: hiddenCountsSchema,
  }),
  errors: ['not-found'],
});

/** Numbers grow with each story that is put at the end. */
const MAX_POSITION = 1_000_000_000;

export const putOnShelf = defineCall({
  name: 'putOnShelf',
  method: 'PUT',
  path: '/shelves/{id}/stories/{story_id}',
  summary:
    'Puts a story on a shelf, or changes what you keep about it there; what is left out stays. On the shelf of a state the story takes that state; on the bookmarks it is bookmarked.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: shelfId,
    story_id: storyIdOrSlug,
    ...markInput,
    note: shelfNoteInput.optional().describe(LIST_NOTE),
    position: z
      .int('Position must be a whole number')
      .min(1, 'Position must be at least 1')
      .max(MAX_POSITION, `Position must be at most ${MAX_POSITION}`)
      .optional()
      .describe(
        'The number that a story had which returns to your own shelf; without it, the story comes last',
      ),
  }),
  data: markSchema.extend({ note: z.string().describe(LIST_NOTE) }),
  errors: ['not-found', 'moved'],
});

export const removeFromShelf = defineCall({
  name: 'removeFromShelf',
  method: 'DELETE',
  path: '/shelves/{id}/stories/{story_id}',
  summary:
    'Takes a story off a shelf; repeating it changes nothing. Your rating, private note and tags stay with the story.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: shelfId, story_id: storyIdOrSlug }),
  data: z.object({}),
  errors: ['not-found', 'moved'],
});

export const orderShelf = defineCall({
  name: 'orderShelf',
  method: 'PUT',
  path: '/shelves/{id}/order',
  summary: 'Puts the stories of your own shelf into this order; those left out keep their places.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: shelfId,
    story_ids: z
      .array(z.int('story_ids must be a list of ids'), 'story_ids must be a list of ids')
      .max(MAX_STORIES_PER_SHELF, shelfMessages.full)
      .refine((ids) => new Set(ids).size === ids.length, shelfMessages.storyTwice),
  }),
  data: z.object({}),
  errors: ['not-found'],
});
