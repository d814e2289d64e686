import '../../server-only.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Id, MadeNow } from './column-types.ts';

export interface VotesTable {
  account_id: number;
  story_id: number;
  value: number;
  voted_at: MadeNow;
  ranked_at: Date | null;
}

export interface BookmarksTable {
  account_id: number;
  story_id: number;
  bookmarked_at: MadeNow;
  ranked_at: Date | null;
}

export interface RankingChangesTable {
  story_id: number;
  change_id: Id;
  /** An exact number of any length, as text. */
  heat: Generated<string>;
}

export interface VisitMarksTable {
  mark: Buffer;
  made_at: MadeNow;
}

export interface ChapterReadsTable {
  chapter_id: number;
  read_seconds: Generated<number>;
  completed_count: Generated<number>;
}

export interface ReportsTable {
  id: Id;
  reporter_id: number | null;
  story_id: number | null;
  author_id: number | null;
  reason: string;
  category: string | null;
  is_grave: GeneratedAlways<boolean>;
  /** Of a report without an account, until it is decided. */
  guest_network: Buffer | null;
  guest_email: string | null;
  chapter_id: number | null;
  created_at: MadeNow;
  updated_at: MadeNow;
  decision: 'dismissed' | 'hidden' | 'removed' | 'suspended' | null;
  decided_at: Date | null;
  decided_by: number | null;
}
