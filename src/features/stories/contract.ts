/** Stories: what authors publish and readers find, in lists and one by one. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';

export const STORY_TITLE_MAXIMUM = 100;
export const SYNOPSIS_MAXIMUM = 5000;
export const STORY_PAGE_SIZE = 18;
export const FEATURED_STORIES = 5;
export const RELATED_STORIES = 3;
export const SEO_DESCRIPTION_LENGTH = 160;

export const STORY_SORTS = ['trending', 'top', 'new', 'featured'] as const;
export type StorySort = (typeof STORY_SORTS)[number];

export const storySortLabels: Record<StorySort, string> = {
  trending: 'Trending',
  top: 'Top',
  new: 'New',
  featured: 'Featured',
};

export const storyMessages = {
  notFound: 'Story not found',
  loadFailed: 'Failed to load story',
  loadListFailed: 'Failed to load stories',
  loadTagFailed: 'Failed to load stories with this tag',
  none: 'No stories found',
  noSynopsis: 'No synopsis available.',
  noChapters: 'No chapters have been published yet.',
  noPreview: 'No chapters available yet',
};

export const storySchema = z.object({
  id: z.int(),
  slug: z.string(),
  url: z.string().describe('Path of the story’s page: /story/<slug>'),
  title: z.string(),
  synopsis: z.string(),
  author_username: z.string(),
  author_id: z.int(),
  tags: z.array(z.object({ name: z.string(), trending_score: z.number() })),
  upvote_count: z.int(),
  downvote_count: z.int(),
  view_count: z.int(),
  bookmark_count: z.int(),
  chapter_count: z.int(),
  word_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Story = z.output<typeof storySchema>;

const storyListSchema = z.object({ stories: z.array(storySchema), pagination: paginationSchema });
export type StoryList = z.output<typeof storyListSchema>;

export const storyIdOrSlug = z
  .string()
  .min(1, 'Story id is required')
  .max(200, 'Story id is too long')
  .describe('The story’s id, or a slug it has or had');

const tagFilter = z.string().min(1, 'Tag must not be empty').max(50, 'Tag must be at most 50 characters');

export const frontpage = defineCall({
  name: 'frontpage',
  method: 'GET',
  path: '/frontpage',
  summary: 'Listed stories in one of the four orders, optionally those with a tag.',
  who: 'anyone',
  limit: 'read',
  input: z.object({
    sort: z.enum(STORY_SORTS).default('trending'),
    tag: tagFilter.optional(),
    ...pagingInput(STORY_PAGE_SIZE),
  }),
  data: storyListSchema,
  errors: [],
});

export const listStories = defineCall({
  name: 'listStories',
  method: 'GET',
  path: '/stories',
  summary: 'Listed stories, newest first; one by its slug; those of one account.',
  who: 'anyone',
  limit: 'read',
  input: z.object({
    slug: z.string().min(1, 'Slug must not be empty').max(200, 'Slug is too long').optional(),
    account_id: z.coerce
      .number('Account id must be a number')
      .int('Account id must be a whole number')
      .min(1, 'Account id must be at least 1')
      .optional(),
    ...pagingInput(STORY_PAGE_SIZE),
  }),
  data: storyListSchema,
  errors: [],
});

export const getStory = defineCall({
  name: 'getStory',
  method: 'GET',
  path: '/stories/{id}',
  summary: 'One story, by id or slug. A former slug answers 301 to the present one.',
  who: 'anyone',
  limit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: storySchema,
  errors: ['not-found', 'moved'],
});

export const relatedStories = defineCall({
  name: 'relatedStories',
  method: 'GET',
  path: '/stories/{id}/related',
  summary: 'Up to three listed stories that share the most telling tags with this one.',
  who: 'anyone',
  limit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ stories: z.array(storySchema) }),
  errors: ['not-found', 'moved'],
});
