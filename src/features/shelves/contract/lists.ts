/** Reading lists: shelves that their owners show to others, under a pen name, with a note for each story. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { storySchema } from '#features/stories/contract/stories.ts';

const LIST_PAGE_SIZE = 50;

export const listMessages = {
  notFound: 'Reading list not found',
  notFoundReason: 'It may have been renamed, deleted, or made private by its reader.',
  loadFailed: 'Failed to load reading list',
};

export const listSlug = z.string().min(1, 'Slug is required').max(120, 'Slug is too long');

const listSchema = z.object({
  id: z.string(),
  slug: z.string(),
  url: z.string().describe('Path of the list’s page: /list/<slug>'),
  title: z.string(),
  synopsis: z.string(),
  visibility: z.enum(['public', 'link']),
  author_username: z.string(),
  author_display_name: z.string(),
  author_id: z.int(),
  is_author_public: z.boolean().describe('Whether the pen name has a page'),
  story_count: z.int(),
  updated_at: z.iso.datetime(),
  is_withheld: z
    .literal(true)
    .optional()
    .describe('Whether moderators withhold it; only its owner and moderators see this'),
});
export type ReadingList = z.output<typeof listSchema>;

export const getReadingList = defineCall({
  name: 'getReadingList',
  method: 'GET',
  path: '/lists/{slug}',
  summary:
    'A published reading list with its stories, without those that the caller hides. A private one is not found, and only its owner and moderators see a withheld one.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['list {slug}', 'lists'],
  privateInput: 'hidden',
  input: z.object({
    slug: listSlug,
    ...pagingInput(LIST_PAGE_SIZE),
    sort: z
      .enum(['order', 'added'], 'Sort must be order or added')
      .default('order')
      .describe('In the order of its owner, or what was added last first'),
    ...hiddenInput,
  }),
  data: z.object({
    list: listSchema,
    stories: z.array(
      storySchema.extend({
        note: z.string(),
        position: z.int().describe('Its place in the order of the owner'),
      }),
    ),
    pagination: paginationSchema,
    hidden: hiddenCountsSchema,
  }),
  errors: ['not-found'],
});

export const authorReadingLists = defineCall({
  name: 'authorReadingLists',
  method: 'GET',
  path: '/accounts/users/{username}/lists',
  summary: 'The public reading lists of an author that hold a listed story, last changed first.',
  access: 'anyone',
  rateLimit: 'read',
  cacheTags: ['author {username}', 'lists'],
  input: z.object({ username: z.string().min(1, 'Username is required').max(100, 'Username is too long') }),
  data: z.object({ lists: z.array(listSchema) }),
  errors: [],
});
