import './server-only.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables as Kysely sees them; tests/schema.test.ts compares them with the migrated database. */

/** bigint columns are read as numbers: no id or counter here comes near 2^53. */
type Id = GeneratedAlways<number>;
type MadeNow = ColumnType<Date, Date | undefined, Date>;

export interface AccountsTable {
  id: Id;
  username: string;
  username_key: GeneratedAlways<string>;
  display_name: Generated<string>;
  bio: Generated<string>;
  profile_picture_url: string | null;
  created_at: MadeNow;
  role: Generated<'user' | 'moderator' | 'admin'>;
  username_chosen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface CredentialsTable {
  account_id: number;
  email: string | null;
  email_key: GeneratedAlways<string | null>;
  email_verified_at: Date | null;
  password_hash: string | null;
  password_changed_at: MadeNow;
}

export interface GoogleIdentitiesTable {
  issuer: string;
  subject: string;
  account_id: number;
  linked_at: MadeNow;
}

export interface GoogleAttemptsTable {
  token_hash: Buffer;
  state: string;
  nonce: string;
  code_verifier: string;
  account_id: number | null;
  created_at: MadeNow;
}

export interface SessionsTable {
  id: Id;
  account_id: number;
  created_at: MadeNow;
  expires_at: Date;
}

export interface AccessTokensTable {
  hash: Buffer;
  session_id: number;
  expires_at: Date;
}

export interface RefreshTokensTable {
  hash: Buffer;
  session_id: number;
  created_at: MadeNow;
  replaced_at: Date | null;
}

export interface MailTokensTable {
  hash: Buffer;
  account_id: number;
  purpose: 'verify' | 'reset' | 'delete';
  email: string;
  expires_at: Date;
  used_at: Date | null;
}

/** Written by rate-limiter-flexible. */
export interface ThrottleCountersTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

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
  created_at: MadeNow;
  updated_at: MadeNow;
  published_at: Date | null;
  featured_at: Date | null;
  edited_at: Date | null;
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
  trending: number | null;
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

export interface OutboxMailsTable {
  id: Id;
  message_key: Generated<string>;
  kind: string;
  address: string | null;
  address_key: GeneratedAlways<string | null>;
  subject: string | null;
  text_part: string | null;
  html_part: string | null;
  unsubscribe_url: string | null;
  created_at: MadeNow;
  send_at: Date;
  try_at: Date;
  tries: Generated<number>;
  problem: string | null;
  sent_at: Date | null;
  parked_at: Date | null;
  dropped_at: Date | null;
}

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
  created_at: MadeNow;
  updated_at: MadeNow;
  decision: 'dismissed' | 'hidden' | 'removed' | null;
  decided_at: Date | null;
  decided_by: number | null;
}

export interface NewsletterSubscribersTable {
  id: Id;
  email: string;
  email_key: GeneratedAlways<string>;
  new_stories: boolean;
  featured_authors: boolean;
  weekly_updates: boolean;
  token_hash: Buffer;
  confirmed_at: MadeNow;
}

export interface NewsletterLinksTable {
  hash: Buffer;
  purpose: 'confirm' | 'unsubscribe' | 'preferences';
  email: string;
  email_key: GeneratedAlways<string>;
  new_stories: boolean;
  featured_authors: boolean;
  weekly_updates: boolean;
  expires_at: Date;
}

export interface NewsletterIssuesTable {
  id: Id;
  week: string;
  since: Date;
  until: Date;
  new_story_count: number;
  is_best_new: boolean;
  worked_at: MadeNow;
  finished_at: Date | null;
}

export interface NewsletterIssueStoriesTable {
  issue_id: number;
  section: 'new' | 'featured' | 'best';
  position: number;
  story_id: number;
}

export interface NewsletterDeliveriesTable {
  issue_id: number;
  subscriber_id: number;
  posted_at: MadeNow;
}

export interface TakedownRequestsTable {
  id: Id;
  request_type: 'dmca' | 'copyright' | 'trademark' | 'other';
  requester_name: string;
  requester_email: string;
  requester_title: string;
  content_url: string;
  content_description: string;
  reason: string;
  owner_info: string;
  address: string;
  additional_info: string;
  declaration_version: string;
  declaration_text: string;
  story_id: number | null;
  story_title: string | null;
  story_author: string | null;
  received_at: MadeNow;
  waiting_since: Date | null;
  fingerprint: Buffer;
}

export interface TakedownStepsTable {
  id: Id;
  request_id: number;
  step: 'received' | 'removed' | 'rejected' | 'counter-notice' | 'put-back';
  account_id: number | null;
  username: string | null;
  note: string;
  happened_at: MadeNow;
  put_back_from: string | null;
  put_back_until: string | null;
}

/** Kept by triggers; only the search's own SQL reads them. */
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

export interface Tables {
  accounts: AccountsTable;
  credentials: CredentialsTable;
  google_identities: GoogleIdentitiesTable;
  google_attempts: GoogleAttemptsTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  refresh_tokens: RefreshTokensTable;
  mail_tokens: MailTokensTable;
  throttle_counters: ThrottleCountersTable;
  author_stats: AuthorStatsTable;
  stories: StoriesTable;
  story_slugs: StorySlugsTable;
  story_totals: StoryTotalsTable;
  chapters: ChaptersTable;
  chapter_versions: ChapterVersionsTable;
  tags: TagsTable;
  story_tags: StoryTagsTable;
  story_shares: StorySharesTable;
  search_stories: SearchStoriesTable;
  search_chapters: SearchChaptersTable;
  search_authors: SearchAuthorsTable;
  search_words: SearchWordsTable;
  outbox_mails: OutboxMailsTable;
  votes: VotesTable;
  bookmarks: BookmarksTable;
  ranking_changes: RankingChangesTable;
  visit_marks: VisitMarksTable;
  chapter_reads: ChapterReadsTable;
  reports: ReportsTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  newsletter_links: NewsletterLinksTable;
  newsletter_issues: NewsletterIssuesTable;
  newsletter_issue_stories: NewsletterIssueStoriesTable;
  newsletter_deliveries: NewsletterDeliveriesTable;
  takedown_requests: TakedownRequestsTable;
  takedown_steps: TakedownStepsTable;
}
