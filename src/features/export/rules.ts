/** The files of an export, as its README.txt lists them. */
export const ARCHIVE_FILES = {
  'account.json': 'your account and profile, and how you sign in',
  'pen-names.json': 'your pen names, retired ones included',
  'terms.json': 'the versions of the terms that you accepted, and when',
  'sessions.json':
    'where you are signed in: device, beginning of the network address, when each session began, was last used, and ends at the latest',
  'activity.json': 'what concerned the safety of your account: sign-ins, changes, exports; kept for 90 days',
  'devices.json': 'when you last logged in on each device that is recognised',
  'notifications.json': 'the browsers in which you have turned notifications on',
  'votes.json': 'what you voted on, and how',
  'bookmarks.json': 'what you bookmarked',
  'shelves.json':
    'your shelves and reading lists, and what you keep about stories: states, ratings, notes, tags',
  'history.json': 'your reading history, if you keep it in the account',
  'reports.json': 'what you reported to the moderators',
  'publications.json': 'what you have published lately, as counted for the daily limits',
  'series.json': 'your series, with their stories in order',
  'hidden.json': 'the tags, warnings, authors and stories that you hide',
  'filters.json': 'the filters that you have saved',
  'follows.json': 'what you follow, and how far you have read in it',
  'decisions.json':
    'what moderators decided about your account, your stories, your reading lists and your comments, with the reason and the statement that the law asks for',
  'appeals.json': 'your appeals against them, and the answers',
  'tag-proposals.json': 'what you suggested about tags, and what was decided',
  'comments.json':
    'your comments with their earlier texts, what you thanked for, what you removed at once on your stories, the words that you filter, and whom you mute or block',
  'notes.json': 'the private notes that you wrote and that were written to you',
  'corrections.json': 'the corrections that you suggested for others’ chapters',
  'invitations.json': 'your invitations and when they were used, never by whom',
  'inbox.json': 'what your inbox has told you and when you read it, and your choices about it',
  'newsletter.json':
    'your newsletter subscription, if your address is confirmed, and the issues you were sent',
  'drafts/<place>.json': 'what you have typed and not saved yet',
  'stories/<id>/story.json':
    'each of your stories with everything that belongs to it; this file can be imported again',
  'stories/<id>/story.epub': 'the same as a book for reading apps',
  'stories/<id>/story.docx': 'the same for word processors',
  'stories/<id>/story.md': 'the same as Markdown',
  'stories/<id>/statistics.json':
    'how often it was read, day by day; groups of fewer than ten, and what would give one away, are left out',
  'stories/<id>/corrections.json': 'the corrections that readers suggested for it, and what you decided',
  'stories/<id>/<nn>-<id>.html': 'its chapters, in their order',
  'stories/<id>/<nn>-<id>-versions/<id>.html': 'their earlier versions',
  'trash/stories/<id>/': 'your deleted stories while they can be restored, in the same files',
  'trash/chapters/<id>/': 'the deleted chapters of a story while they can be restored, in the same files',
} as const;

type ArchiveFile = keyof typeof ARCHIVE_FILES;

/** The file in which an export has the data of a table, or the reason for leaving it out. */
type ExportLocation = ArchiveFile | { reasonOmitted: string };

const SEARCH_COPY = { reasonOmitted: 'a copy of your texts and names for the search' };
const AGGREGATE_COUNTS = { reasonOmitted: 'totals of the counts in story.json' };
const SECRET = { reasonOmitted: 'secrets that prove who you are, kept as hashes or only for minutes' };
const STAFF_RECORDS = { reasonOmitted: 'the work of moderators, which concerns other people' };
const SITE_CHANGES = { reasonOmitted: 'changes of the site’s settings and announcements by its staff' };
const UPLOADS = { reasonOmitted: 'files that you sent to be imported, deleted within a day' };
const CLAIMANT_DOCUMENTS = {
  reasonOmitted: 'what claimants of a right sent us; decisions.json has the outcome',
};

/** Every table with data about an account. api.test.ts fails when one is missing here. */
export const TABLES_ABOUT_ACCOUNTS: Readonly<Record<string, ExportLocation>> = {
  accounts: 'account.json',
  pen_names: 'pen-names.json',
  credentials: 'account.json',
  google_identities: 'account.json',
  google_attempts: SECRET,
  totp_secrets: 'account.json',
  recovery_codes: SECRET,
  passkeys: 'account.json',
  passkey_challenges: SECRET,
  sign_in_tickets: SECRET,
  sessions: 'sessions.json',
  known_devices: 'devices.json',
  account_activity: 'activity.json',
  terms_acceptances: 'terms.json',
  push_browsers: 'notifications.json',
  access_tokens: SECRET,
  refresh_tokens: SECRET,
  mail_tokens: SECRET,
  email_changes: 'account.json',
  keyed_requests: { reasonOmitted: 'answers to requests that may be repeated, kept for a day' },
  outbox_mails: { reasonOmitted: 'emails to you; their text is deleted once they are sent' },
  refused_addresses: {
    reasonOmitted: 'that a mail server refused our emails to your address; your settings tell you',
  },
  throttle_counters: { reasonOmitted: 'counts of attempts, without your name, kept for hours' },
  votes: 'votes.json',
  bookmarks: 'bookmarks.json',
  shelf_marks: 'shelves.json',
  shelves: 'shelves.json',
  shelf_stories: 'shelves.json',
  history_choices: 'history.json',
  history_entries: 'history.json',
  reports: 'reports.json',
  publication_counts: 'publications.json',
  hidden_items: 'hidden.json',
  unfound_hidden_items: 'hidden.json',
  saved_filters: 'filters.json',
  follows: 'follows.json',
  follow_settings: 'follows.json',
  follow_reads: 'follows.json',
  series: 'series.json',
  series_stories: 'series.json',
  imports: UPLOADS,
  import_files: UPLOADS,
  import_sections: UPLOADS,
  spam_marks: STAFF_RECORDS,
  trusted_flaggers: STAFF_RECORDS,
  bulk_actions: STAFF_RECORDS,
  bulk_action_rows: STAFF_RECORDS,
  staff_notes: { reasonOmitted: 'notes of the staff, which you can ask for at the contact page' },
  setting_changes: SITE_CHANGES,
  announcement_revisions: SITE_CHANGES,
  moderation_entries: 'decisions.json',
  appeals: 'appeals.json',
  moderation_cases: STAFF_RECORDS,
  evidence: STAFF_RECORDS,
  story_withholdings: 'decisions.json',
  list_withholdings: 'decisions.json',
  takedown_requests: CLAIMANT_DOCUMENTS,
  takedown_steps: CLAIMANT_DOCUMENTS,
  newsletter_subscribers: 'newsletter.json',
  newsletter_deliveries: 'newsletter.json',
  newsletter_links: SECRET,
  newsletter_issue_stories: {
    reasonOmitted: 'which stories a newsletter issue listed, the same for everyone',
  },
  stories: 'stories/<id>/story.json',
  story_slugs: 'stories/<id>/story.json',
  old_addresses: { reasonOmitted: 'the addresses that imported stories had on another site' },
  story_tags: 'stories/<id>/story.json',
  story_shares: 'stories/<id>/story.json',
  story_statistics: 'stories/<id>/statistics.json',
  chapters: 'stories/<id>/<nn>-<id>.html',
  chapter_versions: 'stories/<id>/<nn>-<id>-versions/<id>.html',
  chapter_reads: 'stories/<id>/story.json',
  trash_entries: 'trash/stories/<id>/',
  drafts: 'drafts/<place>.json',
  secret_links: { reasonOmitted: 'the secret links of your stories, which are on their editing pages' },
  feed_tokens: { reasonOmitted: 'the address of your private feed, which is in your settings' },
  comments: 'comments.json',
  comment_paragraphs: 'comments.json',
  comment_versions: 'comments.json',
  comment_thanks: 'comments.json',
  comment_withholdings: 'decisions.json',
  comment_totals: AGGREGATE_COUNTS,
  comment_sweeps: 'comments.json',
  swept_comments: 'comments.json',
  blocks: 'comments.json',
  filtered_words: 'comments.json',
  note_threads: 'notes.json',
  notes: 'notes.json',
  corrections: 'corrections.json',
  invitations: 'invitations.json',
  inbox_items: 'inbox.json',
  inbox_settings: 'inbox.json',
  tag_proposers: 'tag-proposals.json',
  author_stats: AGGREGATE_COUNTS,
  ranking_changes: AGGREGATE_COUNTS,
  weekly_leads: { reasonOmitted: 'the weeks in which a story of yours led the front page' },
  shared_readers: { reasonOmitted: 'which stories many readers have in common, without any of them' },
  search_authors: SEARCH_COPY,
  search_stories: SEARCH_COPY,
  search_chapters: SEARCH_COPY,
};

/** A story by its folder in the archive, whose name is a number and tells nothing. */
export interface ArchivedStory {
  folder: string;
  title: string;
  author_username: string;
}

/** Two columns, the first as wide as its longest entry. */
function inColumns(rows: readonly (readonly [first: string, second: string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length)) + 3;
  return rows.map(([first, second]) => first.padEnd(width) + second);
}

/** The text of README.txt: the files of an export, its stories by title, and the omitted data with the reasons. */
export function archiveReadme(stories: readonly ArchivedStory[]): string {
  const files = inColumns(Object.entries(ARCHIVE_FILES));
  const folders = inColumns(
    stories.map(({ folder, title, author_username }) => [`${folder}/`, `${title}, by ${author_username}`]),
  );
  const reasons = Object.values(TABLES_ABOUT_ACCOUNTS).flatMap((location) =>
    typeof location === 'string' ? [] : [`- ${location.reasonOmitted}`],
  );
  return [
    'Everything in your account.',
    '',
    ...files,
    '',
    ...(stories.length === 0 ? [] : ['Your stories:', '', ...folders, '']),
    'Times are in UTC. Left out:',
    '',
    ...new Set(reasons),
    '',
  ].join('\n');
}
