import { canonicalLanguageTag } from '#base/language-tag.ts';
import { STORY_STATUSES, type StoryStatus } from '#features/labels/contract/status.ts';
import { CONTENT_WARNINGS, type ContentWarning } from '#features/labels/contract/warnings.ts';
import { STORY_FILTER_NAMES, type StoryFilterText } from '../contract/filters.ts';
import { filterTextOf } from './list-request.ts';
import { namesIn } from './names.ts';

/** A filter of stories, with names as they were typed. */
export interface StoryFilter {
  tags: string[];
  notTags: string[];
  notWarnings: ContentWarning[];
  authors: string[];
  notAuthors: string[];
  statuses: StoryStatus[];
  languages: string[];
  minWords: number | undefined;
  maxWords: number | undefined;
  updatedSince: Date | undefined;
}

const numberIn = (text = '') => (text.trim() === '' ? undefined : Number(text));

/** Reads valid parameters; names that are unknown to the code are dropped. */
export function parseStoryFilter(text: StoryFilterText): StoryFilter {
  const warnings = namesIn(text.not_warnings);
  const statuses = namesIn(text.status);
  return {
    tags: namesIn(text.tags),
    notTags: namesIn(text.not_tags),
    notWarnings: CONTENT_WARNINGS.filter((warning) => warnings.includes(warning)),
    authors: namesIn(text.authors),
    notAuthors: namesIn(text.not_authors),
    statuses: STORY_STATUSES.filter((status) => statuses.includes(status)),
    languages: namesIn(text.language).flatMap((tag) => canonicalLanguageTag(tag) ?? []),
    minWords: numberIn(text.min_words),
    maxWords: numberIn(text.max_words),
    updatedSince: text.updated_since ? new Date(text.updated_since) : undefined,
  };
}

/** Whether no number of words can be within a filter’s limits. */
export function excludesEveryLength({
  minWords = 0,
  maxWords = Number.POSITIVE_INFINITY,
}: Pick<StoryFilter, 'minWords' | 'maxWords'>): boolean {
  return minWords > maxWords;
}

/** Whether no story can pass the filter in a query, because no number of words is within its limits. */
export function isImpossibleQuery(query: string): boolean {
  return excludesEveryLength(parseStoryFilter(filterTextOf(new URLSearchParams(query))));
}

/** Whether a filter has no part. */
export function isEmptyFilter(text: StoryFilterText): boolean {
  return STORY_FILTER_NAMES.every((name) => (text[name] ?? '').trim() === '');
}
