import { canonicalLanguageTag } from '#base/language-tag.ts';
import type { HiddenCounts } from '#features/hidden/contract.ts';
import { STORY_STATUSES, type StoryStatus } from '#features/labels/contract/status.ts';
import { CONTENT_WARNINGS, type ContentWarning } from '#features/labels/contract/warnings.ts';
import {
  filterMessages,
  MAX_FILTER_NAMES,
  MAX_FILTER_TAGS,
  MAX_FILTER_WORD_COUNT,
  STORY_FILTER_NAMES,
  type StoryFilterName,
  type StoryFilterText,
} from './contract.ts';

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

/** The names in a part of a filter. */
function namesIn(text: string | undefined): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
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

/** The parts of a filter that are set, from an address or an input. */
function filterTextOf(parameters: URLSearchParams | StoryFilterText): StoryFilterText {
  const text: StoryFilterText = {};
  for (const name of STORY_FILTER_NAMES) {
    const value = parameters instanceof URLSearchParams ? parameters.get(name) : parameters[name];
    if (value !== null && value !== undefined && value.trim() !== '') text[name] = value.trim();
  }
  return text;
}

/** Whether a filter has no part. */
export function isEmptyFilter(text: StoryFilterText): boolean {
  return STORY_FILTER_NAMES.every((name) => (text[name] ?? '').trim() === '');
}

/** Problems of a filter in an address, by the name of its part. */
export type FilterProblems = Partial<Record<StoryFilterName, string>>;

/** The parts of a filter in an address that a list accepts, and the problems of the others. */
function checkFilter(parameters: URLSearchParams): {
  filter: StoryFilterText;
  problems: FilterProblems;
} {
  const filter = filterTextOf(parameters);
  const problems: FilterProblems = {};
  const isWordCount = (text = '0') => /^[0-9]{1,9}$/.test(text) && Number(text) <= MAX_FILTER_WORD_COUNT;
  for (const name of ['min_words', 'max_words'] as const)
    if (!isWordCount(filter[name])) problems[name] = filterMessages.words;
  const { min_words = '0', max_words = String(MAX_FILTER_WORD_COUNT) } = filter;
  if (Object.keys(problems).length === 0 && Number(min_words) > Number(max_words))
    problems.min_words = filterMessages.wordsOrder;
  if (namesIn(filter.status).some((name) => !STORY_STATUSES.includes(name as StoryStatus)))
    problems.status = filterMessages.status;
  if (namesIn(filter.language).some((tag) => canonicalLanguageTag(tag) === undefined))
    problems.language = filterMessages.language;
  if (filter.updated_since !== undefined && !isDate(filter.updated_since))
    problems.updated_since = filterMessages.updatedSince;
  if (namesIn(filter.tags).length > MAX_FILTER_TAGS) problems.tags = filterMessages.tooManyTags;
  for (const name of ['not_tags', 'authors', 'not_authors'] as const)
    if (namesIn(filter[name]).length > MAX_FILTER_NAMES) problems[name] = filterMessages.tooManyNames;
  for (const name of STORY_FILTER_NAMES) if (problems[name] !== undefined) delete filter[name];
  if (problems.min_words === filterMessages.wordsOrder) delete filter.max_words;
  return { filter, problems };
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The query names of a page with a list that can be filtered. */
export const LIST_QUERY_NAMES = [...STORY_FILTER_NAMES, 'show_hidden', 'filters'] as const;

/** The parameters of a list call for a page's address. */
export function listInput({ url, hidden }: { url: URL; hidden: string }) {
  const showsHidden = url.searchParams.get('show_hidden') === 'true';
  return {
    ...checkFilter(url.searchParams).filter,
    hidden,
    show_hidden: showsHidden ? ('true' as const) : ('false' as const),
  };
}

/** A page's view of its list: the filter of its address, and what a list left out. */
export function listViewOf(url: URL, list: { hidden: HiddenCounts; is_complete?: boolean }) {
  return {
    ...checkFilter(url.searchParams),
    hidden: list.hidden,
    isComplete: list.is_complete ?? true,
    showsHidden: url.searchParams.get('show_hidden') === 'true',
    isPanelOpen: url.searchParams.get('filters') === 'open',
  };
}
export type PageListView = ReturnType<typeof listViewOf>;
