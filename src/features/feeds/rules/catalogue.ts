import type { FeedEntry } from './feed.ts';

/** A page of a catalogue before it is written as OPDS 1.2 or 2.0. Paths are below the catalogue's root. */
export interface Catalogue {
  id: string;
  title: string;
  synopsis: string;
  path: string;
  query: Record<string, string>;
  /** The page above this one; undefined for the root. */
  up: string | undefined;
  next: Record<string, string> | undefined;
  previous: Record<string, string> | undefined;
  updated: Date;
  /** Either branches that lead on, or books. */
  content: { branches: CatalogueBranch[] } | { books: CatalogueBook[]; orders: CatalogueOrder[] };
}

/** A branch of a catalogue to which a page leads. */
export interface CatalogueBranch {
  id: string;
  title: string;
  text: string;
  path: string;
  leadsTo: 'branches' | 'books';
  relation: 'subsection' | 'http://opds-spec.org/sort/new' | 'http://opds-spec.org/sort/popular';
  /** The number of stories there. */
  count?: number | undefined;
}

/** Another order of the same books. */
export interface CatalogueOrder {
  title: string;
  path: string;
  query: Record<string, string>;
  isActive: boolean;
}

/** A story that can be downloaded. */
export interface CatalogueBook extends FeedEntry {
  slug: string;
  /** The path of the small cover. */
  thumbnail: string;
  series: { title: string; position: number; path: string } | undefined;
  words: number;
}

/** The address of a catalogue: the public one, or that of the owner of a token. */
export interface CatalogueRoot {
  version: 1 | 2;
  path: string;
  token: string | undefined;
}

export type BookContent = Extract<Catalogue['content'], { books: unknown }>;
