import type { Licence } from '#features/labels/contract/licences.ts';
import type { WarningName } from '#features/labels/contract/warnings.ts';

/** A feed before it is written as Atom or JSON. Addresses are paths; texts are plain, unless they are called HTML. */
export interface Feed {
  /** A URI that stays the same when the address changes. */
  id: string;
  title: string;
  synopsis: string;
  /** The path of its page, perhaps with a query. */
  page: string;
  /** The path of the feed without its format: `/story/the-ferry/feed`. */
  path: string;
  /** The part of the query that leads to this page of the feed. */
  query: Record<string, string>;
  /** The query of the next page. */
  next: Record<string, string> | undefined;
  author: FeedAuthor | undefined;
  language: string | null;
  updated: Date;
  entries: FeedEntry[];
}

export interface FeedAuthor {
  name: string;
  /** The path of the author's page, where there is one. */
  page: string | undefined;
}

/** A story, or one of its chapters. */
export interface FeedEntry {
  id: string;
  title: string;
  page: string;
  author: FeedAuthor;
  published: Date;
  updated: Date;
  synopsis: string;
  /** The whole text, where the author allows it. */
  html: string | undefined;
  tags: readonly string[];
  warnings: readonly WarningName[];
  language: string | null;
  licence: Licence | null;
  /** The path of a picture of the cover. */
  cover: string;
}

export type FeedFormat = 'xml' | 'json';

/** The time of the newest entry; a feed without any has never changed. */
export function lastUpdate(entries: readonly Pick<FeedEntry, 'updated'>[], otherwise = new Date(0)): Date {
  return new Date(Math.max(otherwise.getTime(), ...entries.map(({ updated }) => updated.getTime())));
}
