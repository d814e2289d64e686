/** Hidden items: tags, warnings, authors and single stories that a reader never wants to meet. */

import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { MAX_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { CONTENT_WARNINGS } from '#features/labels/contract/warnings.ts';
import { MAX_HIDDEN_CHARACTERS, normalizeHiddenText } from './rules.ts';

export const MAX_HIDDEN_TAGS = 300;
export const MAX_HIDDEN_AUTHORS = 200;
export const MAX_HIDDEN_STORIES = 1000;

/** The number of stories at the beginning of a list among which hidden ones are counted. */
export const HIDDEN_COUNT_DEPTH = 100;
/** The number of stories that a page looks through for its own, besides two for each place up to its end. */
export const HIDDEN_SPARE_DEPTH = 200;

export const HIDDEN_KINDS = ['tag', 'warning', 'author', 'story'] as const;
export type HiddenKind = (typeof HIDDEN_KINDS)[number];

/** The kinds of hidden items, as addresses name them. */
export const HIDDEN_COLLECTIONS = ['tags', 'warnings', 'authors', 'stories'] as const;

/** The collection of each kind. */
export const hiddenCollections = {
  tag: 'tags',
  warning: 'warnings',
  author: 'authors',
  story: 'stories',
} as const satisfies Record<HiddenKind, (typeof HIDDEN_COLLECTIONS)[number]>;

export const hiddenMessages = {
  tooManyTags: `You can hide up to ${MAX_HIDDEN_TAGS} tags`,
  tooManyAuthors: `You can hide up to ${MAX_HIDDEN_AUTHORS} authors`,
  tooManyStories: `You can hide up to ${MAX_HIDDEN_STORIES} single stories`,
  unknownKind: `Only these can be hidden: ${HIDDEN_COLLECTIONS.join(', ')}`,
  unknownTag: 'There is no such tag',
  unknownAuthor: 'There is no such author',
  unknownWarning: 'There is no such warning',
  unknownStory: 'There is no such story',
  loadFailed: 'Failed to load what you hide',
  badFile: 'This file can’t be read. Choose one that was saved on this page.',
  nameNeeded: 'Name is required',
  failed: 'That could not be saved. Please try again in a moment.',
};

/** The parameters of a list that leaves out hidden items. */
export const hiddenInput = {
  hidden: z
    .string()
    .max(4 * MAX_HIDDEN_CHARACTERS, `Hidden must be at most ${4 * MAX_HIDDEN_CHARACTERS} characters`)
    .overwrite(normalizeHiddenText)
    .default('')
    .describe(
      'What to leave out for a caller without a token: t=<tag ids>&w=<warnings>&a=<author ids>&s=<story ids>, joined by commas. With a token the account’s own list applies',
    ),
  show_hidden: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether to show everything, as if nothing were hidden'),
};

/** The hidden stories of a list, and the reasons. */
export const hiddenCountsSchema = z.object({
  total: z.int(),
  by: z
    .array(
      z.object({
        kind: z.enum(HIDDEN_KINDS),
        name: z.string().describe('The tag, the warning, the author’s username or the story’s slug'),
        count: z.int(),
      }),
    )
    .describe('Each story once, by its first reason: the story itself, its author, a warning, a tag'),
  is_capped: z
    .boolean()
    .describe(
      `Whether only the first ${HIDDEN_COUNT_DEPTH} stories of a longer list were counted, so that there may be more`,
    ),
});
export type HiddenCounts = z.output<typeof hiddenCountsSchema>;

const items = {
  tags: z
    .array(
      z.union(
        [z.string().min(1).max(MAX_TAG_NAME_CHARACTERS), z.int().positive()],
        'Tags must be a list of names',
      ),
      'Tags must be a list of names',
    )
    .max(MAX_HIDDEN_TAGS, hiddenMessages.tooManyTags)
    .describe('Names or ids of tags; unknown names are dropped'),
  warnings: z
    .array(z.enum(CONTENT_WARNINGS, hiddenMessages.unknownWarning), 'Warnings must be a list of names')
    .max(CONTENT_WARNINGS.length, hiddenMessages.unknownWarning),
  authors: z
    .array(
      z.union(
        [z.string().min(1).max(MAX_USERNAME_CHARACTERS), z.int().positive()],
        'Authors must be a list of usernames',
      ),
      'Authors must be a list of usernames',
    )
    .max(MAX_HIDDEN_AUTHORS, hiddenMessages.tooManyAuthors)
    .describe('Usernames or ids of pen names; unknown usernames are dropped'),
  stories: z
    .array(
      z.union([z.string().min(1).max(200), z.int().positive()], 'Stories must be a list of ids'),
      'Stories must be a list of ids',
    )
    .max(MAX_HIDDEN_STORIES, hiddenMessages.tooManyStories)
    .describe('Ids or slugs of stories; unknown slugs are dropped'),
};

const hiddenItemsSchema = z.object({
  tags: z.array(z.string()),
  warnings: z.array(z.enum(CONTENT_WARNINGS)),
  authors: z.array(z.string()),
  stories: z.array(z.int()),
  story_titles: z
    .array(z.object({ id: z.int(), slug: z.string(), title: z.string() }))
    .describe('The hidden stories that the caller can find'),
  hidden: z
    .string()
    .describe('The text of the cookie; too long a list loses its oldest single stories in it'),
});
export type HiddenItems = z.output<typeof hiddenItemsSchema>;

export const getHidden = defineCall({
  name: 'getHidden',
  method: 'GET',
  path: '/hidden',
  summary: 'Everything that you hide.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: hiddenItemsSchema,
  errors: [],
});

export const setHidden = defineCall({
  name: 'setHidden',
  method: 'PUT',
  path: '/hidden',
  summary: 'Replaces what you hide; kinds that are left out stay as they are.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({
    tags: items.tags.optional(),
    warnings: items.warnings.optional(),
    authors: items.authors.optional(),
    stories: items.stories.optional(),
  }),
  data: hiddenItemsSchema,
  errors: [],
});

const oneItem = z.object({
  kind: z.string().describe(HIDDEN_COLLECTIONS.join(', ')),
  item: z
    .string()
    .min(1, 'The item is required')
    .max(200, 'The item is too long')
    .describe('A tag, a warning, a username, or the id or slug of a story'),
});

export const hideItem = defineCall({
  name: 'hideItem',
  method: 'PUT',
  path: '/hidden/{kind}/{item}',
  summary: 'Hides a tag, a warning, an author or a single story from all your lists.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: oneItem,
  data: hiddenItemsSchema,
  errors: ['not-found'],
});

export const unhideItem = defineCall({
  name: 'unhideItem',
  method: 'DELETE',
  path: '/hidden/{kind}/{item}',
  summary: 'Shows a hidden item again.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: oneItem,
  data: hiddenItemsSchema,
  errors: ['not-found'],
});

export const nameHidden = defineCall({
  name: 'nameHidden',
  method: 'GET',
  path: '/hidden/names',
  summary: 'The names of the hidden items in a guest’s cookie.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({ hidden: hiddenInput.hidden }),
  data: hiddenItemsSchema,
  errors: [],
});

export const findHidden = defineCall({
  name: 'findHidden',
  method: 'POST',
  path: '/hidden/names',
  summary: 'The items of these names, as text for a guest’s cookie; nothing is stored.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({
    tags: items.tags.default([]),
    warnings: z
      .array(z.string('Warnings must be a list of names').max(200), 'Warnings must be a list of names')
      .max(CONTENT_WARNINGS.length, hiddenMessages.unknownWarning)
      .default([])
      .describe('Unknown ones are dropped'),
    authors: items.authors.default([]),
    stories: items.stories.default([]),
  }),
  data: hiddenItemsSchema,
  errors: [],
});
