import { groupThousands } from '#base/text.ts';
import { type StoryStatus, storyStatusLabels } from '#features/labels/contract/status.ts';
import { contentWarnings, warningAnswers } from '#features/labels/contract/warnings.ts';
import { languageName } from '#features/labels/rules/language-name.ts';
import { STORY_FILTER_NAMES, type StoryFilterName, type StoryFilterText } from '../contract/filters.ts';
import { namesIn } from './names.ts';

/** The address of the same list with other parameters, from its first page on; undefined removes one. */
export function listAddress(
  { pathname, search }: { pathname: string; search: string },
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** The address of another page of the same list. */
export function pageAddress(location: { pathname: string; search: string }, page: number): string {
  return listAddress(location, { page: page === 1 ? undefined : String(page), filters: undefined });
}

/** An address without any part of a filter, the finished stories of a member included. */
export function unfilteredAddress(location: { pathname: string; search: string }): string {
  const names = [...STORY_FILTER_NAMES, 'hide_finished'];
  return listAddress(location, Object.fromEntries(names.map((name) => [name, undefined])));
}

/** A filter in the words of a reader, part by part: its chip's text, and the value of its name without it. */
export function filterParts(
  filter: StoryFilterText,
): { name: StoryFilterName; rest: string; label: string }[] {
  return STORY_FILTER_NAMES.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    const names = LISTED_NAMES.has(name) ? namesIn(value) : [value];
    return names.map((item) => ({
      name,
      rest: names.filter((other) => other !== item).join(),
      label: labelOf(name, item),
    }));
  });
}

const LISTED_NAMES = new Set<StoryFilterName>([
  ...(['tags', 'not_tags', 'not_warnings', 'authors', 'not_authors', 'status', 'language'] as const),
]);

function labelOf(name: StoryFilterName, value: string): string {
  switch (name) {
    case 'tags':
      return value;
    case 'not_tags':
      return `not ${value}`;
    case 'not_warnings':
      return `no ${warningLabel(value).toLowerCase()}`;
    case 'authors':
      return `by ${value}`;
    case 'not_authors':
      return `not by ${value}`;
    case 'status':
      return storyStatusLabels[value as StoryStatus] ?? value;
    case 'language':
      return `in ${languageName(value)}`;
    case 'min_words':
      return `from ${groupThousands(Number(value))} words`;
    case 'max_words':
      return `up to ${groupThousands(Number(value))} words`;
    case 'updated_since':
      return `updated since ${value}`;
  }
}

export function warningLabel(name: string): string {
  const labels: Record<string, string> = { ...contentWarnings, ...warningAnswers };
  return labels[name] ?? name;
}
