/** Filters of story lists: the parameters that every list and the search share. */
import { z } from 'zod';
import { type DataOf, defineCall } from '#base/contract.ts';
import { canonicalLanguageTag } from '#base/language-tag.ts';
import { hiddenInput } from '#features/hidden/contract.ts';
import { STORY_STATUSES } from '#features/labels/contract/status.ts';
import { CONTENT_WARNINGS } from '#features/labels/contract/warnings.ts';
import { TAG_KINDS, tagFilter } from '#features/tags/contract/tags.ts';

/** The number of tags that a story must all have. */
export const MAX_FILTER_TAGS = 10;
/** The number of names in any other part of a filter. */
const MAX_FILTER_NAMES = 50;
const MAX_FILTER_CHARACTERS = 2000;
const MAX_FILTER_WORD_COUNT = 100_000_000;
/** The number of stories at the beginning of a list among which a filter looks for matches. */
export const FILTER_DEPTH = 10_000;

export const filterMessages = {
  tooManyTags: `Tags must be at most ${MAX_FILTER_TAGS}`,
  tooManyNames: `A filter can name up to ${MAX_FILTER_NAMES}`,
  status: `Status must be any of ${STORY_STATUSES.join(', ')}`,
  language: 'Language must be a language code such as en or pt-BR, or several of them',
  words: 'The number of words must be a whole number',
  wordsOrder: 'The smallest number of words must not exceed the largest',
  updatedSince: 'Updated since must be a date such as 2026-05-31',
  hideFinished: 'Hide finished must be true or false',
  incomplete: 'Only the beginning of this list was looked through.',
};

const list = (description: string) =>
  z
    .string()
    .max(MAX_FILTER_CHARACTERS, 'This part of the filter is too long')
    .default('')
    .describe(`${description}; joined by commas`);

const namesIn = (text: string) => text.split(',').filter((name) => name.trim() !== '');

const wordCount = z
  .string()
  .refine(
    (text) => /^[0-9]{0,9}$/.test(text.trim()) && Number(text) <= MAX_FILTER_WORD_COUNT,
    filterMessages.words,
  )
  .default('');

export const storyFilterInput = {
  tags: list('All of these tags').refine(
    (text) => namesIn(text).length <= MAX_FILTER_TAGS,
    filterMessages.tooManyTags,
  ),
  not_tags: list('None of these tags').refine(
    (text) => namesIn(text).length <= MAX_FILTER_NAMES,
    filterMessages.tooManyNames,
  ),
  not_warnings: list(`None of these warnings, in the story or any chapter: ${CONTENT_WARNINGS.join(', ')}`),
  authors: list('By one of these usernames').refine(
    (text) => namesIn(text).length <= MAX_FILTER_NAMES,
    filterMessages.tooManyNames,
  ),
  not_authors: list('By none of these usernames').refine(
    (text) => namesIn(text).length <= MAX_FILTER_NAMES,
    filterMessages.tooManyNames,
  ),
  status: list(`One of ${STORY_STATUSES.join(', ')}`).refine(
    (text) => namesIn(text).every((name) => STORY_STATUSES.some((status) => status === name.trim())),
    filterMessages.status,
  ),
  language: list('One of these languages; en also matches en-GB').refine(
    (text) => namesIn(text).every((tag) => canonicalLanguageTag(tag.trim()) !== undefined),
    filterMessages.language,
  ),
  min_words: wordCount.describe('The smallest number of words'),
  max_words: wordCount.describe('The largest number of words'),
  updated_since: z
    .string()
    .refine(
      (text) =>
        text === '' || z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success,
      filterMessages.updatedSince,
    )
    .default('')
    .describe('A date, such as 2026-05-31'),
  hide_finished: z
    .enum(['true', 'false'], filterMessages.hideFinished)
    .default('false')
    .describe(
      'Whether to leave out the stories that you have marked as finished; without a token it is ignored',
    ),
};

/** The number of stories at the beginning of a list whose labels a panel counts. */
export const FILTER_COUNT_DEPTH = 2000;
export const MAX_FILTER_TAG_CHOICES = 24;

const countSchema = z.object({ name: z.string(), count: z.int() });

export const filterCounts = defineCall({
  name: 'filterCounts',
  method: 'GET',
  path: '/filters/counts',
  summary:
    'The choices by which a list of stories can be narrowed further, and the number of stories of each; for status and language as if nothing were chosen there.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({ ...storyFilterInput, ...hiddenInput, tag: tagFilter.optional() }),
  data: z.object({
    statuses: z.array(countSchema.extend({ name: z.enum(STORY_STATUSES) })),
    languages: z.array(countSchema).describe('Without regions: en stands for en-GB too'),
    warnings: z.array(countSchema.extend({ name: z.enum(CONTENT_WARNINGS) })),
    tags: z.array(countSchema.extend({ kind: z.enum(TAG_KINDS).nullable() })),
    is_capped: z
      .boolean()
      .describe(`Whether only the first ${FILTER_COUNT_DEPTH} stories of the list were counted`),
  }),
  errors: [],
});
export type FilterCounts = DataOf<typeof filterCounts>;

/** The names of the parameters that pages have, in the order of every address: those that are the same for everyone. */
export const STORY_FILTER_NAMES = [
  'tags',
  'not_tags',
  'not_warnings',
  'authors',
  'not_authors',
  'status',
  'language',
  'min_words',
  'max_words',
  'updated_since',
] as const satisfies (keyof typeof storyFilterInput)[];
export type StoryFilterName = (typeof STORY_FILTER_NAMES)[number];
/** A filter as an address has it; parts that it does not have are empty. */
export type StoryFilterText = Partial<Record<StoryFilterName, string>>;
