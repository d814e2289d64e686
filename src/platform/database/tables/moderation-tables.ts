import '../../server-only.ts';
import type { Generated } from 'kysely';
import type { Id, MadeNow } from './column-types.ts';

export interface ModerationCasesTable {
  id: Id;
  subject: 'story' | 'author' | 'takedown';
  subject_id: number;
  story_title: string | null;
  author_id: number | null;
  author_name: string | null;
  report_count: Generated<number>;
  takedown_count: Generated<number>;
  appeal_count: Generated<number>;
  is_grave: Generated<boolean>;
  opened_at: MadeNow;
  since: Date;
  by_hand_at: Date | null;
  revision: Generated<number>;
  texts_as_of: Generated<Date | null>;
  gone_at: Date | null;
  closed_at: Date | null;
}

/** Rows are only ever added. */
export interface ModerationEntriesTable {
  id: Id;
  happened_at: MadeNow;
  actor_id: number | null;
  actor_name: string | null;
  actor_role: 'moderator' | 'admin' | 'operator';
  action: string;
  case_id: number | null;
  story_id: number | null;
  story_title: string | null;
  account_id: number | null;
  account_name: string | null;
  takedown_id: number | null;
  rule: string | null;
  passage: Generated<string>;
  note: Generated<string>;
  answers: number | null;
}

export interface StoryWithholdingsTable {
  story_id: number;
  cause: 'decision' | 'takedown' | 'suspension' | 'spam';
  takedown_id: number | null;
  look: 'hidden' | 'removed';
  entry_id: number;
}

export interface SpamMarksTable {
  account_id: number;
  entry_id: number;
  has_suspended: boolean;
  has_withheld: boolean;
  report_ids: number[];
  case_ids: number[];
  by_hand_case_ids: number[];
}

export interface AppealsTable {
  id: Id;
  entry_id: number;
  account_id: number;
  subject: 'story' | 'author';
  subject_id: number;
  words: string;
  created_at: MadeNow;
  answered_at: Date | null;
  answer_id: number | null;
}

export interface EvidenceTable {
  id: Id;
  case_id: number;
  kind: 'story' | 'chapter' | 'author';
  source_id: number;
  title: string;
  content: string;
  kept_at: MadeNow;
}
