/** Authors: pen names as readers see them, with what they have published. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { MAX_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';
import { storyFilterInput } from '#features/filters/contract/filters.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { STORY_PAGE_SIZE, storyListSchema } from '#features/stories/contract/stories.ts';

export const AUTHOR_PAGE_SIZE = 18;

export const AUTHOR_SORTS = ['trending', 'top'] as const;
export type AuthorSort = (typeof AUTHOR_SORTS)[number];

export const authorMessages = {
  notFound: 'Author not found or profile is unavailable',
  notFoundReason: 'The author may have been renamed, or be yet to publish.',
  loadFailed: 'Failed to load author data',
  loadListFailed: 'Failed to load authors',
  none: 'No authors found',
  noStories: 'This author has not published any stories yet.',
};

export const authorSchema = z.object({
  id: z.int(),
  account_id: z.int().describe('Equal to id, which is that of the pen name'),
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  profile_picture_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  story_count: z.int(),
  total_views: z.int(),
  total_upvotes: z.int(),
  top_story: z
    .object({ slug: z.string(), title: z.string(), view_count: z.int(), upvote_count: z.int() })
    .nullable(),
  author_trending_score: z.number(),
});
export type Author = z.output<typeof authorSchema>;

export const profileSchema = authorSchema.extend({
  is_private: z
    .literal(true)
    .optional()
    .describe('Set when readers can’t see this profile; only its owner and moderators get this field'),
});
export type Profile = z.output<typeof profileSchema>;

const usernameInput = z
  .string()
  .min(1, 'Username is required')
  .max(MAX_USERNAME_CHARACTERS, 'Username is too long');

export const listAuthors = defineCall({
  name: 'listAuthors',
  method: 'GET',
  path: '/authors',
  summary: 'Pen names with at least one listed story.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    sort: z.enum(AUTHOR_SORTS).default('trending'),
    ...hiddenInput,
    ...pagingInput(AUTHOR_PAGE_SIZE),
  }),
  data: z.object({
    authors: z.array(authorSchema),
    pagination: paginationSchema,
    hidden: hiddenCountsSchema,
  }),
  errors: [],
});

export const getAuthor = defineCall({
  name: 'getAuthor',
  method: 'GET',
  path: '/accounts/users/{username}',
  summary:
    'A pen name’s profile. Readers see it while the name has a listed story or its owner has made it public; otherwise only its owner and moderators do.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['author {username}', 'lists'],
  privateInput: 'hidden',
  input: z.object({ username: usernameInput, ...hiddenInput }),
  data: z.object({ profile: profileSchema }),
  errors: ['not-found'],
});

export const authorStories = defineCall({
  name: 'authorStories',
  method: 'GET',
  path: '/accounts/users/{username}/stories',
  summary: 'An author’s listed stories, newest first.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['author {username}', 'lists'],
  privateInput: 'hidden',
  input: z.object({
    username: usernameInput,
    ...storyFilterInput,
    ...hiddenInput,
    ...pagingInput(STORY_PAGE_SIZE),
  }),
  data: storyListSchema,
  errors: ['not-found'],
});
