import '../../server-only.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Id, MadeNow } from './column-types.ts';

export interface AuthorStatsTable {
  account_id: number;
  story_count: Generated<number>;
  total_views: Generated<number>;
  total_upvotes: Generated<number>;
  ranked_upvotes: Generated<number>;
  top: Generated<number>;
  trending: number | null;
}

export interface StoriesTable {
  id: Id;
  author_id: number;
  title: string;
  slug: string;
  synopsis: Generated<string>;
  status: 'ongoing' | 'complete' | 'hiatus' | 'abandoned' | null;
  created_at: MadeNow;
  updated_at: MadeNow;
  published_at: Date | null;
  featured_at: Date | null;
  edited_at: Date | null;
  withheld_at: Date | null;
  withheld_published_at: Date | null;
  waiting_since: Date | null;
  waiting_for: 'address' | 'moderator' | null;
  waiting_published_at: Date | null;
  let_in_at: Date | null;
  first_published_at: Date | null;
  chapter_count: Generated<number>;
  word_count: Generated<number>;
  upvote_count: Generated<number>;
  downvote_count: Generated<number>;
  bookmark_count: Generated<number>;
  view_count: Generated<number>;
  ranked_upvote_count: Generated<number>;
  ranked_downvote_count: Generated<number>;
  /** An exact number of any length, as text. */
  heat: Generated<string>;
  top: GeneratedAlways<number>;
  trending: GeneratedAlways<number | null>;
}

export interface PublicationCountsTable {
  account_id: number;
  since: MadeNow;
  story_count: Generated<number>;
  chapter_count: Generated<number>;
  created_count: Generated<number>;
}

export interface StorySlugsTable {
  slug: string;
  story_id: number | null;
  created_at: MadeNow;
}

export interface StoryTotalsTable {
  one_row: Generated<boolean>;
  listed: Generated<number>;
  featured: Generated<number>;
}

export interface BrowseTotalsTable {
  one_row: Generated<boolean>;
  authors: Generated<number>;
  tags: Generated<number>;
}

export interface ChaptersTable {
  id: Id;
  story_id: number;
  title: string;
  order: Generated<number>;
  content: string;
  cleaner_version: number;
  word_count: number;
  created_at: MadeNow;
  updated_at: MadeNow;
}

export interface ChapterVersionsTable {
  id: Id;
  chapter_id: number;
  title: string;
  content: string;
  cleaner_version: number;
  word_count: number;
  saved_at: Date;
  replaced_at: Date;
}

export interface TagsTable {
  id: Id;
  name: string;
  key: string;
  story_count: Generated<number>;
  /** An exact number of any length, as text. */
  heat: Generated<string>;
  trending: GeneratedAlways<number | null>;
}

export interface StoryTagsTable {
  story_id: number;
  tag_id: number;
  position: number;
  published_at: Date | null;
  featured_at: Date | null;
  trending: number | null;
  top: Generated<number>;
  ranked_upvote_count: Generated<number>;
}

export interface StorySharesTable {
  story_id: number;
  platform: string;
  share_count: Generated<number>;
}

export interface SearchStoriesTable {
  story_id: number;
  title: string;
  head: string;
}

export interface SearchChaptersTable {
  chapter_id: number;
  story_id: number;
  words: string;
}

export interface SearchAuthorsTable {
  account_id: number;
  names: string;
  words: string;
}

export interface SearchWordsTable {
  word: string;
  in_head: boolean;
}
