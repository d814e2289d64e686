import '../server-only.ts';
import type {
  AccessTokensTable,
  AccountsTable,
  CredentialsTable,
  GoogleAttemptsTable,
  GoogleIdentitiesTable,
  KeyedRequestsTable,
  KnownDevicesTable,
  MailTokensTable,
  RefreshTokensTable,
  SessionsTable,
  ThrottleCountersTable,
} from './tables/account-tables.ts';
import type {
  ForgottenMailDropsTable,
  NewsletterDeliveriesTable,
  NewsletterIssueStoriesTable,
  NewsletterIssuesTable,
  NewsletterLinksTable,
  NewsletterSubscribersTable,
  OutboxMailsTable,
  StrangerQuotaTable,
  TakedownRequestsTable,
  TakedownStepsTable,
} from './tables/letter-tables.ts';
import type {
  AppealsTable,
  EvidenceTable,
  ModerationCasesTable,
  ModerationEntriesTable,
  SpamMarksTable,
  StoryWithholdingsTable,
} from './tables/moderation-tables.ts';
import type {
  BookmarksTable,
  ChapterReadsTable,
  RankingChangesTable,
  ReportsTable,
  VisitMarksTable,
  VotesTable,
} from './tables/reader-tables.ts';
import type {
  AuthorStatsTable,
  BrowseTotalsTable,
  ChaptersTable,
  ChapterVersionsTable,
  PublicationCountsTable,
  SearchAuthorsTable,
  SearchChaptersTable,
  SearchStoriesTable,
  SearchWordsTable,
  StoriesTable,
  StorySharesTable,
  StorySlugsTable,
  StoryTagsTable,
  StoryTotalsTable,
  TagsTable,
} from './tables/story-tables.ts';

/** The tables as Kysely sees them; tests/schema.test.ts compares them with the migrated database. */
export interface Tables {
  accounts: AccountsTable;
  credentials: CredentialsTable;
  google_identities: GoogleIdentitiesTable;
  google_attempts: GoogleAttemptsTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  refresh_tokens: RefreshTokensTable;
  known_devices: KnownDevicesTable;
  mail_tokens: MailTokensTable;
  throttle_counters: ThrottleCountersTable;
  keyed_requests: KeyedRequestsTable;
  author_stats: AuthorStatsTable;
  stories: StoriesTable;
  publication_counts: PublicationCountsTable;
  story_slugs: StorySlugsTable;
  story_totals: StoryTotalsTable;
  browse_totals: BrowseTotalsTable;
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
  forgotten_mail_drops: ForgottenMailDropsTable;
  stranger_quota: StrangerQuotaTable;
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
  moderation_cases: ModerationCasesTable;
  moderation_entries: ModerationEntriesTable;
  story_withholdings: StoryWithholdingsTable;
  spam_marks: SpamMarksTable;
  appeals: AppealsTable;
  evidence: EvidenceTable;
}
