/** Search: readers find stories and authors by words, even by misspelt ones. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { authorSchema } from '#features/authors/contract.ts';
import { MAX_FILTER_TAGS, storyFilterInput } from '#features/filters/contract/filters.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { storySchema } from '#features/stories/contract/stories.ts';

export const MAX_SEARCH_QUERY_CHARACTERS = 200;
export const SEARCH_PAGE_SIZE = 12;
export const SEARCH_POPULAR_TAGS = 15;
export const MAX_SEARCH_TAGS = MAX_FILTER_TAGS;
/** The maximum number of stories, or authors, that one search returns. */
export const MAX_SEARCH_RESULTS = 600;
export const MIN_SUGGESTION_CHARACTERS = 2;
export const MAX_SUGGESTIONS = 10;

export const SEARCH_TYPES = ['all', 'stories', 'authors'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const searchTypeLabels: Record<SearchType, string> = {
  all: 'All Content',
  stories: 'Stories Only',
  authors: 'Authors Only',
};

export const SEARCH_SORTS = ['relevance', 'newest', 'popular', 'trending', 'updated'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export const searchSortLabels: Record<SearchSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest First',
  popular: 'Most Popular',
  trending: 'Trending',
  updated: 'Recently Updated',
};

export const searchMessages = {
  queryRequired: 'Query is required',
  queryTooLong: `Query must be at most ${MAX_SEARCH_QUERY_CHARACTERS} characters`,
  incomplete: 'There is more than a search can show. Add words or tags to narrow it down.',
  onlyExcluding: 'Add a word to look for. A minus only excludes the stories that have the word.',
  none: 'No results found',
  prompt: 'Search for stories & authors',
  failed: 'Search can’t be reached right now. Please try again in a moment.',
};

/** The query names of the search page, besides those of its filter. */
export const SEARCH_QUERY_NAMES = [
  'q',
  'type',
  'sort',
  'tags',
  'title_only',
  'page',
  'authors_page',
] as const;

const textPartSchema = z.object({
  text: z.string(),
  is_match: z.boolean().describe('Whether these words were searched for'),
});
/** A piece of plain text, never HTML. */
export type TextPart = z.output<typeof textPartSchema>;

export const storyHitSchema = storySchema.extend({
  title_parts: z.array(textPartSchema),
  author_parts: z.array(textPartSchema),
  matched_tags: z.array(z.string()).describe('The tags that contain words of the search'),
  snippet: z
    .object({
      chapter: z
        .object({ id: z.int(), title: z.string(), order: z.int() })
        .nullable()
        .describe('Where the words are; null: in the synopsis'),
      parts: z.array(textPartSchema),
    })
    .nullable()
    .describe('Where the story matches, if beyond its title, author and tags'),
});
export type StoryHit = z.output<typeof storyHitSchema>;

const queryText = z.string().max(MAX_SEARCH_QUERY_CHARACTERS, searchMessages.queryTooLong);

export const search = defineCall({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary:
    'Stories and authors that match all words. "Quoted" words match in that order, -word excludes every story that has it anywhere, and the last word may be unfinished. Without words: the stories that pass the filter.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists', 'texts'],
  privateInput: 'hidden',
  input: z.object({
    query: queryText.default(''),
    type: z.enum(SEARCH_TYPES).default('all'),
    ...pagingInput(SEARCH_PAGE_SIZE),
    authors_page: pagingInput(SEARCH_PAGE_SIZE)
      .page.unwrap()
      .optional()
      .describe('The page of authors, if it differs from that of stories'),
    match_title_only: z.enum(['true', 'false']).default('false'),
    ...storyFilterInput,
    ...hiddenInput,
    sort: z.enum(SEARCH_SORTS).default('relevance'),
  }),
  data: z.object({
    stories: z.array(storyHitSchema),
    authors: z.array(authorSchema),
    pagination: z.object({ stories: paginationSchema, authors: paginationSchema }),
    showing_for: z
      .string()
      .nullable()
      .describe('The query that was answered when the typed one found little'),
    is_partial: z.boolean().describe('Whether some of the stories match only some of the words'),
    is_complete: z.boolean().describe('False when there is more than a search gives'),
    notice: z
      .string()
      .nullable()
      .describe(
        'What the query lacks, such as a word besides -word, or which part of it could not be applied',
      ),
    hidden: hiddenCountsSchema,
  }),
  errors: [],
});

export const SUGGESTION_TYPES = ['story', 'author', 'tag'] as const;

const suggestionSchema = z.object({
  text: z.string(),
  type: z.enum(SUGGESTION_TYPES),
  slug: z.string().optional().describe('The slug of a story, or the username of an author'),
  language: z.string().optional().describe('The language of a story, where its author named it'),
});
export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestions = defineCall({
  name: 'suggestions',
  method: 'GET',
  path: '/search/suggestions',
  summary: 'Up to ten stories, authors and tags whose words begin with the query; none below two characters.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['lists'],
  privateInput: 'hidden',
  input: z.object({
    query: queryText.default(''),
    type: z.enum(SEARCH_TYPES).default('all'),
    ...hiddenInput,
  }),
  data: z.object({ suggestions: z.array(suggestionSchema) }),
  errors: [],
});
