import type { ImportedStory } from '#features/imports/rules/imported-story.ts';

/** An archive as its file describes it. Keys tell its parts apart; the texts of a story are read when it is imported. */
export interface Archive {
  stories: ArchivedStory[];
  series: ArchivedSeries[];
  /** Sentences about what is left out of the archive as a whole. */
  leftOut: string[];
  close(): Promise<void>;
}

export interface ArchivedAuthor {
  /** The first of these addresses stands for the author in every run; one without a slash leads nowhere. */
  addresses: readonly [string, ...string[]];
  name: string;
  email?: string | undefined;
  bio: string;
  joined?: Date | undefined;
}

export interface ArchivedStory {
  addresses: readonly [string, ...string[]];
  /** Its name in the report. */
  label: string;
  author: ArchivedAuthor;
  published?: Date | undefined;
  updated?: Date | undefined;
  isDraft: boolean;
  /** Undefined with the reason if it can't be read. */
  read(): Promise<{ story: ImportedStory; leftOut: string[] } | { problem: string }>;
}

export interface ArchivedSeries {
  addresses: readonly [string, ...string[]];
  title: string;
  synopsis: string;
  isComplete: boolean;
  author: ArchivedAuthor;
  /** The first addresses of its stories, in order. */
  stories: string[];
}

/** The addresses that a chapter of an imported story had, among its details. */
export function chapterAddresses(details: Record<string, unknown> | undefined): string[] {
  return Array.isArray(details?.addresses) ? details.addresses.map(String) : [];
}
