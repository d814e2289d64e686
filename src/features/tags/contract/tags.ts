/** Tags: the subjects of stories, by which readers find them. */

import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';

export const MAX_TAGS_PER_STORY = 30;
export const TAG_BROWSE_PAGE_SIZE = 100;
export const TAG_SEARCH_DEFAULT_LIMIT = 20;
export const HOME_TAG_CHIPS = 12;
export const SIDEBAR_TAGS = 5;
export const CARD_TAGS_SHOWN = 6;
export const TRENDING_BAR_CAP = 100;

/** Groups of tags; most tags have none. */
export const TAG_KINDS = ['genre', 'pairing', 'setting', 'theme'] as const;
export type TagKind = (typeof TAG_KINDS)[number];
export const tagKindLabels: Record<TagKind, string> = {
  genre: 'Genre',
  pairing: 'Pairing',
  setting: 'Setting',
  theme: 'Theme',
};

export const TAG_SORTS = ['name', 'trending', 'popularity'] as const;
export type TagSort = (typeof TAG_SORTS)[number];

export const FALLBACK_POPULAR_TAGS = [
  'Bondage',
  'Submission',
  'Domination',
  'Discipline',
  'Romance',
  'Fantasy',
  'Series',
  'Anthology',
  'Historical',
  'Sci-Fi',
  'Contemporary',
  'Novella',
] as const;

export const tagMessages = {
  loadFailed: 'Failed to load tags',
  loadTrendingFailed: 'Failed to load trending tags',
  loadPopularFailed: 'Failed to load popular tags',
  none: 'No tags available',
  changeNotFound: 'There is no such change',
  alreadyUndone: 'This change is already undone',
};

/** The tags that a list of tags leaves out. */
const hiddenTagsSchema = hiddenCountsSchema.describe(
  'The tags that this leaves out, by the hidden tag that they are or are below; tags left out because all their stories are hidden are not counted',
);

export const tagSchema = z.object({
  id: z.int(),
  name: z.string(),
  story_count: z
    .int()
    .describe('Its listed stories without hidden ones, of which not all are counted in a large tag'),
  count: z.int().describe('The same as story_count'),
  trending_score: z.number().describe('0 to 100; the hottest tag is 100'),
  canonical: z.string().nullable().describe('The tag that this one means; null: it is no synonym'),
  parents: z.array(z.string()).describe('Wider tags: their lists have the stories of this one'),
  children: z.array(z.string()).describe('Narrower tags, the most used ones'),
  kind: z.enum(TAG_KINDS).nullable(),
});
export type Tag = z.output<typeof tagSchema>;

/** A tag as the filter of a list of stories. */
export const tagFilter = z
  .string()
  .min(1, 'Tag must not be empty')
  .max(MAX_TAG_NAME_CHARACTERS, `Tag must be at most ${MAX_TAG_NAME_CHARACTERS} characters`);

/** The tags that an author gives a story. Duplicates are dropped before counting, so more may be sent. */
export const storyTagsInput = z
  .array(z.string('Every tag must be a string'), 'Tags must be a list of strings')
  .max(10 * MAX_TAGS_PER_STORY, `A story can have up to ${MAX_TAGS_PER_STORY} tags`)
  .describe(
    `Up to ${MAX_TAGS_PER_STORY} of up to ${MAX_TAG_NAME_CHARACTERS} characters; empty tags and duplicates are dropped`,
  );

export const listTags = defineCall({
  name: 'listTags',
  method: 'GET',
  path: '/search/tags',
  summary: 'Tags by name, by what is trending, or by number of stories; optionally only those that match.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    ...pagingInput(TAG_SEARCH_DEFAULT_LIMIT),
    sort: z.enum(TAG_SORTS).default('name'),
    query: z
      .string()
      .max(MAX_TAG_NAME_CHARACTERS, `Query must be at most ${MAX_TAG_NAME_CHARACTERS} characters`)
      .default(''),
    ...hiddenInput,
  }),
  data: z.object({ tags: z.array(tagSchema), pagination: paginationSchema, hidden: hiddenTagsSchema }),
  errors: [],
});

export const topTags = defineCall({
  name: 'topTags',
  method: 'GET',
  path: '/search/tags/top',
  summary: 'The top tags in one of the sort orders.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    limit: pagingInput(HOME_TAG_CHIPS).limit,
    sort: z.enum(TAG_SORTS).default('trending'),
    ...hiddenInput,
  }),
  data: z.object({ tags: z.array(tagSchema), hidden: hiddenTagsSchema }),
  errors: [],
});

export const frontpageTags = defineCall({
  name: 'frontpageTags',
  method: 'GET',
  path: '/frontpage/tags/all',
  summary: `The most used tags, at most ${TAG_BROWSE_PAGE_SIZE}.`,
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object(hiddenInput),
  data: z.object({ tags: z.array(tagSchema), hidden: hiddenTagsSchema }),
  errors: [],
});

export const MAX_RELATED_TAGS = 12;

export const getTag = defineCall({
  name: 'getTag',
  method: 'GET',
  path: '/tags',
  summary: 'One tag, by its name in any spelling, with the tags that readers of its stories also find there.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    name: z
      .string('Name is required')
      .min(1, 'Name is required')
      .max(MAX_TAG_NAME_CHARACTERS, `Name must be at most ${MAX_TAG_NAME_CHARACTERS} characters`),
    ...hiddenInput,
  }),
  data: z.object({
    hidden: hiddenTagsSchema,
    tag: tagSchema
      .extend({
        is_synonym: z
          .boolean()
          .describe('Whether it means another tag, whose parents, children and related tags are given'),
        related: z.array(z.string()).describe('Canonical tags of the same stories, the closest first'),
      })
      .nullable()
      .describe('Null: no listed story has it'),
  }),
  errors: [],
});
