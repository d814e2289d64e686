-- Made by "npm run schema" from db/migrations; to be read, not run.

-- ── Tables ──

access_tokens (
  hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null
)

accounts (
  id bigint not null generated always as identity,
  username text not null,
  username_key text generated always as (lower(username)) stored,
  display_name text not null default ''::text,
  bio text not null default ''::text,
  profile_picture_url text,
  created_at timestamp with time zone not null default now(),
  role text not null default 'user'::text,
  username_chosen_at timestamp with time zone default now(),
  suspended_at timestamp with time zone,
  suspended_for text,
  withheld_at timestamp with time zone,
  profile_public_at timestamp with time zone
)

appeals (
  id bigint not null generated always as identity,
  entry_id bigint not null,
  account_id bigint not null,
  subject text not null,
  subject_id bigint not null,
  words text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  answered_at timestamp with time zone,
  answer_id bigint
)

author_stats (
  account_id bigint not null,
  story_count integer not null default 0,
  total_views bigint not null default 0,
  total_upvotes bigint not null default 0,
  top double precision not null default 0,
  trending double precision,
  ranked_upvotes bigint not null default 0
)

bookmarks (
  account_id bigint not null,
  story_id bigint not null,
  bookmarked_at timestamp with time zone not null default now(),
  ranked_at timestamp with time zone
)

browse_totals (
  one_row boolean not null default true,
  authors integer not null default 0,
  tags integer not null default 0
)

chapter_reads (
  chapter_id bigint not null,
  read_seconds bigint not null default 0,
  completed_count bigint not null default 0
)

chapter_versions (
  id bigint not null generated always as identity,
  chapter_id bigint not null,
  title text not null,
  content text not null,
  cleaner_version integer not null,
  word_count integer not null,
  saved_at timestamp with time zone not null,
  replaced_at timestamp with time zone not null
)

chapters (
  id bigint not null generated always as identity,
  story_id bigint not null,
  title text not null,
  "order" integer not null default 1,
  content text not null,
  cleaner_version integer not null,
  word_count integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
)

credentials (
  account_id bigint not null,
  email text,
  email_key text generated always as (lower(email)) stored,
  email_verified_at timestamp with time zone,
  password_hash text,
  password_changed_at timestamp with time zone not null default now()
)

evidence (
  id bigint not null generated always as identity,
  case_id bigint not null,
  kind text not null,
  source_id bigint not null,
  title text not null,
  content text not null,
  kept_at timestamp with time zone not null default clock_timestamp()
)

forgotten_mail_drops (
  kind text not null,
  mails bigint not null
)

google_attempts (
  token_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  account_id bigint,
  created_at timestamp with time zone not null default now()
)

google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamp with time zone not null default now()
)

keyed_requests (
  hash bytea not null,
  account_id bigint,
  fingerprint bytea not null,
  answer text,
  begun_at timestamp with time zone not null default now()
)

known_devices (
  hash bytea not null,
  account_id bigint not null,
  seen_at timestamp with time zone not null default now()
)

mail_tokens (
  hash bytea not null,
  account_id bigint not null,
  purpose text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
)

moderation_cases (
  id bigint not null generated always as identity,
  subject text not null,
  subject_id bigint not null,
  story_title text,
  author_id bigint,
  author_name text,
  report_count integer not null default 0,
  takedown_count integer not null default 0,
  appeal_count integer not null default 0,
  is_grave boolean not null default false,
  opened_at timestamp with time zone not null default clock_timestamp(),
  since timestamp with time zone not null,
  by_hand_at timestamp with time zone,
  revision integer not null default 1,
  texts_as_of timestamp with time zone default clock_timestamp(),
  gone_at timestamp with time zone,
  closed_at timestamp with time zone
)

moderation_entries (
  id bigint not null generated always as identity,
  happened_at timestamp with time zone not null default clock_timestamp(),
  actor_id bigint,
  actor_name text,
  actor_role text not null,
  action text not null,
  case_id bigint,
  story_id bigint,
  story_title text,
  account_id bigint,
  account_name text,
  takedown_id bigint,
  rule text,
  passage text not null default ''::text,
  note text not null default ''::text,
  answers bigint
)

newsletter_deliveries (
  issue_id bigint not null,
  subscriber_id bigint not null,
  posted_at timestamp with time zone not null default now()
)

newsletter_issue_stories (
  issue_id bigint not null,
  section text not null,
  "position" integer not null,
  story_id bigint not null
)

newsletter_issues (
  id bigint not null generated always as identity,
  week date not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  new_story_count integer not null,
  is_best_new boolean not null,
  worked_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone
)

newsletter_links (
  hash bytea not null,
  purpose text not null,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  new_stories boolean not null,
  featured_authors boolean not null,
  weekly_updates boolean not null,
  expires_at timestamp with time zone not null
)

newsletter_subscribers (
  id bigint not null generated always as identity,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  new_stories boolean not null,
  featured_authors boolean not null,
  weekly_updates boolean not null,
  token_hash bytea not null,
  confirmed_at timestamp with time zone not null default now()
)

outbox_mails (
  id bigint not null generated always as identity,
  message_key uuid not null default gen_random_uuid(),
  kind text not null,
  address text,
  address_key text generated always as (lower(address)) stored,
  subject text,
  text_part text,
  html_part text,
  unsubscribe_url text,
  created_at timestamp with time zone not null default now(),
  send_at timestamp with time zone not null,
  try_at timestamp with time zone not null,
  tries integer not null default 0,
  problem text,
  sent_at timestamp with time zone,
  parked_at timestamp with time zone,
  dropped_at timestamp with time zone
)

publication_counts (
  account_id bigint not null,
  since timestamp with time zone not null default now(),
  story_count integer not null default 0,
  chapter_count integer not null default 0,
  created_count integer not null default 0
)

ranking_changes (
  story_id bigint not null,
  change_id bigint not null generated always as identity,
  heat numeric not null default 0
)

refresh_tokens (
  hash bytea not null,
  session_id bigint not null,
  created_at timestamp with time zone not null default now(),
  replaced_at timestamp with time zone,
  successor_salt bytea
)

reports (
  id bigint not null generated always as identity,
  reporter_id bigint,
  story_id bigint,
  author_id bigint,
  reason text not null,
  category text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  decision text,
  decided_at timestamp with time zone,
  decided_by bigint,
  is_grave boolean not null generated always as ((COALESCE((category = ANY (ARRAY['adults-only'::text, 'real-harm'::text])), false) OR names_grave_harm(reason))) stored,
  guest_network bytea,
  guest_email text,
  chapter_id bigint
)

search_authors (
  account_id bigint not null,
  names tsvector not null,
  words tsvector not null
)

search_chapters (
  chapter_id bigint not null,
  story_id bigint not null,
  words tsvector not null
)

search_stories (
  story_id bigint not null,
  title tsvector not null,
  head tsvector not null
)

search_words (
  word text not null,
  in_head boolean not null
)

sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
)

spam_marks (
  account_id bigint not null,
  entry_id bigint not null,
  has_suspended boolean not null,
  has_withheld boolean not null,
  report_ids bigint[] not null,
  case_ids bigint[] not null,
  by_hand_case_ids bigint[] not null
)

stories (
  id bigint not null generated always as identity,
  author_id bigint not null,
  title text not null,
  slug text not null,
  synopsis text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  published_at timestamp with time zone,
  featured_at timestamp with time zone,
  chapter_count integer not null default 0,
  word_count integer not null default 0,
  upvote_count integer not null default 0,
  downvote_count integer not null default 0,
  bookmark_count integer not null default 0,
  view_count bigint not null default 0,
  edited_at timestamp with time zone,
  ranked_upvote_count integer not null default 0,
  ranked_downvote_count integer not null default 0,
  heat numeric not null default 0,
  top double precision generated always as (wilson_lower_bound(ranked_upvote_count, ranked_downvote_count)) stored,
  trending double precision generated always as (trending_of(heat)) stored,
  withheld_at timestamp with time zone,
  withheld_published_at timestamp with time zone,
  waiting_since timestamp with time zone,
  waiting_for text,
  waiting_published_at timestamp with time zone,
  let_in_at timestamp with time zone,
  first_published_at timestamp with time zone,
  status text
)

story_shares (
  story_id bigint not null,
  platform text not null,
  share_count bigint not null default 0
)

story_slugs (
  slug text not null,
  story_id bigint,
  created_at timestamp with time zone not null default now()
)

story_tags (
  story_id bigint not null,
  tag_id bigint not null,
  "position" smallint not null,
  published_at timestamp with time zone,
  featured_at timestamp with time zone,
  trending double precision,
  top double precision not null default 0,
  ranked_upvote_count integer not null default 0
)

story_totals (
  one_row boolean not null default true,
  listed integer not null default 0,
  featured integer not null default 0
)

story_withholdings (
  story_id bigint not null,
  cause text not null,
  takedown_id bigint,
  look text not null,
  entry_id bigint not null
)

stranger_quota (
  bucket text not null,
  hour timestamp with time zone not null,
  taken integer not null,
  queued bigint not null default 0,
  refused bigint not null default 0
)

tags (
  id bigint not null generated always as identity,
  name text not null,
  key text not null,
  story_count integer not null default 0,
  heat numeric not null default 0,
  trending double precision generated always as (trending_of(heat)) stored
)

takedown_requests (
  id bigint not null generated always as identity,
  request_type text not null,
  requester_name text not null,
  requester_email text not null,
  requester_title text not null,
  content_url text not null,
  content_description text not null,
  reason text not null,
  owner_info text not null,
  address text not null,
  additional_info text not null,
  declaration_version text not null,
  declaration_text text not null,
  story_id bigint,
  story_title text,
  story_author text,
  received_at timestamp with time zone not null default now(),
  waiting_since timestamp with time zone,
  fingerprint bytea not null
)

takedown_steps (
  id bigint not null generated always as identity,
  request_id bigint not null,
  step text not null,
  account_id bigint,
  username text,
  note text not null,
  happened_at timestamp with time zone not null default now(),
  put_back_from date,
  put_back_until date
)

throttle_counters (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
)

visit_marks (
  mark bytea not null,
  made_at timestamp with time zone not null default now()
)

votes (
  account_id bigint not null,
  story_id bigint not null,
  value smallint not null,
  voted_at timestamp with time zone not null default now(),
  ranked_at timestamp with time zone
)

-- ── Constraints ──

access_tokens: access_tokens_pkey PRIMARY KEY (hash)

access_tokens: access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

accounts: accounts_username_key_key UNIQUE (username_key)

accounts: accounts_pkey PRIMARY KEY (id)

accounts: accounts_bio_check CHECK ((char_length(bio) <= 2000))

accounts: accounts_display_name_check CHECK ((char_length(display_name) <= 60))

accounts: accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text])))

accounts: accounts_suspended_for CHECK (((suspended_at IS NULL) = (suspended_for IS NULL)))

accounts: accounts_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,30}$'::text))

accounts: accounts_withheld CHECK (((withheld_at IS NULL) OR (suspended_at IS NOT NULL)))

appeals: appeals_entry_id_key UNIQUE (entry_id)

appeals: appeals_pkey PRIMARY KEY (id)

appeals: appeals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

appeals: appeals_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES moderation_entries(id)

appeals: appeals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

appeals: appeals_check CHECK (((answered_at IS NULL) = (answer_id IS NULL)))

appeals: appeals_subject_check CHECK ((subject = ANY (ARRAY['story'::text, 'author'::text])))

appeals: appeals_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 5000)))

author_stats: author_stats_count TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_count_gone TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_count_new TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_pkey PRIMARY KEY (account_id)

author_stats: author_stats_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

author_stats: author_stats_story_count_check CHECK ((story_count >= 0))

bookmarks: bookmarks_pkey PRIMARY KEY (account_id, story_id)

bookmarks: bookmarks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

bookmarks: bookmarks_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

browse_totals: browse_totals_pkey PRIMARY KEY (one_row)

browse_totals: browse_totals_authors_check CHECK ((authors >= 0))

browse_totals: browse_totals_one_row_check CHECK (one_row)

browse_totals: browse_totals_tags_check CHECK ((tags >= 0))

chapter_reads: chapter_reads_pkey PRIMARY KEY (chapter_id)

chapter_reads: chapter_reads_completed_count_check CHECK ((completed_count >= 0))

chapter_reads: chapter_reads_read_seconds_check CHECK ((read_seconds >= 0))

chapter_versions: chapter_versions_pkey PRIMARY KEY (id)

chapter_versions: chapter_versions_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

chapter_versions: chapter_versions_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapter_versions: chapter_versions_word_count_check CHECK ((word_count >= 0))

chapters: chapters_pkey PRIMARY KEY (id)

chapters: chapters_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

chapters: chapters_order_check CHECK (("order" >= 1))

chapters: chapters_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapters: chapters_word_count_check CHECK ((word_count >= 0))

credentials: credentials_pkey PRIMARY KEY (account_id)

credentials: credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

credentials: credentials_check CHECK (((email IS NOT NULL) OR (email_verified_at IS NULL)))

credentials: credentials_email_check CHECK ((char_length(email) <= 254))

evidence: evidence_pkey PRIMARY KEY (id)

evidence: evidence_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id)

evidence: evidence_kind_check CHECK ((kind = ANY (ARRAY['story'::text, 'chapter'::text, 'author'::text])))

forgotten_mail_drops: forgotten_mail_drops_pkey PRIMARY KEY (kind)

forgotten_mail_drops: forgotten_mail_drops_mails_check CHECK ((mails > 0))

google_attempts: google_attempts_pkey PRIMARY KEY (token_hash)

google_attempts: google_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

google_identities: google_identities_account_id_key UNIQUE (account_id)

google_identities: google_identities_pkey PRIMARY KEY (issuer, subject)

google_identities: google_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

keyed_requests: keyed_requests_pkey PRIMARY KEY (hash)

keyed_requests: keyed_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

known_devices: known_devices_pkey PRIMARY KEY (hash)

known_devices: known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

mail_tokens: mail_tokens_pkey PRIMARY KEY (hash)

mail_tokens: mail_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

mail_tokens: mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'delete'::text, 'login'::text])))

moderation_cases: moderation_cases_pkey PRIMARY KEY (id)

moderation_cases: moderation_cases_appeal_count_check CHECK ((appeal_count >= 0))

moderation_cases: moderation_cases_report_count_check CHECK ((report_count >= 0))

moderation_cases: moderation_cases_subject_check CHECK ((subject = ANY (ARRAY['story'::text, 'author'::text, 'takedown'::text])))

moderation_cases: moderation_cases_takedown_count_check CHECK ((takedown_count >= 0))

moderation_entries: moderation_entries_pkey PRIMARY KEY (id)

moderation_entries: moderation_entries_answers_fkey FOREIGN KEY (answers) REFERENCES moderation_entries(id)

moderation_entries: moderation_entries_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id)

moderation_entries: moderation_entries_action_check CHECK ((action = ANY (ARRAY['open'::text, 'dismiss'::text, 'hide'::text, 'remove'::text, 'restore'::text, 'suspend'::text, 'reinstate'::text, 'uphold'::text, 'takedown-removed'::text, 'takedown-rejected'::text, 'takedown-put-back'::text, 'takedown-linked'::text, 'feature'::text, 'unfeature'::text, 'role'::text, 'end-sessions'::text, 'let-in'::text, 'spam'::text, 'not-spam'::text])))

moderation_entries: moderation_entries_actor_role_check CHECK ((actor_role = ANY (ARRAY['moderator'::text, 'admin'::text, 'operator'::text])))

moderation_entries: moderation_entries_check CHECK (((actor_id IS NULL) = (actor_role = 'operator'::text)))

moderation_entries: moderation_entries_note_check CHECK ((char_length(note) <= 5000))

moderation_entries: moderation_entries_passage_check CHECK ((char_length(passage) <= 2000))

newsletter_deliveries: newsletter_deliveries_pkey PRIMARY KEY (issue_id, subscriber_id)

newsletter_deliveries: newsletter_deliveries_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES newsletter_issues(id) ON DELETE CASCADE

newsletter_deliveries: newsletter_deliveries_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES newsletter_subscribers(id) ON DELETE CASCADE

newsletter_issue_stories: newsletter_issue_stories_pkey PRIMARY KEY (issue_id, section, "position")

newsletter_issue_stories: newsletter_issue_stories_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES newsletter_issues(id) ON DELETE CASCADE

newsletter_issue_stories: newsletter_issue_stories_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

newsletter_issue_stories: newsletter_issue_stories_position_check CHECK (("position" >= 1))

newsletter_issue_stories: newsletter_issue_stories_section_check CHECK ((section = ANY (ARRAY['new'::text, 'featured'::text, 'best'::text])))

newsletter_issues: newsletter_issues_week_key UNIQUE (week)

newsletter_issues: newsletter_issues_pkey PRIMARY KEY (id)

newsletter_issues: newsletter_issues_check CHECK ((since < until))

newsletter_issues: newsletter_issues_new_story_count_check CHECK ((new_story_count >= 0))

newsletter_issues: newsletter_issues_week_check CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))

newsletter_links: newsletter_links_pkey PRIMARY KEY (hash)

newsletter_links: newsletter_links_email_check CHECK ((octet_length(email) <= 254))

newsletter_links: newsletter_links_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'unsubscribe'::text, 'preferences'::text])))

newsletter_subscribers: newsletter_subscribers_email_key_key UNIQUE (email_key)

newsletter_subscribers: newsletter_subscribers_token_hash_key UNIQUE (token_hash)

newsletter_subscribers: newsletter_subscribers_pkey PRIMARY KEY (id)

newsletter_subscribers: newsletter_subscribers_email_check CHECK ((octet_length(email) <= 254))

outbox_mails: outbox_mails_pkey PRIMARY KEY (id)

outbox_mails: outbox_mails_address_check CHECK ((octet_length(address) <= 254))

outbox_mails: outbox_mails_check CHECK ((num_nonnulls(sent_at, parked_at, dropped_at) <= 1))

outbox_mails: outbox_mails_check1 CHECK ((num_nonnulls(subject, text_part, html_part) =
CASE
    WHEN ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL)) THEN 3
    ELSE 0
END))

outbox_mails: outbox_mails_check2 CHECK (((unsubscribe_url IS NULL) OR ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL))))

outbox_mails: outbox_mails_check3 CHECK (((address IS NOT NULL) OR (parked_at IS NOT NULL)))

outbox_mails: outbox_mails_tries_check CHECK ((tries >= 0))

publication_counts: publication_counts_pkey PRIMARY KEY (account_id)

publication_counts: publication_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

publication_counts: publication_counts_chapter_count_check CHECK ((chapter_count >= 0))

publication_counts: publication_counts_created_count_check CHECK ((created_count >= 0))

publication_counts: publication_counts_story_count_check CHECK ((story_count >= 0))

ranking_changes: ranking_changes_pkey PRIMARY KEY (story_id)

ranking_changes: ranking_changes_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

refresh_tokens: refresh_tokens_pkey PRIMARY KEY (hash)

refresh_tokens: refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

reports: reports_pkey PRIMARY KEY (id)

reports: reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id) ON DELETE SET NULL

reports: reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts(id) ON DELETE SET NULL

reports: reports_check CHECK ((num_nonnulls(story_id, author_id) = 1))

reports: reports_check1 CHECK (((decision IS NULL) = (decided_at IS NULL)))

reports: reports_decision_check CHECK ((decision = ANY (ARRAY['dismissed'::text, 'hidden'::text, 'removed'::text, 'suspended'::text])))

reports: reports_guest_email CHECK (((guest_email IS NULL) OR (guest_network IS NOT NULL)))

reports: reports_guest_forgotten CHECK (((decided_at IS NULL) OR (guest_network IS NULL)))

reports: reports_guest_has_no_account CHECK (((guest_network IS NULL) OR (reporter_id IS NULL)))

reports: reports_reason_check CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500)))

search_authors: search_authors_pkey PRIMARY KEY (account_id)

search_authors: search_authors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

search_chapters: search_chapters_pkey PRIMARY KEY (chapter_id)

search_chapters: search_chapters_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

search_stories: search_stories_pkey PRIMARY KEY (story_id)

search_stories: search_stories_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

sessions: sessions_pkey PRIMARY KEY (id)

sessions: sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

spam_marks: spam_marks_pkey PRIMARY KEY (account_id)

spam_marks: spam_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

spam_marks: spam_marks_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

stories: stories_slug_key UNIQUE (slug)

stories: stories_pkey PRIMARY KEY (id)

stories: stories_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE

stories: stories_bookmark_count_check CHECK ((bookmark_count >= 0))

stories: stories_chapter_count_check CHECK ((chapter_count >= 0))

stories: stories_downvote_count_check CHECK ((downvote_count >= 0))

stories: stories_heat_check CHECK ((heat >= (0)::numeric))

stories: stories_listed_once CHECK (((withheld_at IS NOT NULL) OR (withheld_published_at IS NULL)))

stories: stories_ranked_downvote_count_check CHECK ((ranked_downvote_count >= 0))

stories: stories_ranked_upvote_count_check CHECK ((ranked_upvote_count >= 0))

stories: stories_slug_check CHECK (((slug ~ '^[a-z0-9_-]+$'::text) AND (slug ~ '[^0-9]'::text)))

stories: stories_status_known CHECK ((status = ANY (ARRAY['ongoing'::text, 'complete'::text, 'hiatus'::text, 'abandoned'::text]))) NOT VALID

stories: stories_synopsis_check CHECK ((char_length(synopsis) <= 5000))

stories: stories_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

stories: stories_upvote_count_check CHECK ((upvote_count >= 0))

stories: stories_view_count_check CHECK ((view_count >= 0))

stories: stories_waiting_for_check CHECK ((((waiting_for IS NULL) OR (waiting_for = ANY (ARRAY['address'::text, 'moderator'::text]))) AND ((waiting_since IS NULL) = (waiting_for IS NULL))))

stories: stories_waiting_place CHECK (((waiting_since IS NOT NULL) OR (waiting_published_at IS NULL)))

stories: stories_waiting_unlisted CHECK (((waiting_since IS NULL) OR ((published_at IS NULL) AND (withheld_published_at IS NULL))))

stories: stories_withheld_unlisted CHECK (((withheld_at IS NULL) OR (published_at IS NULL)))

stories: stories_word_count_check CHECK ((word_count >= 0))

story_shares: story_shares_pkey PRIMARY KEY (story_id, platform)

story_shares: story_shares_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_shares: story_shares_platform_check CHECK ((platform = ANY (ARRAY['twitter'::text, 'facebook'::text, 'email'::text, 'copy'::text])))

story_slugs: story_slugs_pkey PRIMARY KEY (slug)

story_slugs: story_slugs_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

story_tags: story_tags_pkey PRIMARY KEY (story_id, tag_id)

story_tags: story_tags_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_tags: story_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id)

story_totals: story_totals_pkey PRIMARY KEY (one_row)

story_totals: story_totals_featured_check CHECK ((featured >= 0))

story_totals: story_totals_listed_check CHECK ((listed >= 0))

story_totals: story_totals_one_row_check CHECK (one_row)

story_withholdings: story_withholdings_story_id_cause_takedown_id_key UNIQUE NULLS NOT DISTINCT (story_id, cause, takedown_id)

story_withholdings: story_withholdings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

story_withholdings: story_withholdings_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_withholdings: story_withholdings_takedown_id_fkey FOREIGN KEY (takedown_id) REFERENCES takedown_requests(id)

story_withholdings: story_withholdings_cause_check CHECK ((cause = ANY (ARRAY['decision'::text, 'takedown'::text, 'suspension'::text, 'spam'::text])))

story_withholdings: story_withholdings_check CHECK (((cause = 'takedown'::text) = (takedown_id IS NOT NULL)))

story_withholdings: story_withholdings_look_check CHECK ((look = ANY (ARRAY['hidden'::text, 'removed'::text])))

stranger_quota: stranger_quota_pkey PRIMARY KEY (bucket)

stranger_quota: stranger_quota_queued_check CHECK ((queued >= 0))

stranger_quota: stranger_quota_refused_check CHECK ((refused >= 0))

stranger_quota: stranger_quota_taken_check CHECK ((taken >= 0))

tags: tags_key_key UNIQUE (key)

tags: tags_count TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_count_gone TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_count_new TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_pkey PRIMARY KEY (id)

tags: tags_heat_check CHECK ((heat >= (0)::numeric))

tags: tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50)))

tags: tags_story_count_check CHECK ((story_count >= 0))

takedown_requests: takedown_requests_pkey PRIMARY KEY (id)

takedown_requests: takedown_requests_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

takedown_requests: takedown_requests_additional_info_check CHECK ((char_length(additional_info) <= 5000))

takedown_requests: takedown_requests_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 1000)))

takedown_requests: takedown_requests_content_description_check CHECK (((char_length(content_description) >= 1) AND (char_length(content_description) <= 5000)))

takedown_requests: takedown_requests_content_url_check CHECK ((char_length(content_url) <= 2000))

takedown_requests: takedown_requests_declaration_text_check CHECK ((declaration_text <> ''::text))

takedown_requests: takedown_requests_owner_info_check CHECK (((char_length(owner_info) >= 1) AND (char_length(owner_info) <= 2000)))

takedown_requests: takedown_requests_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 5000)))

takedown_requests: takedown_requests_request_type_check CHECK ((request_type = ANY (ARRAY['dmca'::text, 'copyright'::text, 'trademark'::text, 'other'::text])))

takedown_requests: takedown_requests_requester_email_check CHECK (((octet_length(requester_email) >= 3) AND (octet_length(requester_email) <= 254)))

takedown_requests: takedown_requests_requester_name_check CHECK (((char_length(requester_name) >= 1) AND (char_length(requester_name) <= 200)))

takedown_requests: takedown_requests_requester_title_check CHECK ((char_length(requester_title) <= 200))

takedown_steps: takedown_steps_pkey PRIMARY KEY (id)

takedown_steps: takedown_steps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL

takedown_steps: takedown_steps_request_id_fkey FOREIGN KEY (request_id) REFERENCES takedown_requests(id)

takedown_steps: takedown_steps_check CHECK ((num_nonnulls(put_back_from, put_back_until) =
CASE step
    WHEN 'counter-notice'::text THEN 2
    ELSE 0
END))

takedown_steps: takedown_steps_check1 CHECK (((step = 'received'::text) OR (username IS NOT NULL)))

takedown_steps: takedown_steps_note_check CHECK ((char_length(note) <= 10000))

takedown_steps: takedown_steps_step_check CHECK ((step = ANY (ARRAY['received'::text, 'removed'::text, 'rejected'::text, 'counter-notice'::text, 'put-back'::text])))

throttle_counters: throttle_counters_pkey PRIMARY KEY (key)

visit_marks: visit_marks_pkey PRIMARY KEY (mark)

votes: votes_pkey PRIMARY KEY (account_id, story_id)

votes: votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

votes: votes_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

votes: votes_value_check CHECK ((value = ANY (ARRAY[1, '-1'::integer])))

-- ── Indexes ──

CREATE INDEX access_tokens_by_expiry ON public.access_tokens USING btree (expires_at)

CREATE INDEX access_tokens_by_session ON public.access_tokens USING btree (session_id)

CREATE UNIQUE INDEX access_tokens_pkey ON public.access_tokens USING btree (hash)

CREATE INDEX accounts_by_look ON public.accounts USING btree (username_skeleton(username))

CREATE INDEX accounts_by_small_look ON public.accounts USING btree (username_skeleton(lower(username)))

CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)

CREATE INDEX accounts_suspended ON public.accounts USING btree (suspended_at) WHERE (suspended_at IS NOT NULL)

CREATE UNIQUE INDEX accounts_username_key_key ON public.accounts USING btree (username_key)

CREATE INDEX appeals_by_account ON public.appeals USING btree (account_id)

CREATE INDEX appeals_by_answer ON public.appeals USING btree (answer_id)

CREATE UNIQUE INDEX appeals_entry_id_key ON public.appeals USING btree (entry_id)

CREATE INDEX appeals_open ON public.appeals USING btree (subject, subject_id) WHERE (answered_at IS NULL)

CREATE UNIQUE INDEX appeals_pkey ON public.appeals USING btree (id)

CREATE INDEX author_stats_by_top ON public.author_stats USING btree (top DESC, ranked_upvotes DESC, account_id) WHERE (story_count > 0)

CREATE INDEX author_stats_by_trending ON public.author_stats USING btree (trending DESC NULLS LAST, account_id) WHERE (story_count > 0)

CREATE UNIQUE INDEX author_stats_pkey ON public.author_stats USING btree (account_id)

CREATE INDEX bookmarks_by_account ON public.bookmarks USING btree (account_id, bookmarked_at DESC, story_id DESC)

CREATE INDEX bookmarks_by_story ON public.bookmarks USING btree (story_id)

CREATE UNIQUE INDEX bookmarks_pkey ON public.bookmarks USING btree (account_id, story_id)

CREATE INDEX bookmarks_waiting ON public.bookmarks USING btree (account_id) WHERE (ranked_at IS NULL)

CREATE UNIQUE INDEX browse_totals_pkey ON public.browse_totals USING btree (one_row)

CREATE UNIQUE INDEX chapter_reads_pkey ON public.chapter_reads USING btree (chapter_id)

CREATE INDEX chapter_versions_by_chapter ON public.chapter_versions USING btree (chapter_id, id DESC)

CREATE UNIQUE INDEX chapter_versions_pkey ON public.chapter_versions USING btree (id)

CREATE INDEX chapters_by_cleaner ON public.chapters USING btree (cleaner_version, id)

CREATE INDEX chapters_by_order ON public.chapters USING btree (story_id, "order", id)

CREATE UNIQUE INDEX chapters_pkey ON public.chapters USING btree (id)

CREATE INDEX credentials_by_email ON public.credentials USING btree (email_key)

CREATE UNIQUE INDEX credentials_by_verified_email ON public.credentials USING btree (email_key) WHERE (email_verified_at IS NOT NULL)

CREATE UNIQUE INDEX credentials_pkey ON public.credentials USING btree (account_id)

CREATE INDEX evidence_by_age ON public.evidence USING btree (kept_at)

CREATE INDEX evidence_by_case ON public.evidence USING btree (case_id, kind, source_id, id)

CREATE UNIQUE INDEX evidence_pkey ON public.evidence USING btree (id)

CREATE UNIQUE INDEX forgotten_mail_drops_pkey ON public.forgotten_mail_drops USING btree (kind)

CREATE INDEX google_attempts_by_account ON public.google_attempts USING btree (account_id)

CREATE INDEX google_attempts_by_age ON public.google_attempts USING btree (created_at)

CREATE UNIQUE INDEX google_attempts_pkey ON public.google_attempts USING btree (token_hash)

CREATE UNIQUE INDEX google_identities_account_id_key ON public.google_identities USING btree (account_id)

CREATE UNIQUE INDEX google_identities_pkey ON public.google_identities USING btree (issuer, subject)

CREATE INDEX keyed_requests_by_account ON public.keyed_requests USING btree (account_id)

CREATE INDEX keyed_requests_by_age ON public.keyed_requests USING btree (begun_at)

CREATE UNIQUE INDEX keyed_requests_pkey ON public.keyed_requests USING btree (hash)

CREATE INDEX known_devices_by_account ON public.known_devices USING btree (account_id, seen_at)

CREATE INDEX known_devices_by_age ON public.known_devices USING btree (seen_at)

CREATE UNIQUE INDEX known_devices_pkey ON public.known_devices USING btree (hash)

CREATE INDEX mail_tokens_by_account ON public.mail_tokens USING btree (account_id)

CREATE INDEX mail_tokens_by_expiry ON public.mail_tokens USING btree (expires_at)

CREATE UNIQUE INDEX mail_tokens_pkey ON public.mail_tokens USING btree (hash)

CREATE INDEX moderation_cases_by_author ON public.moderation_cases USING btree (author_id)

CREATE INDEX moderation_cases_by_subject ON public.moderation_cases USING btree (subject, subject_id, id DESC)

CREATE INDEX moderation_cases_closed ON public.moderation_cases USING btree (closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL)

CREATE UNIQUE INDEX moderation_cases_open ON public.moderation_cases USING btree (subject, subject_id) WHERE (closed_at IS NULL)

CREATE UNIQUE INDEX moderation_cases_pkey ON public.moderation_cases USING btree (id)

CREATE INDEX moderation_cases_waiting ON public.moderation_cases USING btree (is_grave DESC, since, id) WHERE (closed_at IS NULL)

CREATE INDEX moderation_entries_by_account ON public.moderation_entries USING btree (account_id, id DESC)

CREATE INDEX moderation_entries_by_actor ON public.moderation_entries USING btree (actor_id, id DESC)

CREATE INDEX moderation_entries_by_case ON public.moderation_entries USING btree (case_id, id DESC)

CREATE INDEX moderation_entries_by_story ON public.moderation_entries USING btree (story_id, id DESC)

CREATE UNIQUE INDEX moderation_entries_pkey ON public.moderation_entries USING btree (id)

CREATE INDEX newsletter_deliveries_by_subscriber ON public.newsletter_deliveries USING btree (subscriber_id)

CREATE UNIQUE INDEX newsletter_deliveries_pkey ON public.newsletter_deliveries USING btree (issue_id, subscriber_id)

CREATE INDEX newsletter_issue_stories_by_story ON public.newsletter_issue_stories USING btree (story_id)

CREATE UNIQUE INDEX newsletter_issue_stories_pkey ON public.newsletter_issue_stories USING btree (issue_id, section, "position")

CREATE UNIQUE INDEX newsletter_issues_pkey ON public.newsletter_issues USING btree (id)

CREATE INDEX newsletter_issues_unfinished ON public.newsletter_issues USING btree (worked_at) WHERE (finished_at IS NULL)

CREATE UNIQUE INDEX newsletter_issues_week_key ON public.newsletter_issues USING btree (week)

CREATE INDEX newsletter_links_by_email ON public.newsletter_links USING btree (email_key)

CREATE INDEX newsletter_links_by_expiry ON public.newsletter_links USING btree (expires_at)

CREATE UNIQUE INDEX newsletter_links_pkey ON public.newsletter_links USING btree (hash)

CREATE UNIQUE INDEX newsletter_subscribers_email_key_key ON public.newsletter_subscribers USING btree (email_key)

CREATE UNIQUE INDEX newsletter_subscribers_pkey ON public.newsletter_subscribers USING btree (id)

CREATE UNIQUE INDEX newsletter_subscribers_token_hash_key ON public.newsletter_subscribers USING btree (token_hash)

CREATE INDEX outbox_mails_by_address ON public.outbox_mails USING btree (address_key, send_at DESC) WHERE (dropped_at IS NULL)

CREATE INDEX outbox_mails_by_age ON public.outbox_mails USING btree (created_at)

CREATE INDEX outbox_mails_dropped ON public.outbox_mails USING btree (kind) WHERE (dropped_at IS NOT NULL)

CREATE UNIQUE INDEX outbox_mails_pkey ON public.outbox_mails USING btree (id)

CREATE INDEX outbox_mails_waiting ON public.outbox_mails USING btree (try_at) WHERE ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL))

CREATE UNIQUE INDEX publication_counts_pkey ON public.publication_counts USING btree (account_id)

CREATE UNIQUE INDEX ranking_changes_pkey ON public.ranking_changes USING btree (story_id)

CREATE INDEX refresh_tokens_by_session ON public.refresh_tokens USING btree (session_id)

CREATE UNIQUE INDEX refresh_tokens_pkey ON public.refresh_tokens USING btree (hash)

CREATE INDEX reports_by_author ON public.reports USING btree (author_id)

CREATE INDEX reports_by_decider ON public.reports USING btree (decided_by)

CREATE INDEX reports_by_story ON public.reports USING btree (story_id)

CREATE INDEX reports_open ON public.reports USING btree (created_at, id) WHERE (decided_at IS NULL)

CREATE UNIQUE INDEX reports_open_on_author ON public.reports USING btree (reporter_id, author_id) WHERE ((decided_at IS NULL) AND (author_id IS NOT NULL))

CREATE UNIQUE INDEX reports_open_on_story ON public.reports USING btree (reporter_id, story_id) WHERE ((decided_at IS NULL) AND (story_id IS NOT NULL))

CREATE UNIQUE INDEX reports_pkey ON public.reports USING btree (id)

CREATE INDEX search_authors_by_names ON public.search_authors USING gin (names) WITH (fastupdate=off)

CREATE INDEX search_authors_by_words ON public.search_authors USING gin (words) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_authors_pkey ON public.search_authors USING btree (account_id)

CREATE INDEX search_chapters_by_story ON public.search_chapters USING btree (story_id, chapter_id)

CREATE INDEX search_chapters_by_words ON public.search_chapters USING gin (words) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_chapters_pkey ON public.search_chapters USING btree (chapter_id)

CREATE INDEX search_stories_by_head ON public.search_stories USING gin (head) WITH (fastupdate=off)

CREATE INDEX search_stories_by_title ON public.search_stories USING gin (title) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_stories_pkey ON public.search_stories USING btree (story_id)

CREATE INDEX search_words_by_likeness ON public.search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off)

CREATE INDEX search_words_by_word ON public.search_words USING btree (word)

CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id)

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)

CREATE INDEX spam_marks_by_entry ON public.spam_marks USING btree (entry_id)

CREATE UNIQUE INDEX spam_marks_pkey ON public.spam_marks USING btree (account_id)

CREATE INDEX stories_by_author ON public.stories USING btree (author_id, published_at DESC, id DESC)

CREATE INDEX stories_by_author_top ON public.stories USING btree (author_id, top DESC, ranked_upvote_count DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_featured ON public.stories USING btree (featured_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX stories_by_published ON public.stories USING btree (published_at DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_top ON public.stories USING btree (top DESC, ranked_upvote_count DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_trending ON public.stories USING btree (trending DESC NULLS LAST, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_let_in ON public.stories USING btree (author_id) WHERE (let_in_at IS NOT NULL)

CREATE UNIQUE INDEX stories_pkey ON public.stories USING btree (id)

CREATE UNIQUE INDEX stories_slug_key ON public.stories USING btree (slug)

CREATE INDEX stories_waiting ON public.stories USING btree (waiting_for DESC, waiting_since, id) WHERE (waiting_since IS NOT NULL)

CREATE UNIQUE INDEX story_shares_pkey ON public.story_shares USING btree (story_id, platform)

CREATE INDEX story_slugs_by_story ON public.story_slugs USING btree (story_id)

CREATE UNIQUE INDEX story_slugs_pkey ON public.story_slugs USING btree (slug)

CREATE INDEX story_tags_by_featured ON public.story_tags USING btree (tag_id, featured_at DESC, story_id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX story_tags_by_published ON public.story_tags USING btree (tag_id, published_at DESC, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX story_tags_by_tag ON public.story_tags USING btree (tag_id, story_id)

CREATE INDEX story_tags_by_top ON public.story_tags USING btree (tag_id, top DESC, ranked_upvote_count DESC, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX story_tags_by_trending ON public.story_tags USING btree (tag_id, trending DESC NULLS LAST, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE UNIQUE INDEX story_tags_pkey ON public.story_tags USING btree (story_id, tag_id)

CREATE UNIQUE INDEX story_totals_pkey ON public.story_totals USING btree (one_row)

CREATE INDEX story_withholdings_by_entry ON public.story_withholdings USING btree (entry_id)

CREATE INDEX story_withholdings_by_takedown ON public.story_withholdings USING btree (takedown_id)

CREATE UNIQUE INDEX story_withholdings_story_id_cause_takedown_id_key ON public.story_withholdings USING btree (story_id, cause, takedown_id) NULLS NOT DISTINCT

CREATE UNIQUE INDEX stranger_quota_pkey ON public.stranger_quota USING btree (bucket)

CREATE INDEX tags_by_beginning ON public.tags USING btree (key text_pattern_ops) WHERE (story_count > 0)

CREATE INDEX tags_by_name ON public.tags USING btree (name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_part_of_key ON public.tags USING gin (key gin_trgm_ops)

CREATE INDEX tags_by_popularity ON public.tags USING btree (story_count DESC, name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_trending ON public.tags USING btree (trending DESC NULLS LAST, id) WHERE (story_count > 0)

CREATE UNIQUE INDEX tags_key_key ON public.tags USING btree (key)

CREATE UNIQUE INDEX tags_pkey ON public.tags USING btree (id)

CREATE INDEX takedown_requests_by_age ON public.takedown_requests USING btree (received_at, id)

CREATE INDEX takedown_requests_by_story ON public.takedown_requests USING btree (story_id)

CREATE UNIQUE INDEX takedown_requests_open ON public.takedown_requests USING btree (fingerprint) WHERE (waiting_since IS NOT NULL)

CREATE UNIQUE INDEX takedown_requests_pkey ON public.takedown_requests USING btree (id)

CREATE INDEX takedown_requests_waiting ON public.takedown_requests USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL)

CREATE INDEX takedown_steps_by_account ON public.takedown_steps USING btree (account_id)

CREATE INDEX takedown_steps_by_request ON public.takedown_steps USING btree (request_id, id)

CREATE UNIQUE INDEX takedown_steps_pkey ON public.takedown_steps USING btree (id)

CREATE INDEX throttle_counters_by_expiry ON public.throttle_counters USING btree (expire)

CREATE UNIQUE INDEX throttle_counters_pkey ON public.throttle_counters USING btree (key)

CREATE INDEX visit_marks_by_age ON public.visit_marks USING btree (made_at)

CREATE UNIQUE INDEX visit_marks_pkey ON public.visit_marks USING btree (mark)

CREATE INDEX votes_by_story ON public.votes USING btree (story_id)

CREATE UNIQUE INDEX votes_pkey ON public.votes USING btree (account_id, story_id)

CREATE INDEX votes_waiting ON public.votes USING btree (account_id) WHERE (ranked_at IS NULL)

-- ── Functions ──

CREATE OR REPLACE FUNCTION public.accounts_are_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform subject_is_gone('author', old.id);
  return old;
end $function$

CREATE OR REPLACE FUNCTION public.accounts_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.username, old.display_name) <> (new.username, new.display_name) then
    perform search_refresh_stories(array(
      select story_id from search_stories join stories on stories.id = story_id where author_id = new.id order by story_id));
  end if;
  perform search_refresh_author(new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.accounts_follow_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update moderation_cases set texts_as_of = case when new.suspended_at is not null then clock_timestamp() end
    where subject = 'author' and subject_id = new.id and closed_at is not null
      and id = (select max(id) from moderation_cases where subject = 'author' and subject_id = new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.accounts_keep_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_evidence('author', old.id, 'author', old.id,
    concat_ws(' · ', nullif(old.display_name, ''), old.username, old.profile_picture_url), old.bio);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.accounts_lock_stories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from stories where id in (
    select id from stories where author_id = old.id
    union select story_id from votes where account_id = old.id
    union select story_id from bookmarks where account_id = old.id
  ) order by id for update;
  perform 1 from tags where id in (
    select tag_id from story_tags join stories on stories.id = story_id where author_id = old.id
  ) order by id for no key update;
  return old;
end $function$

CREATE OR REPLACE FUNCTION public.accounts_notify_withheld()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('nightstand_changes', 'all');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.act_weight(act text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE act WHEN 'upvote'::text THEN 1.0 WHEN 'bookmark'::text THEN 2.0 WHEN 'completed-read'::text THEN 0.5 WHEN 'view'::text THEN 0.1 ELSE NULL::numeric END

CREATE OR REPLACE FUNCTION public.appeals_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  appeal appeals := coalesce(new, old);
begin
  perform moderation_follow(appeal.subject, appeal.subject_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.author_stats_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_refresh_author(new.account_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.bookmarks_count_in_stories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(1)) from after_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(-1)) from before_rows having count(*) > 0;
  else
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(side)) from (
        select story_id, ranked_at, bookmarked_at, 1 as side from after_rows
        union all
        select story_id, ranked_at, bookmarked_at, -1 from before_rows
      ) as changes having count(*) > 0;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.browse_totals_add()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added integer := case when tg_op <> 'DELETE' and new.story_count > 0 then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.story_count > 0 then 1 else 0 end;
begin
  update browse_totals set authors = authors + case when tg_table_name = 'author_stats' then added else 0 end,
    tags = tags + case when tg_table_name = 'tags' then added else 0 end;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.chapters_count_in_story()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  story bigint := coalesce(new.story_id, old.story_id);
begin
  update stories set
    chapter_count = chapter_count + (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end),
    word_count = word_count + coalesce(new.word_count, 0) - coalesce(old.word_count, 0),
    first_published_at = case when tg_op = 'INSERT' and chapter_count = 0
      then coalesce(first_published_at, new.created_at) else first_published_at end,
    (published_at, withheld_published_at) = (
      select case when withheld_at is null then here end, case when withheld_at is not null then here end
      from (select case
        when waiting_since is not null then null
        when tg_op = 'INSERT' and chapter_count = 0 then new.created_at
        when tg_op = 'DELETE' and chapter_count = 1 then null
        else coalesce(published_at, withheld_published_at) end as here) as one),
    (waiting_since, waiting_for, waiting_published_at) = (
      select case when stays then waiting_since end, case when stays then waiting_for end,
        case when stays then waiting_published_at end
      from (select not (tg_op = 'DELETE' and chapter_count = 1) as stays) as one),
    updated_at = greatest(updated_at, coalesce(new.updated_at, now()))
  where id = story;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.chapters_drop_reads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from chapter_reads where chapter_id = old.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.chapters_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  words text := search_chapter_text(new.title, new.content);
begin
  insert into search_chapters (chapter_id, story_id, words)
  values (new.id, new.story_id, search_vector('nightstand', words))
  on conflict (chapter_id) do update set story_id = excluded.story_id, words = excluded.words;
  perform search_learn(search_vector('nightstand_words', words), false);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.chapters_keep_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_evidence('story', old.story_id, 'chapter', old.id, old.title, old.content);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.credentials_end_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform stories_end_waiting(array(
    select id from stories where author_id = new.account_id and waiting_for = 'address'));
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.heat_of(weight numeric, happened_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  half_lives double precision := greatest(0,
    (extract(epoch from happened_at)::double precision - heat_start()) / trending_half_life_seconds());
  whole integer := floor(half_lives);
begin
  return weight * trunc(power(2::double precision, 40 + half_lives - whole)::numeric) * trunc(power(2::numeric, whole));
end $function$

CREATE OR REPLACE FUNCTION public.heat_start()
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (EXTRACT(epoch FROM '2026-01-01 00:00:00+00'::timestamp with time zone))::double precision

CREATE OR REPLACE FUNCTION public.hold_subject(of_subject text, of_id bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(of_subject || ' ' || of_id, 3))
$function$

CREATE OR REPLACE FUNCTION public.keep_evidence(of_subject text, of_id bigint, of_kind text, source bigint, of_title text, of_content text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into evidence (case_id, kind, source_id, title, content)
  select latest.id, of_kind, source, of_title, of_content from (
    select id, texts_as_of from moderation_cases where subject = of_subject and subject_id = of_id
    order by id desc limit 1
  ) as latest
  where texts_as_of is not null and not exists (
    -- The first change after it is the one that counts.
    select from evidence as kept
    where kept.case_id = latest.id and kind = of_kind and source_id = source and kept_at > texts_as_of
  )
$function$

CREATE OR REPLACE FUNCTION public.moderation_entries_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the log of moderation is only ever added to' using errcode = 'insufficient_privilege';
end $function$

CREATE OR REPLACE FUNCTION public.moderation_follow(of_subject text, of_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  open record;
  is_withheld boolean;
begin
  perform hold_subject(of_subject, of_id);
  select count(*) filter (where kind = 'report')::integer as reports,
    count(*) filter (where kind = 'takedown')::integer as takedowns,
    count(*) filter (where kind = 'appeal')::integer as appeals,
    min(items.since) as since, coalesce(bool_or(items.is_grave), false) as is_grave
  into open from (
    select 'report' as kind, created_at as since, is_grave from reports
      where decided_at is null and (story_id = of_story or author_id = of_author)
    union all
    select 'appeal', created_at, false from appeals
      where answered_at is null and subject = of_subject and subject_id = of_id
    union all
    select 'takedown', greatest(waiting_since, last.put_back_from::timestamp at time zone 'UTC'),
      names_grave_harm(concat_ws(' ', content_description, reason, additional_info))
      from takedown_requests as request left join lateral (
        select put_back_from from takedown_steps where request_id = request.id order by id desc limit 1
      ) as last on true
      where waiting_since is not null
        and (story_id = of_story or (of_subject = 'takedown' and request.id = of_id and story_id is null))
  ) as items;
  if open.reports + open.takedowns + open.appeals > 0 then
    update moderation_cases set report_count = open.reports, takedown_count = open.takedowns,
      appeal_count = open.appeals, is_grave = open.is_grave, since = open.since, revision = revision + 1,
      texts_as_of = clock_timestamp()
      where subject = of_subject and subject_id = of_id and closed_at is null;
    if found then return; end if;
    insert into moderation_cases
      (subject, subject_id, story_title, author_id, author_name, report_count, takedown_count, appeal_count, is_grave, since)
    select of_subject, of_id, title, accounts.id, username,
      open.reports, open.takedowns, open.appeals, open.is_grave, open.since
    from (select) as one
    left join stories on stories.id = of_story
    left join accounts on accounts.id = coalesce(author_id, of_author);
    return;
  end if;
  is_withheld := exists (select from story_withholdings where story_id = of_story)
    or exists (select from accounts where id = of_author and suspended_at is not null);
  update moderation_cases set report_count = 0, takedown_count = 0, appeal_count = 0, is_grave = false,
    revision = revision + 1,
    closed_at = case when by_hand_at is null then clock_timestamp() end,
    texts_as_of = case when by_hand_at is not null or is_withheld then clock_timestamp() end
    where subject = of_subject and subject_id = of_id and closed_at is null;
end $function$

CREATE OR REPLACE FUNCTION public.moves_rankings(account bigint, story bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM ((accounts JOIN credentials ON ((credentials.account_id = accounts.id))) JOIN stories ON ((stories.id = moves_rankings.story))) WHERE ((accounts.id = moves_rankings.account) AND (stories.author_id <> moves_rankings.account) AND (credentials.email_verified_at IS NOT NULL) AND (accounts.created_at <= (now() - '1 day'::interval)))))

CREATE OR REPLACE FUNCTION public.names_grave_harm(words text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (words ~* ((((((('\m(minors?|under-?\s?aged?|child|children|childhood|kids?|toddlers?|infants?|pre-?\s?teens?|teens?|teenage|teenaged'::text || '|teenagers?|adolescents?|juveniles?|school-?\s?(girls?|boys?|kids?|child|children)|lolita|loli|shota|csam|csem'::text) || '|pa?edo\w*|grooming|groomed|molest\w*'::text) || '|(1[0-7]|[1-9])[ -]?(years?[ -]?old|y[./]?o)'::text) || '|(nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[ -]years?[ -]?old'::text) || '|non-?\s?consen\w*|consent\w*|dub-?con|non-?con|rape|raped|rapes|rapist|raping'::text) || '|without (his|her|their|my|our|any) (knowledge|permission|agreement)|against (his|her|their|my|our) will'::text) || '|revenge porn|hidden camera|deep-?\s?fakes?)\M'::text))

CREATE OR REPLACE FUNCTION public.notify_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('nightstand_changes', 'author ' || old.username_key);
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.published_at is null then
    if old.published_at is not null then perform pg_notify('nightstand_changes', 'all'); end if;
    perform pg_notify('nightstand_changes', 'story ' || old.slug);
    return null;
  end if;
  perform pg_notify('nightstand_changes', 'story ' || old.slug);
  if new.slug <> old.slug then perform pg_notify('nightstand_changes', 'story ' || new.slug); end if;
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('nightstand_changes', 'story ' || old.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  part_slug text;
  is_listed boolean;
begin
  select slug, published_at is not null into part_slug, is_listed
    from stories where id = coalesce(new.story_id, old.story_id);
  -- Gone together with its story, which tells by itself.
  if part_slug is null then return null; end if;
  perform pg_notify('nightstand_changes', 'story ' || part_slug);
  if tg_table_name = 'story_tags' and is_listed then perform pg_notify('nightstand_changes', 'lists'); end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story_part_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('nightstand_changes', 'story ' || coalesce(new.story_id, old.story_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reports_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  report reports := coalesce(new, old);
begin
  perform case when report.story_id is not null then moderation_follow('story', report.story_id)
    else moderation_follow('author', report.author_id) end;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.search_chapter_text(title text, content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN search_text(((title || ' '::text) || search_plain_text(content)))

CREATE OR REPLACE FUNCTION public.search_learn(words tsvector, in_head boolean)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_words (word, in_head)
  select word, search_learn.in_head from unnest(tsvector_to_array(words)) as word
  where word ~ '^[[:alpha:]]{3,30}$' and not exists (
    select from search_words as known
    where known.word = word.word and (known.in_head or not search_learn.in_head)
  )
$function$

CREATE OR REPLACE FUNCTION public.search_plain_text(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(regexp_replace(regexp_replace(html, '</?(?:em|strong|a|code)(?: [^>]*)?>'::text, ''::text, 'g'::text), '<[^>]*>'::text, ' '::text, 'g'::text), '&#x3C;'::text, '<'::text), '&lt;'::text, '<'::text), '&nbsp;'::text, ' '::text), '&#x26;'::text, '&'::text), '&amp;'::text, '&'::text)

CREATE OR REPLACE FUNCTION public.search_refresh_author(id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  perform 1 from author_stats where account_id = id for no key update;
  delete from search_authors where account_id = id;
  select search_text(username || ' ' || display_name) as names, search_text(bio) as bio into found
    from accounts join author_stats on account_id = accounts.id
    where accounts.id = search_refresh_author.id and story_count > 0;
  if found is null then return; end if;
  insert into search_authors (account_id, names, words)
  values (
    id,
    to_tsvector('nightstand', found.names) || to_tsvector('nightstand_words', found.names),
    setweight(to_tsvector('nightstand', found.names), 'A') || setweight(to_tsvector('nightstand', found.bio), 'C')
  );
  perform search_learn(to_tsvector('nightstand_words', found.names), true);
end $function$

CREATE OR REPLACE FUNCTION public.search_refresh_stories(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  -- Whoever changes another part of the same story at the same time comes before or after, not in between: the
  -- next statement sees what they have written.
  perform 1 from stories where id = any (ids) order by id for no key update;
  delete from search_stories using stories
    where story_id = any (ids) and stories.id = story_id and not story_is_listed(stories);
  for found in
    select stories.id, search_text(title) as title, search_text(synopsis) as synopsis,
      search_text(username || ' ' || display_name) as author,
      search_text(coalesce((select string_agg(name, ' , ' order by position)
        from story_tags join tags on tags.id = tag_id where story_id = stories.id), '')) as tags
    from stories join accounts on accounts.id = author_id
    where stories.id = any (ids) and story_is_listed(stories)
  loop
    insert into search_stories (story_id, title, head)
    values (
      found.id,
      to_tsvector('nightstand', found.title) || to_tsvector('nightstand_words', found.title),
      setweight(to_tsvector('nightstand', found.title), 'A')
        || setweight(to_tsvector('nightstand', found.author), 'B')
        || setweight(to_tsvector('nightstand', found.tags), 'B')
        || setweight(to_tsvector('nightstand', found.synopsis), 'C')
    )
    on conflict (story_id) do update set title = excluded.title, head = excluded.head;
    perform search_learn(
      to_tsvector('nightstand_words', concat_ws(' ', found.title, found.author, found.tags, found.synopsis)), true);
  end loop;
end $function$

CREATE OR REPLACE FUNCTION public.search_text(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(CASE WHEN (typed IS NFC NORMALIZED) THEN typed ELSE NORMALIZE(typed, NFC) END, '[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+'::text, ''::text, 'g'::text), ('[-_/\\.@:+~<>&#=%''\u0080-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u2000-\u2BFF'::text || '\u2E00-\u2E7F\u3000-\u3004\u3008-\u303F\uE000-\uF8FF\uFE00-\uFE6F\U0001F000-\U0001FAFF]+'::text), ' '::text, 'g'::text)

CREATE OR REPLACE FUNCTION public.search_vector(config regconfig, words text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return to_tsvector(config, words);
exception when program_limit_exceeded then
  return to_tsvector(config, left(words, 100000));
end $function$

CREATE OR REPLACE FUNCTION public.stories_add_bookmarks(story_ids bigint[], are_ranked boolean[], times timestamp with time zone[], sides integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set bookmark_count = bookmark_count + d.added, heat = greatest(0, stories.heat + d.heat)
  from (
    select story_id, sum(added)::integer as added,
      sum(case when ranked = 0 then 0 else ranked * heat_of(act_weight('bookmark'), happened_at) end) as heat
    from (
      select story_id, happened_at, sum(side) as added, sum(case when is_ranked then side else 0 end) as ranked
      from unnest(story_ids, are_ranked, times, sides) as one (story_id, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as d
  where stories.id = d.story_id;
end $function$

CREATE OR REPLACE FUNCTION public.stories_add_votes(story_ids bigint[], vote_values integer[], are_ranked boolean[], times timestamp with time zone[], sides integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set
    upvote_count = upvote_count + d.up,
    downvote_count = downvote_count + d.down,
    ranked_upvote_count = ranked_upvote_count + d.ranked_up,
    ranked_downvote_count = ranked_downvote_count + d.ranked_down,
    -- Never below nothing, should another machine's powers of two end in another digit.
    heat = greatest(0, stories.heat + d.heat)
  from (
    select story_id, sum(up)::integer as up, sum(down)::integer as down,
      sum(ranked_up)::integer as ranked_up, sum(ranked_down)::integer as ranked_down,
      sum(case when ranked_up = 0 then 0 else ranked_up * heat_of(act_weight('upvote'), happened_at) end) as heat
    from (
      select story_id, happened_at,
        sum(case when value = 1 then side else 0 end) as up,
        sum(case when value = -1 then side else 0 end) as down,
        sum(case when value = 1 and is_ranked then side else 0 end) as ranked_up,
        sum(case when value = -1 and is_ranked then side else 0 end) as ranked_down
      from unnest(story_ids, vote_values, are_ranked, times, sides) as one (story_id, value, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as d
  where stories.id = d.story_id;
end $function$

CREATE OR REPLACE FUNCTION public.stories_are_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform subject_is_gone('story', old.id);
  return old;
end $function$

CREATE OR REPLACE FUNCTION public.stories_copy_sort_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  side integer := case when new.published_at is null then -1 else 1 end;
  noted numeric;
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count
  where story_id = new.id;
  if (old.published_at is null) <> (new.published_at is null) then
    -- What this very change does to the heat is noted after this, so it is not counted here.
    select heat into noted from ranking_changes where story_id = new.id;
    perform tags_add_stories(array_agg(tag_id), array_agg(side), array_agg(side * (old.heat - coalesce(noted, 0))))
      from story_tags where story_id = new.id having count(*) > 0;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_count_in_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_listed integer := case when tg_op <> 'INSERT' and old.published_at is not null then 1 else 0 end;
  is_listed integer := case when tg_op <> 'DELETE' and new.published_at is not null then 1 else 0 end;
  was_featured integer := case when was_listed = 1 and old.featured_at is not null then 1 else 0 end;
  is_featured integer := case when is_listed = 1 and new.featured_at is not null then 1 else 0 end;
begin
  if was_listed <> is_listed then
    insert into author_stats (account_id, story_count)
      select coalesce(new.author_id, old.author_id), greatest(is_listed, 0)
      where tg_op <> 'DELETE'
      on conflict (account_id) do update set story_count = author_stats.story_count + is_listed - was_listed;
    if tg_op = 'DELETE' then
      update author_stats set story_count = story_count - 1 where account_id = old.author_id;
    end if;
  end if;
  if was_listed <> is_listed or was_featured <> is_featured then
    update story_totals set listed = listed + is_listed - was_listed, featured = featured + is_featured - was_featured;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_end_waiting(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  waiting bigint[];
begin
  perform 1 from stories where id = any (ids) order by id for no key update;
  waiting := array(select id from stories where id = any (ids) and waiting_since is not null order by id);
  if waiting = '{}' then return; end if;
  perform 1 from tags where id in (select tag_id from story_tags where story_id = any (waiting))
    order by id for no key update;
  update stories set
    published_at = case when withheld_at is null then coalesce(waiting_published_at, now()) end,
    withheld_published_at = case when withheld_at is not null then coalesce(waiting_published_at, now()) end,
    waiting_since = null, waiting_for = null, waiting_published_at = null
    where id = any (waiting);
  insert into ranking_changes (story_id) select unnest(waiting)
    on conflict (story_id) do update set change_id = default;
end $function$

CREATE OR REPLACE FUNCTION public.stories_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_refresh_stories(array[new.id]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_follow_withholdings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update stories set withheld_at = now(), withheld_published_at = published_at, published_at = null
      where id = new.story_id and withheld_at is null;
    update moderation_cases set texts_as_of = clock_timestamp() where id = (
      select max(id) from moderation_cases where subject = 'story' and subject_id = new.story_id);
  elsif not exists (select from story_withholdings where story_id = old.story_id) then
    update stories set published_at = withheld_published_at, withheld_published_at = null, withheld_at = null
      where id = old.story_id;
    update moderation_cases set texts_as_of = null
      where subject = 'story' and subject_id = old.story_id and closed_at is not null
        and exists (select from stories where id = old.story_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_keep_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_evidence('story', old.id, 'story', old.id, old.title, old.synopsis);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_let_go_of_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from story_tags where story_id = old.id;
  return old;
end $function$

CREATE OR REPLACE FUNCTION public.stories_note_ranking_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ranking_changes (story_id, heat) values (new.id, new.heat - old.heat)
    on conflict (story_id) do update set change_id = default, heat = ranking_changes.heat + excluded.heat;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_is_listed(story stories)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((story).published_at IS NOT NULL)

CREATE OR REPLACE FUNCTION public.story_tags_count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from stories where id in (select story_id from deleted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(heat)) from (
    select tag_id, -count(*)::integer as n, sum(coalesce(noted.heat, 0) - stories.heat) as heat
    from deleted join stories on stories.id = deleted.story_id
    left join ranking_changes as noted on noted.story_id = stories.id
    where deleted.published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Whoever adds what is noted holds the story: nobody may do so between the question and the answer.
  perform 1 from stories where id in (select story_id from inserted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(heat)) from (
    select tag_id, count(*)::integer as n, sum(stories.heat - coalesce(noted.heat, 0)) as heat
    from inserted join stories on stories.id = inserted.story_id
    left join ranking_changes as noted on noted.story_id = stories.id
    where inserted.published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[] := array(select distinct story_id from changed join search_stories using (story_id) order by story_id);
begin
  if ids <> '{}' then perform search_refresh_stories(ids); end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_take_sort_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select published_at, featured_at, trending, top, ranked_upvote_count
    into new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count
    from stories where id = new.story_id;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.subject_is_gone(of_subject text, of_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  is_kept boolean;
begin
  perform hold_subject(of_subject, of_id);
  update moderation_cases set gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and is_grave;
  is_kept := found;
  delete from reports
    where (story_id = of_story or author_id = of_author)
      and (decided_at is not null or not is_kept);
  delete from appeals where subject = of_subject and subject_id = of_id and answered_at is null;
  update moderation_cases set by_hand_at = null, closed_at = clock_timestamp(), gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and not is_kept and takedown_count = 0;
end $function$

CREATE OR REPLACE FUNCTION public.tags_add_stories(tag_ids bigint[], deltas integer[], heats numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta, heat = greatest(0, tags.heat + d.heat)
    from unnest(tag_ids, deltas, heats) as d (tag_id, delta, heat) where tags.id = d.tag_id;
end $function$

CREATE OR REPLACE FUNCTION public.tags_enter_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform search_refresh_stories(array(
    select story_id from story_tags where tag_id = new.id and published_at is not null order by story_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.takedown_requests_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.story_id is distinct from new.story_id then
    perform case when old.story_id is null then moderation_follow('takedown', old.id)
      else moderation_follow('story', old.story_id) end;
  end if;
  perform case when new.story_id is null then moderation_follow('takedown', new.id)
    else moderation_follow('story', new.story_id) end;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.trending_added(total double precision, part double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  high double precision := greatest(total, part);
  low double precision := least(total, part);
begin
  if total is null or part is null or high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $function$

CREATE OR REPLACE FUNCTION public.trending_half_life_seconds()
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((3)::numeric * 86400.0)

CREATE OR REPLACE FUNCTION public.trending_of(heat numeric)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  digits text := trunc(heat)::text;
begin
  if heat <= 0 then return null; end if;
  -- A double ends at 10^308; its first 17 digits are all that it can hold anyway.
  return (ln(left(digits, 17)::double precision) + greatest(length(digits) - 17, 0) * ln(10::double precision))
    / ln(2::double precision) - 40 + heat_start() / trending_half_life_seconds();
end $function$

CREATE OR REPLACE FUNCTION public.username_skeleton(username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(replace(replace(replace(translate(username, '01I'::text, 'Oll'::text), 'm'::text, 'rn'::text), '_'::text, ''::text), '-'::text, ''::text))

CREATE OR REPLACE FUNCTION public.votes_count_in_stories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(1)) from after_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(-1)) from before_rows having count(*) > 0;
  else
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(side)) from (
        select story_id, value, ranked_at, voted_at, 1 as side from after_rows
        union all
        select story_id, value, ranked_at, voted_at, -1 from before_rows
      ) as changes having count(*) > 0;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.wilson_lower_bound(upvotes integer, downvotes integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((upvotes + downvotes) = 0) THEN (0)::double precision ELSE (((((upvotes)::double precision + (1.9208)::double precision) / ((upvotes + downvotes))::double precision) - (((1.96)::double precision * sqrt(((((upvotes)::double precision * (downvotes)::double precision) / ((upvotes + downvotes))::double precision) + (0.9604)::double precision))) / ((upvotes + downvotes))::double precision)) / (((1)::numeric + (3.8416 / ((upvotes + downvotes))::numeric)))::double precision) END

-- ── Triggers ──

CREATE TRIGGER accounts_enter_search AFTER UPDATE OF username, display_name, bio ON public.accounts FOR EACH ROW WHEN (((old.username <> new.username) OR (old.display_name <> new.display_name) OR (old.bio <> new.bio))) EXECUTE FUNCTION accounts_enter_search()

CREATE TRIGGER accounts_follow_suspension AFTER UPDATE OF suspended_at ON public.accounts FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION accounts_follow_suspension()

CREATE TRIGGER accounts_keep_evidence_changed AFTER UPDATE OF username, display_name, bio, profile_picture_url ON public.accounts FOR EACH ROW WHEN (((((old.username IS DISTINCT FROM new.username) OR (old.display_name IS DISTINCT FROM new.display_name)) OR (old.bio IS DISTINCT FROM new.bio)) OR (old.profile_picture_url IS DISTINCT FROM new.profile_picture_url))) EXECUTE FUNCTION accounts_keep_evidence()

CREATE TRIGGER accounts_keep_evidence_deleted AFTER DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION accounts_keep_evidence()

CREATE TRIGGER accounts_lock_stories BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION accounts_lock_stories()

CREATE TRIGGER accounts_notify AFTER UPDATE OF username, display_name, bio, profile_picture_url, profile_public_at ON public.accounts FOR EACH ROW EXECUTE FUNCTION notify_of_account()

CREATE TRIGGER accounts_notify_withheld AFTER UPDATE OF withheld_at ON public.accounts FOR EACH ROW WHEN ((old.withheld_at IS DISTINCT FROM new.withheld_at)) EXECUTE FUNCTION accounts_notify_withheld()

CREATE TRIGGER accounts_pass_cases BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION accounts_are_gone()

CREATE TRIGGER appeals_follow AFTER INSERT OR DELETE OR UPDATE OF answered_at ON public.appeals FOR EACH ROW EXECUTE FUNCTION appeals_follow()

CREATE CONSTRAINT TRIGGER author_stats_count AFTER UPDATE OF story_count ON public.author_stats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.story_count > 0) <> (new.story_count > 0))) EXECUTE FUNCTION browse_totals_add()

CREATE CONSTRAINT TRIGGER author_stats_count_gone AFTER DELETE ON public.author_stats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.story_count > 0)) EXECUTE FUNCTION browse_totals_add()

CREATE CONSTRAINT TRIGGER author_stats_count_new AFTER INSERT ON public.author_stats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.story_count > 0)) EXECUTE FUNCTION browse_totals_add()

CREATE TRIGGER author_stats_enter_search AFTER UPDATE OF story_count ON public.author_stats FOR EACH ROW WHEN (((old.story_count > 0) <> (new.story_count > 0))) EXECUTE FUNCTION author_stats_enter_search()

CREATE TRIGGER author_stats_enter_search_new AFTER INSERT ON public.author_stats FOR EACH ROW WHEN ((new.story_count > 0)) EXECUTE FUNCTION author_stats_enter_search()

CREATE TRIGGER bookmarks_count_deleted AFTER DELETE ON public.bookmarks REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION bookmarks_count_in_stories()

CREATE TRIGGER bookmarks_count_inserted AFTER INSERT ON public.bookmarks REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION bookmarks_count_in_stories()

CREATE TRIGGER bookmarks_count_updated AFTER UPDATE ON public.bookmarks REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION bookmarks_count_in_stories()

CREATE TRIGGER chapters_count_in_story AFTER INSERT OR DELETE OR UPDATE OF word_count, updated_at ON public.chapters FOR EACH ROW EXECUTE FUNCTION chapters_count_in_story()

CREATE TRIGGER chapters_drop_reads AFTER DELETE ON public.chapters FOR EACH ROW EXECUTE FUNCTION chapters_drop_reads()

CREATE TRIGGER chapters_enter_search AFTER INSERT OR UPDATE OF title, content, story_id ON public.chapters FOR EACH ROW EXECUTE FUNCTION chapters_enter_search()

CREATE TRIGGER chapters_keep_evidence_changed AFTER UPDATE OF title, content ON public.chapters FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION chapters_keep_evidence()

CREATE TRIGGER chapters_keep_evidence_deleted AFTER DELETE ON public.chapters FOR EACH ROW EXECUTE FUNCTION chapters_keep_evidence()

CREATE TRIGGER chapters_notify AFTER INSERT OR DELETE OR UPDATE OF title, content, "order" ON public.chapters FOR EACH ROW EXECUTE FUNCTION notify_of_story_part()

CREATE TRIGGER chapters_notify_id AFTER INSERT OR DELETE OR UPDATE OF title, content, "order" ON public.chapters FOR EACH ROW EXECUTE FUNCTION notify_of_story_part_id()

CREATE TRIGGER credentials_end_waiting AFTER UPDATE OF email_verified_at ON public.credentials FOR EACH ROW WHEN (((old.email_verified_at IS NULL) AND (new.email_verified_at IS NOT NULL))) EXECUTE FUNCTION credentials_end_waiting()

CREATE TRIGGER moderation_entries_stay BEFORE DELETE OR UPDATE ON public.moderation_entries FOR EACH ROW EXECUTE FUNCTION moderation_entries_stay()

CREATE TRIGGER moderation_entries_stay_all BEFORE TRUNCATE ON public.moderation_entries FOR EACH STATEMENT EXECUTE FUNCTION moderation_entries_stay()

CREATE TRIGGER reports_follow AFTER INSERT OR DELETE OR UPDATE OF reason, category, decided_at ON public.reports FOR EACH ROW EXECUTE FUNCTION reports_follow()

CREATE TRIGGER stories_are_gone BEFORE DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION stories_are_gone()

CREATE TRIGGER stories_copy_sort_keys AFTER UPDATE ON public.stories FOR EACH ROW WHEN ((((((old.published_at IS DISTINCT FROM new.published_at) OR (old.featured_at IS DISTINCT FROM new.featured_at)) OR (old.trending IS DISTINCT FROM new.trending)) OR (old.top IS DISTINCT FROM new.top)) OR (old.ranked_upvote_count IS DISTINCT FROM new.ranked_upvote_count))) EXECUTE FUNCTION stories_copy_sort_keys()

CREATE TRIGGER stories_count_in_totals AFTER INSERT OR DELETE OR UPDATE OF published_at, featured_at ON public.stories FOR EACH ROW EXECUTE FUNCTION stories_count_in_totals()

CREATE TRIGGER stories_enter_search AFTER UPDATE ON public.stories FOR EACH ROW WHEN (((story_is_listed(old.*) <> story_is_listed(new.*)) OR (story_is_listed(new.*) AND ((old.title <> new.title) OR (old.synopsis <> new.synopsis) OR (old.author_id <> new.author_id))))) EXECUTE FUNCTION stories_enter_search()

CREATE TRIGGER stories_enter_search_new AFTER INSERT ON public.stories FOR EACH ROW WHEN (story_is_listed(new.*)) EXECUTE FUNCTION stories_enter_search()

CREATE TRIGGER stories_follow_withholdings AFTER INSERT OR DELETE ON public.story_withholdings FOR EACH ROW EXECUTE FUNCTION stories_follow_withholdings()

CREATE TRIGGER stories_keep_evidence_changed AFTER UPDATE OF title, synopsis ON public.stories FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.synopsis IS DISTINCT FROM new.synopsis))) EXECUTE FUNCTION stories_keep_evidence()

CREATE TRIGGER stories_keep_evidence_deleted AFTER DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION stories_keep_evidence()

CREATE TRIGGER stories_let_go_of_tags BEFORE DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION stories_let_go_of_tags()

CREATE TRIGGER stories_note_ranking_change AFTER UPDATE ON public.stories FOR EACH ROW WHEN ((((((old.heat IS DISTINCT FROM new.heat) OR (old.view_count IS DISTINCT FROM new.view_count)) OR (old.upvote_count IS DISTINCT FROM new.upvote_count)) OR (old.ranked_upvote_count IS DISTINCT FROM new.ranked_upvote_count)) OR (old.ranked_downvote_count IS DISTINCT FROM new.ranked_downvote_count))) EXECUTE FUNCTION stories_note_ranking_change()

CREATE TRIGGER stories_notify_deleted AFTER DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION notify_of_story()

CREATE TRIGGER stories_notify_id_deleted AFTER DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION notify_of_story_id()

CREATE TRIGGER stories_notify_id_status AFTER UPDATE OF status ON public.stories FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION notify_of_story_id()

CREATE TRIGGER stories_notify_id_updated AFTER UPDATE OF title, slug, synopsis, published_at, featured_at, withheld_at ON public.stories FOR EACH ROW WHEN (((((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.synopsis IS DISTINCT FROM new.synopsis)) OR (old.published_at IS DISTINCT FROM new.published_at)) OR (old.featured_at IS DISTINCT FROM new.featured_at)) OR (old.withheld_at IS DISTINCT FROM new.withheld_at))) EXECUTE FUNCTION notify_of_story_id()

CREATE TRIGGER stories_notify_status AFTER UPDATE OF status ON public.stories FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION notify_of_story()

CREATE TRIGGER stories_notify_updated AFTER UPDATE OF title, slug, synopsis, published_at, featured_at, withheld_at ON public.stories FOR EACH ROW WHEN (((((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.synopsis IS DISTINCT FROM new.synopsis)) OR (old.published_at IS DISTINCT FROM new.published_at)) OR (old.featured_at IS DISTINCT FROM new.featured_at)) OR (old.withheld_at IS DISTINCT FROM new.withheld_at))) EXECUTE FUNCTION notify_of_story()

CREATE TRIGGER story_tags_count_deleted AFTER DELETE ON public.story_tags REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION story_tags_count_deleted()

CREATE TRIGGER story_tags_count_inserted AFTER INSERT ON public.story_tags REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION story_tags_count_inserted()

CREATE TRIGGER story_tags_enter_search_gone AFTER DELETE ON public.story_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_tags_enter_search()

CREATE TRIGGER story_tags_enter_search_new AFTER INSERT ON public.story_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_tags_enter_search()

CREATE TRIGGER story_tags_notify AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.story_tags FOR EACH ROW EXECUTE FUNCTION notify_of_story_part()

CREATE TRIGGER story_tags_notify_id AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.story_tags FOR EACH ROW EXECUTE FUNCTION notify_of_story_part_id()

CREATE TRIGGER story_tags_take_sort_keys BEFORE INSERT ON public.story_tags FOR EACH ROW EXECUTE FUNCTION story_tags_take_sort_keys()

CREATE CONSTRAINT TRIGGER tags_count AFTER UPDATE OF story_count ON public.tags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.story_count > 0) <> (new.story_count > 0))) EXECUTE FUNCTION browse_totals_add()

CREATE CONSTRAINT TRIGGER tags_count_gone AFTER DELETE ON public.tags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.story_count > 0)) EXECUTE FUNCTION browse_totals_add()

CREATE CONSTRAINT TRIGGER tags_count_new AFTER INSERT ON public.tags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.story_count > 0)) EXECUTE FUNCTION browse_totals_add()

CREATE TRIGGER tags_enter_search AFTER UPDATE OF name ON public.tags FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION tags_enter_search()

CREATE TRIGGER takedown_requests_follow AFTER INSERT OR UPDATE OF waiting_since, story_id ON public.takedown_requests FOR EACH ROW EXECUTE FUNCTION takedown_requests_follow()

CREATE TRIGGER votes_count_deleted AFTER DELETE ON public.votes REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION votes_count_in_stories()

CREATE TRIGGER votes_count_inserted AFTER INSERT ON public.votes REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION votes_count_in_stories()

CREATE TRIGGER votes_count_updated AFTER UPDATE ON public.votes REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION votes_count_in_stories()
