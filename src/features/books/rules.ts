import { isolated } from '#base/direction.ts';
import { plural } from '#base/text.ts';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { isUntold } from '#features/labels/rules/shown-warnings.ts';
import type { Story } from '#features/stories/contract/stories.ts';

/** A chapter as far as the first page of a book needs it. */
export interface ChapterDates {
  title: string;
  published_at: Date | null;
  updated_at: Date;
}

/** A date as a book names it: 23 November 2026. */
export function dateInWords(date: Date): string {
  return date.toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
}

const MAX_NAMED = 12;

/** The changes in these chapters since an earlier edition, in sentences. */
export function changesSince(since: Date, chapters: readonly ChapterDates[]): string[] {
  const added = chapters.filter(({ published_at }) => published_at !== null && published_at > since);
  const revised = chapters.filter((chapter) => !added.includes(chapter) && chapter.updated_at > since);
  const edition = `Since the edition of ${dateInWords(since)}`;
  if (added.length + revised.length === 0) return [`${edition} nothing has changed.`];
  return [
    ...(added.length === 0 ? [] : [`${edition}, new: ${named(added)}.`]),
    ...(revised.length === 0 ? [] : [`${edition}, revised: ${named(revised)}.`]),
  ];
}

function named(chapters: readonly ChapterDates[]): string {
  const titles = chapters.slice(0, MAX_NAMED).map(({ title }) => `“${isolated(title)}”`);
  const more = chapters.length - titles.length;
  return titles.join(', ') + (more === 0 ? '' : ` and ${plural(more, 'more chapter')}`);
}

/** The facts about a story on its title page. */
export function storyFacts(story: Story): string[] {
  const [series] = story.series;
  const status = story.status === null ? '' : `${storyStatusLabels[story.status]}. `;
  return [
    ...(series === undefined
      ? []
      : [`Part ${series.position} of ${series.of} in the series “${isolated(series.title)}”`]),
    `${status}${plural(story.chapter_count, 'chapter', 'chapters')}, ${plural(story.word_count, 'word', 'words')}`,
    ...(isUntold(story) ? ['The author prefers not to give content warnings.'] : []),
    ...(story.tags.length === 0 ? [] : [`Tags: ${story.tags.map((tag) => tag.name).join(', ')}`]),
  ];
}

/** Reads the date or time of an earlier edition; undefined when it is neither. */
export function parseEdition(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z)?$/.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text.slice(0, 10)) ? undefined : date;
}
