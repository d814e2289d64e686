import type { DataOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { Warned } from '#features/labels/rules/shown-warnings.ts';
import type { wholeStory } from '#features/whole-story/contract.ts';
import { DEFAULT_KEEP_DAYS, KEEP_DAYS, type KeepDays } from './contract.ts';

type Whole = DataOf<typeof wholeStory>;
export type KeptChapter = Whole['chapters'][number];
export type KeptText = Whole['texts'][number];

/** A kept story without its texts, which are in records of their own: one for each part. */
export interface KeptStory {
  id: number;
  slug: string;
  title: string;
  author: string;
  language: string | null;
  warned: Warned;
  keptAt: number;
  checkedAt: number;
  bytes: number;
  records: string[];
  chapters: KeptChapter[];
}

/** All that is kept. */
export interface KeptIndex {
  days: KeepDays;
  stories: KeptStory[];
  /** Titles of stories that the site no longer has, until the reader has seen it. */
  gone: string[];
}

export const NOTHING_KEPT: KeptIndex = { days: DEFAULT_KEEP_DAYS, stories: [], gone: [] };

/** The stories whose time is not over, and the records of the others. */
export function withoutExpired(index: KeptIndex, now: number): { index: KeptIndex; records: string[] } {
  const isExpired = ({ keptAt }: KeptStory) =>
    // A clock that was put back counts like one that went on: nothing stays longer than was chosen.
    index.days !== 0 && Math.abs(now - keptAt) >= index.days * DAY_MILLISECONDS;
  return {
    index: { ...index, stories: index.stories.filter((story) => !isExpired(story)) },
    records: index.stories.filter(isExpired).flatMap(({ records }) => records),
  };
}

/** The index with this story instead of an earlier copy, at whatever address; `records` are the earlier copy's. */
export function withStory(index: KeptIndex, story: KeptStory): { index: KeptIndex; records: string[] } {
  const others = without(index, ({ id, slug }) => id === story.id || slug === story.slug);
  return { ...others, index: { ...others.index, stories: [story, ...others.index.stories] } };
}

export function withoutStory(index: KeptIndex, slug: string): { index: KeptIndex; records: string[] } {
  return without(index, (story) => story.slug === slug);
}

function without(index: KeptIndex, isIt: (story: KeptStory) => boolean) {
  return {
    index: { ...index, stories: index.stories.filter((story) => !isIt(story)) },
    records: index.stories.filter(isIt).flatMap(({ records }) => records),
  };
}

type Dated = { id: number; state: string; updated_at: string };

/** Whether the site's published chapters are those of the kept copy. */
export function isCurrent(kept: readonly Dated[], chapters: readonly Dated[]): boolean {
  const marks = (list: readonly Dated[]) =>
    list
      .filter(({ state }) => state === 'published')
      .map(({ id, updated_at }) => `${id} ${updated_at}`)
      .join();
  return marks(kept) === marks(chapters);
}

/**
 * The story and the chapter that the part of an address behind # names: the address of their own page, perhaps with the
 * saved position's own # behind it.
 */
export function placeIn(hash: string): { slug: string; chapterId: number | undefined } | undefined {
  const [, slug, chapter] = /^#\/story\/([^/]+)(?:\/chapter\/(\d{1,15})(?:#place)?|\/all)?$/.exec(hash) ?? [];
  if (slug === undefined) return undefined;
  try {
    return { slug: decodeURIComponent(slug), chapterId: chapter === undefined ? undefined : Number(chapter) };
  } catch {
    return undefined;
  }
}

/** The number of a chapter among those that are counted, and of all of these; notices have the number 0. */
export function numberOf(chapters: readonly KeptChapter[], id: number): { number: number; total: number } {
  const counted = chapters.filter(({ kind }) => kind !== 'notice');
  return { number: counted.findIndex((chapter) => chapter.id === id) + 1, total: counted.length };
}

export function isKeepDays(days: unknown): days is KeepDays {
  return KEEP_DAYS.some((each) => each === days);
}

/** '40 kB', '1.3 MB': the space of kept texts. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
