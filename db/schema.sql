-- Made by "npm run schema" from db/migrations; to be read, not run. Functions and triggers: db/functions.

-- ── Tables ──

access_tokens (
  hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null
)

account_activity (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  happened_at timestamp with time zone not null default now(),
  count integer not null default 1,
  device text,
  network text
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

age_checks (
  id bytea not null,
  passed_at timestamp with time zone not null default now(),
  taken_at timestamp with time zone
)

announcement_revisions (
  announcement_id integer not null,
  revision integer not null,
  kind text not null,
  text text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  action text not null,
  actor_id bigint not null,
  actor_name text not null,
  changed_at timestamp with time zone not null default now()
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

blocks (
  account_id bigint not null,
  author_id bigint not null,
  blocked_id bigint not null,
  kind text not null,
  created_at timestamp with time zone not null default now()
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

bulk_action_rows (
  bulk_id bigint not null,
  target bigint not null,
  report_ids bigint[] not null default '{}'::bigint[],
  was_by_hand boolean not null default false,
  undone_at timestamp with time zone
)

bulk_actions (
  id bigint not null generated always as identity,
  actor_id bigint,
  action text not null,
  note text not null,
  created_at timestamp with time zone not null default now()
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
  updated_at timestamp with time zone not null default now(),
  state text not null default 'published'::text,
  publish_at timestamp with time zone,
  published_at timestamp with time zone,
  kind text not null default 'chapter'::text,
  volume text,
  note_before text not null default ''::text,
  note_after text not null default ''::text,
  warnings text[],
  trashed_at timestamp with time zone,
  staff_warnings text[] not null default '{}'::text[],
  late_at timestamp with time zone
)

comment_paragraphs (
  id bigint not null generated always as identity,
  chapter_id bigint not null,
  index integer not null,
  text_hash text not null,
  text text not null,
  before text not null,
  after text not null,
  copies integer not null
)

comment_sweeps (
  id bigint not null generated always as identity,
  account_id bigint,
  swept_as text not null,
  story_id bigint,
  reason text not null default ''::text,
  comment_count integer not null,
  swept_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone
)

comment_thanks (
  comment_id bigint not null,
  account_id bigint not null,
  thanked_at timestamp with time zone not null default now()
)

comment_totals (
  story_id bigint not null,
  chapter_id bigint,
  comment_count integer not null default 0,
  thread_count integer not null default 0,
  waiting_count integer not null default 0
)

comment_versions (
  id bigint not null generated always as identity,
  comment_id bigint not null,
  content text not null,
  replaced_at timestamp with time zone not null default now()
)

comment_withholdings (
  comment_id bigint not null,
  entry_id bigint not null
)

comments (
  id bigint not null generated always as identity,
  story_id bigint not null,
  chapter_id bigint,
  parent_id bigint,
  account_id bigint,
  author_id bigint,
  content text not null,
  state text not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  approved_at timestamp with time zone,
  removed_by bigint,
  removed_as text,
  removal_reason text not null default ''::text,
  withheld_at timestamp with time zone,
  reply_count integer not null default 0,
  thank_count integer not null default 0,
  is_shown boolean not null generated always as (((state = 'shown'::text) AND (withheld_at IS NULL))) stored,
  is_listed boolean not null generated always as ((((state = 'shown'::text) AND (withheld_at IS NULL)) OR (reply_count > 0))) stored,
  paragraph_id bigint,
  held_for text,
  fingerprint bigint,
  pinned_at timestamp with time zone,
  author_removal_reason text
)

corrections (
  id bigint not null generated always as identity,
  chapter_id bigint not null,
  account_id bigint,
  network bytea,
  quote text not null,
  replacement text,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decision text,
  author_id bigint,
  credit text not null default 'none'::text
)

credentials (
  account_id bigint not null,
  email text,
  email_key text generated always as (lower(email)) stored,
  email_verified_at timestamp with time zone,
  password_hash text,
  password_changed_at timestamp with time zone not null default now()
)

drafts (
  account_id bigint not null,
  place text not null,
  story_id bigint,
  chapter_id bigint,
  fields text not null,
  updated_at timestamp with time zone not null
)

email_changes (
  account_id bigint not null,
  email text not null,
  requested_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
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

feed_tokens (
  account_id bigint not null,
  token_hash bytea not null,
  salt bytea not null,
  created_at timestamp with time zone not null default now()
)

filtered_words (
  author_id bigint not null,
  words text[] not null
)

follow_mail_runs (
  mail text not null,
  mailed_until timestamp with time zone not null
)

follow_reads (
  account_id bigint not null,
  story_id bigint not null,
  read_until timestamp with time zone,
  chapter_id bigint,
  chapter_read_until timestamp with time zone
)

follow_settings (
  account_id bigint not null,
  read_until timestamp with time zone,
  titles_chosen_at timestamp with time zone,
  mail_key uuid not null default gen_random_uuid()
)

follows (
  id bigint not null generated always as identity,
  account_id bigint not null,
  story_id bigint,
  series_id bigint,
  author_id bigint,
  tag_id bigint,
  list_id bigint,
  query text,
  mail text not null default 'none'::text,
  mail_key uuid not null default gen_random_uuid(),
  mailed_from timestamp with time zone,
  mailed_until timestamp with time zone,
  followed_at timestamp with time zone not null default now()
)

forgotten_appeals (
  id bigint not null generated always as identity,
  received_on date not null,
  answered_on date not null,
  is_granted boolean not null,
  hours double precision not null
)

forgotten_mail_drops (
  kind text not null,
  mails bigint not null
)

forgotten_reports (
  id bigint not null generated always as identity,
  received_on date not null,
  subject text not null,
  is_grave boolean not null,
  by_guest boolean not null,
  by_trusted boolean not null,
  decided_on date,
  is_upheld boolean,
  hours double precision
)

function_files (
  name text not null,
  checksum text not null
)

google_attempts (
  token_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  account_id bigint,
  created_at timestamp with time zone not null default now(),
  invitation text,
  issuer text,
  subject text,
  email text,
  is_email_verified boolean
)

google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamp with time zone not null default now()
)

hidden_items (
  id bigint not null generated always as identity,
  account_id bigint not null,
  tag_id bigint,
  warning text,
  author_id bigint,
  story_id bigint,
  hidden_at timestamp with time zone not null default now()
)

history_choices (
  account_id bigint not null,
  clear_after_days smallint,
  chosen_at timestamp with time zone not null default now()
)

history_entries (
  account_id bigint not null,
  chapter_id bigint not null,
  opened_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone
)

import_files (
  id bigint not null generated always as identity,
  import_id bigint not null,
  "position" integer not null,
  name text not null,
  content bytea,
  claimed_until timestamp with time zone,
  attempts integer not null default 0,
  stories text not null default '[]'::text,
  problems text[] not null default '{}'::text[],
  cleaner_version integer
)

import_sections (
  file_id bigint not null,
  number integer not null,
  opening text not null,
  html text not null
)

imports (
  id bigint not null generated always as identity,
  account_id bigint not null,
  state text not null default 'reading'::text,
  created_at timestamp with time zone not null default now(),
  accepted_stories text
)

inbox_items (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  by_id bigint,
  story_id bigint,
  author_id bigint,
  series_id bigint,
  list_id bigint,
  comment_id bigint,
  entry_id bigint,
  correction_id bigint,
  note_id bigint,
  follower_count integer,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  sweep_id bigint
)

inbox_settings (
  account_id bigint not null,
  muted_kinds text[] not null default '{}'::text[],
  mail text not null default 'none'::text,
  titles_chosen_at timestamp with time zone,
  mail_key uuid not null default gen_random_uuid(),
  mailed_until timestamp with time zone
)

invitations (
  id bigint not null generated always as identity,
  code text not null,
  account_id bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by bigint
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

last_backup (
  one_row boolean not null default true,
  made_at timestamp with time zone not null,
  bytes bigint not null
)

list_withholdings (
  shelf_id bigint not null,
  entry_id bigint not null
)

mail_tokens (
  hash bytea not null,
  account_id bigint not null,
  purpose text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  doubted_since timestamp with time zone
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
  closed_at timestamp with time zone,
  list_title text,
  comment_excerpt text,
  is_trusted boolean not null default false
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
  answers bigint,
  tag_name text,
  tag_target text,
  list_id bigint,
  list_title text,
  chapter_id bigint,
  warnings text[],
  comment_id bigint,
  comment_excerpt text,
  source text,
  withholds_stories boolean
)

network_bans (
  id bigint not null generated always as identity,
  range cidr not null,
  scope text not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
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

note_threads (
  id bigint not null generated always as identity,
  story_id bigint not null,
  sender_id bigint,
  sender_name_id bigint,
  created_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  sender_left_at timestamp with time zone,
  author_left_at timestamp with time zone
)

notes (
  id bigint not null generated always as identity,
  thread_id bigint not null,
  is_from_author boolean not null,
  content text not null,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
)

old_addresses (
  address text not null,
  story_id bigint,
  chapter_id bigint,
  series_id bigint,
  pen_name_id bigint
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
  dropped_at timestamp with time zone,
  made_from text
)

passkey_challenges (
  hash bytea not null,
  account_id bigint,
  expires_at timestamp with time zone not null
)

passkeys (
  id bigint not null generated always as identity,
  account_id bigint not null,
  credential_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
)

pen_names (
  id bigint not null,
  account_id bigint not null,
  username text not null,
  username_key text generated always as (lower(username)) stored,
  display_name text not null default ''::text,
  bio text not null default ''::text,
  profile_picture_url text,
  profile_public_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  is_default boolean not null generated always as ((id = account_id)) stored
)

publication_counts (
  account_id bigint not null,
  since timestamp with time zone not null default now(),
  story_count integer not null default 0,
  chapter_count integer not null default 0,
  created_count integer not null default 0,
  scheduled_count integer not null default 0
)

push_browsers (
  id bigint not null generated always as identity,
  account_id bigint not null,
  session_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now()
)

ranking_changes (
  story_id bigint not null,
  change_id bigint not null generated always as identity,
  counted_trending double precision
)

recovery_codes (
  hash bytea not null,
  account_id bigint not null
)

refresh_tokens (
  hash bytea not null,
  session_id bigint not null,
  created_at timestamp with time zone not null default now(),
  replaced_at timestamp with time zone,
  successor_salt bytea
)

refused_addresses (
  address_key text not null,
  refused_at timestamp with time zone not null
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
  chapter_id bigint,
  owner_id bigint,
  list_id bigint,
  comment_id bigint,
  quoted_note text,
  trusted_flagger_id bigint,
  unfounded_at timestamp with time zone,
  is_from_guest boolean not null default false
)

saved_filters (
  account_id bigint not null,
  name text not null,
  query text not null,
  is_default boolean not null
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

search_term_counts (
  place text not null,
  term text not null,
  share double precision not null,
  total integer not null
)

search_words (
  word text not null,
  in_head boolean not null
)

secret_links (
  story_id bigint not null,
  token_hash bytea not null,
  salt bytea not null,
  created_at timestamp with time zone not null default now()
)

series (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  author_id bigint not null,
  slug text not null,
  title text not null,
  synopsis text not null default ''::text,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
)

series_stories (
  series_id bigint not null,
  story_id bigint not null,
  "position" integer not null,
  added_at timestamp with time zone default now()
)

sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  device text,
  network text,
  seen_at timestamp with time zone,
  proven_at timestamp with time zone
)

setting_changes (
  setting text not null,
  revision integer not null,
  value text,
  actor_id bigint not null,
  actor_name text not null,
  changed_at timestamp with time zone not null default now()
)

shared_readers (
  story_id bigint not null,
  mate_id bigint not null,
  strength double precision not null
)

shelf_marks (
  account_id bigint not null,
  story_id bigint not null,
  state text,
  state_at timestamp with time zone,
  rating smallint,
  note text not null default ''::text,
  tags text[] not null default '{}'::text[],
  updated_at timestamp with time zone not null default now()
)

shelf_stories (
  shelf_id bigint not null,
  story_id bigint not null,
  "position" integer not null,
  note text not null default ''::text,
  added_at timestamp with time zone not null default now()
)

shelves (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  author_id bigint,
  slug text not null,
  title text not null,
  synopsis text not null default ''::text,
  visibility text not null default 'private'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
)

sign_in_tickets (
  hash bytea not null,
  account_id bigint not null,
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

staff_notes (
  id bigint not null generated always as identity,
  account_id bigint,
  story_id bigint,
  case_id bigint,
  writer_id bigint,
  body text not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone
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
  top double precision generated always as (wilson_lower_bound(ranked_upvote_count, ranked_downvote_count)) stored,
  trending double precision,
  withheld_at timestamp with time zone,
  withheld_published_at timestamp with time zone,
  waiting_since timestamp with time zone,
  waiting_for text,
  waiting_published_at timestamp with time zone,
  let_in_at timestamp with time zone,
  first_published_at timestamp with time zone,
  status text,
  anonymous_trending double precision,
  visibility text not null default 'public'::text,
  language text,
  warnings text[],
  trashed_at timestamp with time zone,
  listed_since timestamp with time zone,
  chapter_warnings text[] not null default '{}'::text[],
  staff_warnings text[] not null default '{}'::text[],
  cover_paper text,
  cover_foil text,
  cover_ornament text,
  cover_setting text,
  cover_previews text not null default 'own'::text,
  books boolean not null default true,
  full_text_feeds boolean not null default false,
  licence text,
  comments text not null default 'members'::text,
  corrections text not null default 'commenters'::text,
  notes boolean not null default false,
  unlisted_at timestamp with time zone,
  listed_again_at timestamp with time zone,
  ai_training boolean not null default false,
  last_chapter_at timestamp with time zone
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

story_statistics (
  story_id bigint not null,
  chapter_id bigint not null default 0,
  day date not null,
  kind text not null,
  count integer not null
)

story_tags (
  story_id bigint not null,
  tag_id bigint not null,
  "position" smallint,
  published_at timestamp with time zone,
  featured_at timestamp with time zone,
  trending double precision,
  top double precision not null default 0,
  ranked_upvote_count integer not null default 0,
  last_chapter_at timestamp with time zone
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
  refused bigint not null default 0,
  per_hour integer
)

swept_comments (
  sweep_id bigint not null,
  comment_id bigint not null,
  former_state text not null
)

tag_changes (
  id bigint not null generated always as identity,
  relation text not null,
  tag_id bigint not null,
  target_id bigint,
  kind text,
  proposal_id bigint,
  changed_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone
)

tag_parents (
  tag_id bigint not null,
  parent_id bigint not null
)

tag_proposals (
  id bigint not null generated always as identity,
  relation text not null,
  tag_id bigint not null,
  target_id bigint,
  kind text,
  created_at timestamp with time zone not null default now(),
  decision text,
  decided_at timestamp with time zone,
  note text not null default ''::text
)

tag_proposers (
  proposal_id bigint not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now()
)

tags (
  id bigint not null generated always as identity,
  name text not null,
  key text not null,
  story_count integer not null default 0,
  trending double precision,
  canonical_id bigint,
  kind text
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
  fingerprint bytea not null,
  trusted_flagger_id bigint,
  unfounded_at timestamp with time zone
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

terms_acceptances (
  account_id bigint not null,
  version text not null,
  accepted_at timestamp with time zone not null default now()
)

throttle_counters (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
)

totp_secrets (
  account_id bigint not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0
)

trash_entries (
  id bigint not null generated always as identity,
  story_id bigint not null,
  chapter_id bigint
)

trusted_flaggers (
  id bigint not null generated always as identity,
  organisation text not null,
  account_id bigint,
  address text,
  until date not null,
  added_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone
)

unfound_hidden_items (
  account_id bigint not null,
  kind text not null,
  item_id bigint not null
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

weekly_leads (
  story_id integer not null,
  led_at timestamp with time zone not null
)

-- ── Constraints ──

access_tokens: access_tokens_pkey PRIMARY KEY (hash)

access_tokens: access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

account_activity: account_activity_pkey PRIMARY KEY (id)

account_activity: account_activity_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

account_activity: account_activity_count_check CHECK ((count >= 1))

account_activity: account_activity_device_check CHECK ((char_length(device) <= 60))

account_activity: account_activity_kind_check CHECK ((char_length(kind) <= 40))

account_activity: account_activity_network_check CHECK ((char_length(network) <= 40))

accounts: accounts_username_key_key UNIQUE (username_key)

accounts: accounts_pkey PRIMARY KEY (id)

accounts: accounts_bio_check CHECK ((char_length(bio) <= 2000))

accounts: accounts_display_name_check CHECK ((char_length(display_name) <= 60))

accounts: accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text])))

accounts: accounts_suspended_for CHECK (((suspended_at IS NULL) = (suspended_for IS NULL)))

accounts: accounts_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,30}$'::text))

accounts: accounts_withheld CHECK (((withheld_at IS NULL) OR (suspended_at IS NOT NULL)))

age_checks: age_checks_pkey PRIMARY KEY (id)

announcement_revisions: announcement_revisions_pkey PRIMARY KEY (announcement_id, revision)

announcement_revisions: announcement_revisions_action_check CHECK ((action = ANY (ARRAY['write'::text, 'edit'::text, 'end'::text, 'undo'::text])))

announcement_revisions: announcement_revisions_announcement_id_check CHECK ((announcement_id > 0))

announcement_revisions: announcement_revisions_check CHECK ((ends_at >= starts_at))

announcement_revisions: announcement_revisions_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'maintenance'::text])))

announcement_revisions: announcement_revisions_revision_check CHECK ((revision > 0))

announcement_revisions: announcement_revisions_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 400)))

appeals: appeals_entry_id_key UNIQUE (entry_id)

appeals: appeals_pkey PRIMARY KEY (id)

appeals: appeals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

appeals: appeals_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES moderation_entries(id)

appeals: appeals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

appeals: appeals_check CHECK (((answered_at IS NULL) = (answer_id IS NULL)))

appeals: appeals_subject_check CHECK ((subject = ANY (ARRAY['story'::text, 'author'::text, 'list'::text, 'comment'::text])))

appeals: appeals_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 5000)))

author_stats: author_stats_count TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_count_gone TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_count_new TRIGGER DEFERRABLE INITIALLY DEFERRED

author_stats: author_stats_pkey PRIMARY KEY (account_id)

author_stats: author_stats_account_id_fkey FOREIGN KEY (account_id) REFERENCES pen_names(id) ON DELETE CASCADE

author_stats: author_stats_story_count_check CHECK ((story_count >= 0))

blocks: blocks_pkey PRIMARY KEY (account_id, author_id)

blocks: blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

blocks: blocks_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

blocks: blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts(id) ON DELETE CASCADE

blocks: blocks_kind_check CHECK ((kind = ANY (ARRAY['mute'::text, 'block'::text])))

bookmarks: bookmarks_pkey PRIMARY KEY (account_id, story_id)

bookmarks: bookmarks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

bookmarks: bookmarks_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

browse_totals: browse_totals_pkey PRIMARY KEY (one_row)

browse_totals: browse_totals_authors_check CHECK ((authors >= 0))

browse_totals: browse_totals_one_row_check CHECK (one_row)

browse_totals: browse_totals_tags_check CHECK ((tags >= 0))

bulk_action_rows: bulk_action_rows_pkey PRIMARY KEY (bulk_id, target)

bulk_action_rows: bulk_action_rows_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id) ON DELETE CASCADE

bulk_actions: bulk_actions_pkey PRIMARY KEY (id)

bulk_actions: bulk_actions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id) ON DELETE SET NULL

bulk_actions: bulk_actions_action_check CHECK ((action = ANY (ARRAY['spam'::text, 'dismiss'::text, 'accept-tags'::text, 'reject-tags'::text])))

bulk_actions: bulk_actions_note_check CHECK ((char_length(note) <= 5000))

chapter_reads: chapter_reads_pkey PRIMARY KEY (chapter_id)

chapter_reads: chapter_reads_completed_count_check CHECK ((completed_count >= 0))

chapter_reads: chapter_reads_read_seconds_check CHECK ((read_seconds >= 0))

chapter_versions: chapter_versions_pkey PRIMARY KEY (id)

chapter_versions: chapter_versions_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

chapter_versions: chapter_versions_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapter_versions: chapter_versions_word_count_check CHECK ((word_count >= 0))

chapters: chapters_pkey PRIMARY KEY (id)

chapters: chapters_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

chapters: chapters_kind_known CHECK ((kind = ANY (ARRAY['chapter'::text, 'interlude'::text, 'notice'::text])))

chapters: chapters_order_check CHECK (("order" >= 1))

chapters: chapters_scheduled CHECK (((state = 'scheduled'::text) = (publish_at IS NOT NULL)))

chapters: chapters_staff_warnings_known CHECK ((staff_warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[]))

chapters: chapters_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text])))

chapters: chapters_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapters: chapters_volume_length CHECK ((char_length(volume) <= 100))

chapters: chapters_warnings_known CHECK (((warnings = '{none}'::text[]) OR (warnings = '{not_told}'::text[]) OR ((cardinality(warnings) > 0) AND (warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[]))))

chapters: chapters_word_count_check CHECK ((word_count >= 0))

comment_paragraphs: comment_paragraphs_key UNIQUE (chapter_id, index, text_hash)

comment_paragraphs: comment_paragraphs_pkey PRIMARY KEY (id)

comment_paragraphs: comment_paragraphs_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

comment_paragraphs: comment_paragraphs_copies_check CHECK ((copies >= 0))

comment_paragraphs: comment_paragraphs_index_check CHECK ((index >= 0))

comment_paragraphs: comment_paragraphs_text_length CHECK ((char_length(text) <= 1000))

comment_sweeps: comment_sweeps_pkey PRIMARY KEY (id)

comment_sweeps: comment_sweeps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL

comment_sweeps: comment_sweeps_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

comment_sweeps: comment_sweeps_reason_length CHECK ((char_length(reason) <= 5000))

comment_sweeps: comment_sweeps_swept_as_check CHECK ((swept_as = ANY (ARRAY['author'::text, 'staff'::text])))

comment_thanks: comment_thanks_pkey PRIMARY KEY (comment_id, account_id)

comment_thanks: comment_thanks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

comment_thanks: comment_thanks_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE

comment_totals: comment_totals_key UNIQUE NULLS NOT DISTINCT (story_id, chapter_id)

comment_totals: comment_totals_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

comment_totals: comment_totals_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

comment_versions: comment_versions_pkey PRIMARY KEY (id)

comment_versions: comment_versions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE

comment_versions: comment_versions_content_length CHECK ((char_length(content) <= 10000))

comment_withholdings: comment_withholdings_pkey PRIMARY KEY (comment_id)

comment_withholdings: comment_withholdings_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE

comment_withholdings: comment_withholdings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

comments: comments_pkey PRIMARY KEY (id)

comments: comments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL

comments: comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE SET NULL

comments: comments_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

comments: comments_paragraph FOREIGN KEY (paragraph_id) REFERENCES comment_paragraphs(id) ON DELETE SET NULL

comments: comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id) ON DELETE CASCADE

comments: comments_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES accounts(id) ON DELETE SET NULL

comments: comments_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

comments: comments_content_length CHECK ((char_length(content) <= 10000))

comments: comments_deleted_without_text CHECK (((state <> 'deleted'::text) OR ((content = ''::text) AND (account_id IS NULL))))

comments: comments_held_for_known CHECK ((held_for = ANY (ARRAY['approved'::text, 'words'::text, 'new'::text, 'link'::text, 'repeat'::text, 'flood'::text])))

comments: comments_reason_length CHECK ((char_length(removal_reason) <= 5000))

comments: comments_removed_as_check CHECK ((removed_as = ANY (ARRAY['author'::text, 'staff'::text])))

comments: comments_removed_by_somebody CHECK (((state = 'removed'::text) = (removed_as IS NOT NULL)))

comments: comments_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'waiting'::text, 'removed'::text, 'deleted'::text])))

corrections: corrections_pkey PRIMARY KEY (id)

corrections: corrections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

corrections: corrections_author FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE SET NULL

corrections: corrections_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

corrections: corrections_credit_for_accepted CHECK (((credit <> 'given'::text) OR (decision = 'accepted'::text)))

corrections: corrections_credit_known CHECK ((credit = ANY (ARRAY['none'::text, 'wished'::text, 'given'::text])))

corrections: corrections_decided_check CHECK (((decided_at IS NULL) = (decision IS NULL)))

corrections: corrections_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'dismissed'::text])))

corrections: corrections_note_check CHECK ((char_length(note) <= 1000))

corrections: corrections_origin_check CHECK (((account_id IS NULL) <> (network IS NULL)))

corrections: corrections_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 1000)))

corrections: corrections_replacement_check CHECK ((char_length(replacement) <= 1000))

corrections: corrections_say_something CHECK (((replacement IS NOT NULL) OR (note <> ''::text)))

credentials: credentials_pkey PRIMARY KEY (account_id)

credentials: credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

credentials: credentials_check CHECK (((email IS NOT NULL) OR (email_verified_at IS NULL)))

credentials: credentials_email_check CHECK ((char_length(email) <= 254))

drafts: drafts_pkey PRIMARY KEY (account_id, place)

drafts: drafts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

drafts: drafts_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

drafts: drafts_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

drafts: drafts_fields_check CHECK ((char_length(fields) <= 200000))

drafts: drafts_place_check CHECK (
CASE
    WHEN (chapter_id IS NOT NULL) THEN ((story_id IS NULL) AND (place = ('chapter-'::text || chapter_id)))
    WHEN (story_id IS NOT NULL) THEN ((place = ('story-'::text || story_id)) OR (place = ('new-chapter-'::text || story_id)))
    ELSE (place = 'create-story'::text)
END)

email_changes: email_changes_pkey PRIMARY KEY (account_id)

email_changes: email_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

email_changes: email_changes_email_check CHECK ((char_length(email) <= 254))

evidence: evidence_pkey PRIMARY KEY (id)

evidence: evidence_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id)

evidence: evidence_kind_check CHECK ((kind = ANY (ARRAY['story'::text, 'chapter'::text, 'author'::text, 'list'::text, 'note'::text, 'comment'::text])))

feed_tokens: feed_tokens_token_hash_key UNIQUE (token_hash)

feed_tokens: feed_tokens_pkey PRIMARY KEY (account_id)

feed_tokens: feed_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

filtered_words: filtered_words_pkey PRIMARY KEY (author_id)

filtered_words: filtered_words_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

filtered_words: filtered_words_count CHECK (((cardinality(words) >= 1) AND (cardinality(words) <= 200)))

follow_mail_runs: follow_mail_runs_pkey PRIMARY KEY (mail)

follow_mail_runs: follow_mail_runs_mail_check CHECK ((mail = ANY (ARRAY['now'::text, 'daily'::text, 'weekly'::text, 'browser'::text])))

follow_reads: follow_reads_pkey PRIMARY KEY (account_id, story_id)

follow_reads: follow_reads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

follow_reads: follow_reads_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE SET NULL

follow_reads: follow_reads_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

follow_settings: follow_settings_pkey PRIMARY KEY (account_id)

follow_settings: follow_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

follows: follows_pkey PRIMARY KEY (id)

follows: follows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

follows: follows_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

follows: follows_list_id_fkey FOREIGN KEY (list_id) REFERENCES shelves(id) ON DELETE CASCADE

follows: follows_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE CASCADE

follows: follows_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

follows: follows_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE

follows: follows_mail_check CHECK ((mail = ANY (ARRAY['none'::text, 'now'::text, 'daily'::text, 'weekly'::text])))

follows: follows_mailed CHECK (((mail = 'none'::text) OR ((mailed_from IS NOT NULL) AND (mailed_until >= mailed_from))))

follows: follows_one_kind CHECK ((num_nonnulls(story_id, series_id, author_id, tag_id, list_id, query) = 1))

follows: follows_query_length CHECK (((char_length(query) >= 1) AND (char_length(query) <= 3000)))

forgotten_appeals: forgotten_appeals_pkey PRIMARY KEY (id)

forgotten_mail_drops: forgotten_mail_drops_pkey PRIMARY KEY (kind)

forgotten_mail_drops: forgotten_mail_drops_mails_check CHECK ((mails > 0))

forgotten_reports: forgotten_reports_pkey PRIMARY KEY (id)

forgotten_reports: forgotten_reports_decided CHECK ((num_nonnulls(decided_on, is_upheld, hours) = ANY (ARRAY[0, 3])))

forgotten_reports: forgotten_reports_subject_check CHECK ((subject = ANY (ARRAY['story'::text, 'author'::text, 'list'::text, 'comment'::text])))

function_files: function_files_pkey PRIMARY KEY (name)

google_attempts: google_attempts_pkey PRIMARY KEY (token_hash)

google_attempts: google_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

google_attempts: google_attempts_invitation_check CHECK ((char_length(invitation) <= 40))

google_identities: google_identities_account_id_key UNIQUE (account_id)

google_identities: google_identities_pkey PRIMARY KEY (issuer, subject)

google_identities: google_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

hidden_items: hidden_items_once UNIQUE NULLS NOT DISTINCT (account_id, tag_id, warning, author_id, story_id)

hidden_items: hidden_items_pkey PRIMARY KEY (id)

hidden_items: hidden_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

hidden_items: hidden_items_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

hidden_items: hidden_items_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

hidden_items: hidden_items_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE

hidden_items: hidden_items_one_kind CHECK ((num_nonnulls(tag_id, warning, author_id, story_id) = 1))

hidden_items: hidden_items_warning_known CHECK ((warning = ANY ('{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief,none,not_told}'::text[])))

history_choices: history_choices_pkey PRIMARY KEY (account_id)

history_choices: history_choices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

history_choices: history_choices_clear_after_days_check CHECK ((clear_after_days = ANY (ARRAY[7, 30, 90])))

history_entries: history_entries_pkey PRIMARY KEY (account_id, chapter_id)

history_entries: history_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

history_entries: history_entries_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

import_files: import_files_pkey PRIMARY KEY (id)

import_files: import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE

import_files: import_files_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

import_sections: import_sections_pkey PRIMARY KEY (file_id, number)

import_sections: import_sections_file_id_fkey FOREIGN KEY (file_id) REFERENCES import_files(id) ON DELETE CASCADE

imports: imports_pkey PRIMARY KEY (id)

imports: imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

imports: imports_state_known CHECK ((state = ANY (ARRAY['reading'::text, 'ready'::text, 'failed'::text, 'accepted'::text])))

inbox_items: inbox_items_pkey PRIMARY KEY (id)

inbox_items: inbox_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

inbox_items: inbox_items_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

inbox_items: inbox_items_by_id_fkey FOREIGN KEY (by_id) REFERENCES pen_names(id) ON DELETE CASCADE

inbox_items: inbox_items_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE

inbox_items: inbox_items_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id) ON DELETE CASCADE

inbox_items: inbox_items_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id) ON DELETE CASCADE

inbox_items: inbox_items_list_id_fkey FOREIGN KEY (list_id) REFERENCES shelves(id) ON DELETE CASCADE

inbox_items: inbox_items_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE

inbox_items: inbox_items_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE CASCADE

inbox_items: inbox_items_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

inbox_items: inbox_items_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES comment_sweeps(id) ON DELETE CASCADE

inbox_items: inbox_items_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'reply'::text, 'thanks'::text, 'decision'::text, 'followers'::text, 'note'::text, 'correction'::text, 'sweep'::text])))

inbox_items: inbox_items_one_cause CHECK ((num_nonnulls(comment_id, entry_id, correction_id, note_id, sweep_id, follower_count) = 1))

inbox_settings: inbox_settings_pkey PRIMARY KEY (account_id)

inbox_settings: inbox_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

inbox_settings: inbox_settings_mail_check CHECK ((mail = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text])))

inbox_settings: inbox_settings_mailed CHECK (((mail = 'none'::text) OR (mailed_until IS NOT NULL)))

invitations: invitations_code_key UNIQUE (code)

invitations: invitations_used_by_key UNIQUE (used_by)

invitations: invitations_pkey PRIMARY KEY (id)

invitations: invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

invitations: invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES accounts(id) ON DELETE SET NULL

invitations: invitations_check CHECK (((used_by IS NULL) OR (used_at IS NOT NULL)))

invitations: invitations_code_check CHECK (((char_length(code) >= 10) AND (char_length(code) <= 40)))

keyed_requests: keyed_requests_pkey PRIMARY KEY (hash)

keyed_requests: keyed_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

known_devices: known_devices_pkey PRIMARY KEY (hash)

known_devices: known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

last_backup: last_backup_pkey PRIMARY KEY (one_row)

last_backup: last_backup_bytes_check CHECK ((bytes > 0))

last_backup: last_backup_one_row_check CHECK (one_row)

list_withholdings: list_withholdings_pkey PRIMARY KEY (shelf_id)

list_withholdings: list_withholdings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

list_withholdings: list_withholdings_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES shelves(id) ON DELETE CASCADE

mail_tokens: mail_tokens_pkey PRIMARY KEY (hash)

mail_tokens: mail_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

mail_tokens: mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'delete'::text, 'login'::text, 'confirm-email'::text, 'keep-email'::text])))

moderation_cases: moderation_cases_pkey PRIMARY KEY (id)

moderation_cases: moderation_cases_appeal_count_check CHECK ((appeal_count >= 0))

moderation_cases: moderation_cases_report_count_check CHECK ((report_count >= 0))

moderation_cases: moderation_cases_subject_check CHECK ((subject = ANY (ARRAY['story'::text, 'author'::text, 'list'::text, 'comment'::text, 'takedown'::text])))

moderation_cases: moderation_cases_takedown_count_check CHECK ((takedown_count >= 0))

moderation_entries: moderation_entries_pkey PRIMARY KEY (id)

moderation_entries: moderation_entries_answers_fkey FOREIGN KEY (answers) REFERENCES moderation_entries(id)

moderation_entries: moderation_entries_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id)

moderation_entries: moderation_entries_action_check CHECK ((action = ANY (ARRAY['open'::text, 'dismiss'::text, 'hide'::text, 'remove'::text, 'restore'::text, 'suspend'::text, 'reinstate'::text, 'uphold'::text, 'takedown-removed'::text, 'takedown-rejected'::text, 'takedown-put-back'::text, 'takedown-linked'::text, 'feature'::text, 'unfeature'::text, 'role'::text, 'end-sessions'::text, 'let-in'::text, 'spam'::text, 'not-spam'::text, 'tag-canonical'::text, 'tag-parent'::text, 'tag-kind'::text, 'tag-reject'::text, 'tag-undo'::text, 'warn'::text, 'unwarn'::text, 'hide-list'::text, 'restore-list'::text, 'remove-comment'::text, 'restore-comment'::text, 'sweep-comments'::text, 'restore-comments'::text, 'ban'::text, 'end-ban'::text, 'note'::text, 'edit-note'::text, 'delete-note'::text])))

moderation_entries: moderation_entries_actor_role_check CHECK ((actor_role = ANY (ARRAY['moderator'::text, 'admin'::text, 'operator'::text])))

moderation_entries: moderation_entries_check CHECK (((actor_id IS NULL) = (actor_role = 'operator'::text)))

moderation_entries: moderation_entries_note_check CHECK ((char_length(note) <= 5000))

moderation_entries: moderation_entries_passage_check CHECK ((char_length(passage) <= 2000))

moderation_entries: moderation_entries_source_check CHECK ((source = ANY (ARRAY['notice'::text, 'trusted-flagger'::text, 'own'::text])))

moderation_entries: moderation_entries_tag_name_check CHECK ((char_length(tag_name) <= 50))

moderation_entries: moderation_entries_tag_target_check CHECK ((char_length(tag_target) <= 50))

network_bans: network_bans_pkey PRIMARY KEY (id)

network_bans: network_bans_reason_check CHECK ((char_length(reason) <= 5000))

network_bans: network_bans_scope_check CHECK ((scope = ANY (ARRAY['sign-up'::text, 'writing'::text, 'everything'::text])))

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

note_threads: note_threads_pkey PRIMARY KEY (id)

note_threads: note_threads_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts(id) ON DELETE SET NULL

note_threads: note_threads_sender_name_id_fkey FOREIGN KEY (sender_name_id) REFERENCES pen_names(id) ON DELETE SET NULL

note_threads: note_threads_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

notes: notes_pkey PRIMARY KEY (id)

notes: notes_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES note_threads(id) ON DELETE CASCADE

notes: notes_content_length CHECK ((char_length(content) <= 5000))

notes: notes_deleted_without_text CHECK (((deleted_at IS NULL) = (content <> ''::text)))

old_addresses: old_addresses_pkey PRIMARY KEY (address)

old_addresses: old_addresses_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE SET NULL

old_addresses: old_addresses_pen_name_id_fkey FOREIGN KEY (pen_name_id) REFERENCES pen_names(id) ON DELETE SET NULL

old_addresses: old_addresses_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE SET NULL

old_addresses: old_addresses_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

old_addresses: old_addresses_address_check CHECK ((char_length(address) <= 500))

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

passkey_challenges: passkey_challenges_pkey PRIMARY KEY (hash)

passkey_challenges: passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

passkeys: passkeys_credential_id_key UNIQUE (credential_id)

passkeys: passkeys_pkey PRIMARY KEY (id)

passkeys: passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

passkeys: passkeys_credential_id_check CHECK ((char_length(credential_id) <= 1400))

passkeys: passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))

pen_names: pen_names_username_key_key UNIQUE (username_key)

pen_names: pen_names_pkey PRIMARY KEY (id)

pen_names: pen_names_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

pen_names: pen_names_bio_check CHECK ((char_length(bio) <= 2000))

pen_names: pen_names_default_stays CHECK (((retired_at IS NULL) OR (id <> account_id)))

pen_names: pen_names_display_name_check CHECK ((char_length(display_name) <= 60))

pen_names: pen_names_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,30}$'::text))

publication_counts: publication_counts_pkey PRIMARY KEY (account_id)

publication_counts: publication_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

publication_counts: publication_counts_chapter_count_check CHECK ((chapter_count >= 0))

publication_counts: publication_counts_created_count_check CHECK ((created_count >= 0))

publication_counts: publication_counts_scheduled_count_check CHECK ((scheduled_count >= 0))

publication_counts: publication_counts_story_count_check CHECK ((story_count >= 0))

push_browsers: push_browsers_endpoint_key UNIQUE (endpoint)

push_browsers: push_browsers_pkey PRIMARY KEY (id)

push_browsers: push_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

push_browsers: push_browsers_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

ranking_changes: ranking_changes_pkey PRIMARY KEY (story_id)

ranking_changes: ranking_changes_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

recovery_codes: recovery_codes_pkey PRIMARY KEY (hash)

recovery_codes: recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

refresh_tokens: refresh_tokens_pkey PRIMARY KEY (hash)

refresh_tokens: refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

refused_addresses: refused_addresses_pkey PRIMARY KEY (address_key)

reports: reports_pkey PRIMARY KEY (id)

reports: reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id) ON DELETE SET NULL

reports: reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts(id) ON DELETE SET NULL

reports: reports_check1 CHECK (((decision IS NULL) = (decided_at IS NULL)))

reports: reports_decision_check CHECK ((decision = ANY (ARRAY['dismissed'::text, 'hidden'::text, 'removed'::text, 'suspended'::text])))

reports: reports_guest_email CHECK (((guest_email IS NULL) OR (guest_network IS NOT NULL)))

reports: reports_guest_forgotten CHECK (((decided_at IS NULL) OR (guest_network IS NULL)))

reports: reports_guest_has_no_account CHECK (((guest_network IS NULL) OR (reporter_id IS NULL)))

reports: reports_one_target CHECK ((num_nonnulls(story_id, author_id, list_id, comment_id) = 1))

reports: reports_reason_check CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500)))

saved_filters: saved_filters_pkey PRIMARY KEY (account_id, name)

saved_filters: saved_filters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

saved_filters: saved_filters_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40)))

saved_filters: saved_filters_query_length CHECK (((char_length(query) >= 1) AND (char_length(query) <= 3000)))

search_authors: search_authors_pkey PRIMARY KEY (account_id)

search_authors: search_authors_account_id_fkey FOREIGN KEY (account_id) REFERENCES pen_names(id) ON DELETE CASCADE

search_chapters: search_chapters_pkey PRIMARY KEY (chapter_id)

search_chapters: search_chapters_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

search_stories: search_stories_pkey PRIMARY KEY (story_id)

search_stories: search_stories_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

search_term_counts: search_term_counts_pkey PRIMARY KEY (place, term)

search_term_counts: search_term_counts_place_check CHECK ((place = ANY (ARRAY['title'::text, 'head'::text, 'text'::text, 'name'::text, 'author'::text])))

secret_links: secret_links_token_hash_key UNIQUE (token_hash)

secret_links: secret_links_pkey PRIMARY KEY (story_id)

secret_links: secret_links_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

series: series_slug_key UNIQUE (slug)

series: series_pkey PRIMARY KEY (id)

series: series_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id) ON DELETE CASCADE

series: series_slug_length CHECK ((char_length(slug) <= 100))

series: series_synopsis_length CHECK ((char_length(synopsis) <= 5000))

series: series_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

series_stories: series_stories_pkey PRIMARY KEY (series_id, story_id)

series_stories: series_stories_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE CASCADE

series_stories: series_stories_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

sessions: sessions_pkey PRIMARY KEY (id)

sessions: sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

sessions: sessions_device_check CHECK ((char_length(device) <= 60))

sessions: sessions_network_check CHECK ((char_length(network) <= 40))

setting_changes: setting_changes_pkey PRIMARY KEY (setting, revision)

setting_changes: setting_changes_revision_check CHECK ((revision > 0))

setting_changes: setting_changes_setting_check CHECK ((setting ~ '^[a-z_]+$'::text))

setting_changes: setting_changes_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 60000)))

shared_readers: shared_readers_pkey PRIMARY KEY (story_id, mate_id)

shared_readers: shared_readers_mate_id_fkey FOREIGN KEY (mate_id) REFERENCES stories(id) ON DELETE CASCADE

shared_readers: shared_readers_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

shared_readers: shared_readers_strength_check CHECK ((strength > (0)::double precision))

shelf_marks: shelf_marks_pkey PRIMARY KEY (account_id, story_id)

shelf_marks: shelf_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

shelf_marks: shelf_marks_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

shelf_marks: shelf_marks_note_length CHECK ((char_length(note) <= 2000))

shelf_marks: shelf_marks_rating_check CHECK (((rating >= 1) AND (rating <= 5)))

shelf_marks: shelf_marks_state_check CHECK ((state = ANY (ARRAY['to_read'::text, 'reading'::text, 'finished'::text, 'set_aside'::text])))

shelf_marks: shelf_marks_state_has_time CHECK (((state IS NULL) = (state_at IS NULL)))

shelf_marks: shelf_marks_tags_number CHECK ((cardinality(tags) <= 20))

shelf_stories: shelf_stories_pkey PRIMARY KEY (shelf_id, story_id)

shelf_stories: shelf_stories_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES shelves(id) ON DELETE CASCADE

shelf_stories: shelf_stories_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

shelf_stories: shelf_stories_note_length CHECK ((char_length(note) <= 2000))

shelves: shelves_slug_key UNIQUE (slug)

shelves: shelves_pkey PRIMARY KEY (id)

shelves: shelves_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id) ON DELETE CASCADE

shelves: shelves_published_under_a_name CHECK (((visibility = 'private'::text) OR (author_id IS NOT NULL)))

shelves: shelves_slug_length CHECK ((char_length(slug) <= 100))

shelves: shelves_synopsis_length CHECK ((char_length(synopsis) <= 2000))

shelves: shelves_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

shelves: shelves_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text, 'link'::text])))

sign_in_tickets: sign_in_tickets_pkey PRIMARY KEY (hash)

sign_in_tickets: sign_in_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

spam_marks: spam_marks_pkey PRIMARY KEY (account_id)

spam_marks: spam_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

spam_marks: spam_marks_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES moderation_entries(id)

staff_notes: staff_notes_pkey PRIMARY KEY (id)

staff_notes: staff_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

staff_notes: staff_notes_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE

staff_notes: staff_notes_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

staff_notes: staff_notes_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES accounts(id) ON DELETE SET NULL

staff_notes: staff_notes_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 5000)))

staff_notes: staff_notes_check CHECK (((num_nonnulls(account_id, case_id) > 0) AND (num_nonnulls(story_id, case_id) < 2)))

stories: stories_slug_key UNIQUE (slug)

stories: stories_pkey PRIMARY KEY (id)

stories: stories_author_id_fkey FOREIGN KEY (author_id) REFERENCES pen_names(id) ON DELETE CASCADE

stories: stories_bookmark_count_check CHECK ((bookmark_count >= 0))

stories: stories_chapter_count_check CHECK ((chapter_count >= 0))

stories: stories_chapter_warnings_known CHECK ((chapter_warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[]))

stories: stories_comments_known CHECK ((comments = ANY (ARRAY['off'::text, 'closed'::text, 'members'::text, 'followers'::text, 'approved'::text])))

stories: stories_corrections_known CHECK ((corrections = ANY (ARRAY['commenters'::text, 'members'::text, 'off'::text])))

stories: stories_cover_foil_known CHECK (((cover_foil IS NULL) OR (cover_foil = ANY (ARRAY['amber'::text, 'rose'::text, 'verdigris'::text, 'bone'::text])))) NOT VALID

stories: stories_cover_ornament_known CHECK (((cover_ornament IS NULL) OR (cover_ornament = ANY (ARRAY['lamp'::text, 'key'::text, 'stair'::text, 'wave'::text, 'moth'::text, 'moon'::text, 'letter'::text, 'gate'::text, 'bed'::text, 'leaf'::text, 'cup'::text, 'star'::text])))) NOT VALID

stories: stories_cover_paper_known CHECK (((cover_paper IS NULL) OR (cover_paper = ANY (ARRAY['night'::text, 'ink'::text, 'plum'::text, 'oxblood'::text, 'moss'::text, 'slate'::text, 'linen'::text, 'ash'::text])))) NOT VALID

stories: stories_cover_previews_known CHECK ((cover_previews = ANY (ARRAY['own'::text, 'neutral'::text]))) NOT VALID

stories: stories_cover_setting_known CHECK (((cover_setting IS NULL) OR (cover_setting = ANY (ARRAY['centred'::text, 'ranged'::text, 'label'::text])))) NOT VALID

stories: stories_downvote_count_check CHECK ((downvote_count >= 0))

stories: stories_language_length CHECK ((char_length(language) <= 35))

stories: stories_licence_known CHECK (((licence IS NULL) OR (licence = ANY (ARRAY['CC-BY-4.0'::text, 'CC-BY-SA-4.0'::text, 'CC-BY-NC-4.0'::text, 'CC-BY-NC-SA-4.0'::text, 'CC-BY-ND-4.0'::text, 'CC-BY-NC-ND-4.0'::text, 'CC0-1.0'::text])))) NOT VALID

stories: stories_listed_once CHECK (((withheld_at IS NOT NULL) OR (withheld_published_at IS NULL)))

stories: stories_ranked_downvote_count_check CHECK ((ranked_downvote_count >= 0))

stories: stories_ranked_upvote_count_check CHECK ((ranked_upvote_count >= 0))

stories: stories_slug_check CHECK (((slug ~ '^[a-z0-9_-]+$'::text) AND (slug ~ '[^0-9]'::text)))

stories: stories_staff_warnings_known CHECK ((staff_warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[]))

stories: stories_status_known CHECK ((status = ANY (ARRAY['ongoing'::text, 'complete'::text, 'hiatus'::text, 'abandoned'::text])))

stories: stories_synopsis_check CHECK ((char_length(synopsis) <= 5000))

stories: stories_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

stories: stories_upvote_count_check CHECK ((upvote_count >= 0))

stories: stories_view_count_check CHECK ((view_count >= 0))

stories: stories_visibility_known CHECK ((visibility = ANY (ARRAY['public'::text, 'draft'::text, 'link'::text, 'members'::text])))

stories: stories_waiting_for_check CHECK ((((waiting_for IS NULL) OR (waiting_for = ANY (ARRAY['address'::text, 'moderator'::text]))) AND ((waiting_since IS NULL) = (waiting_for IS NULL))))

stories: stories_waiting_place CHECK (((waiting_since IS NOT NULL) OR (waiting_published_at IS NULL)))

stories: stories_waiting_unlisted CHECK (((waiting_since IS NULL) OR ((published_at IS NULL) AND (withheld_published_at IS NULL))))

stories: stories_warnings_known CHECK (((warnings = '{none}'::text[]) OR (warnings = '{not_told}'::text[]) OR ((cardinality(warnings) > 0) AND (warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[]))))

stories: stories_withheld_unlisted CHECK (((withheld_at IS NULL) OR (published_at IS NULL)))

stories: stories_word_count_check CHECK ((word_count >= 0))

story_shares: story_shares_pkey PRIMARY KEY (story_id, platform)

story_shares: story_shares_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_shares: story_shares_platform_check CHECK ((platform = ANY (ARRAY['twitter'::text, 'facebook'::text, 'email'::text, 'copy'::text])))

story_slugs: story_slugs_pkey PRIMARY KEY (slug)

story_slugs: story_slugs_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

story_statistics: story_statistics_pkey PRIMARY KEY (story_id, day, kind, chapter_id)

story_statistics: story_statistics_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_statistics: story_statistics_kind_check CHECK ((kind = ANY (ARRAY['view'::text, 'visit'::text, 'bookmark'::text, 'follow'::text, 'started'::text, 'completed'::text, 'from-direct'::text, 'from-site'::text, 'from-search'::text, 'from-social'::text, 'from-other'::text])))

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

stranger_quota: stranger_quota_per_hour_check CHECK ((per_hour > 0))

stranger_quota: stranger_quota_queued_check CHECK ((queued >= 0))

stranger_quota: stranger_quota_refused_check CHECK ((refused >= 0))

stranger_quota: stranger_quota_taken_check CHECK ((taken >= 0))

swept_comments: swept_comments_pkey PRIMARY KEY (sweep_id, comment_id)

swept_comments: swept_comments_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE

swept_comments: swept_comments_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES comment_sweeps(id) ON DELETE CASCADE

swept_comments: swept_comments_former_state_check CHECK ((former_state = ANY (ARRAY['shown'::text, 'waiting'::text])))

tag_changes: tag_changes_pkey PRIMARY KEY (id)

tag_changes: tag_changes_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES tag_proposals(id)

tag_changes: tag_changes_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id)

tag_changes: tag_changes_target_id_fkey FOREIGN KEY (target_id) REFERENCES tags(id)

tag_changes: tag_changes_check CHECK ((((relation = 'kind'::text) = (target_id IS NULL)) AND ((relation = 'kind'::text) = (kind IS NOT NULL))))

tag_changes: tag_changes_check1 CHECK ((tag_id <> target_id))

tag_changes: tag_changes_kind_check CHECK ((kind = ANY (ARRAY['genre'::text, 'pairing'::text, 'setting'::text, 'theme'::text])))

tag_changes: tag_changes_relation_check CHECK ((relation = ANY (ARRAY['canonical'::text, 'parent'::text, 'kind'::text])))

tag_parents: tag_parents_pkey PRIMARY KEY (tag_id, parent_id)

tag_parents: tag_parents_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES tags(id)

tag_parents: tag_parents_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id)

tag_parents: tag_parents_check CHECK ((tag_id <> parent_id))

tag_proposals: tag_proposals_pkey PRIMARY KEY (id)

tag_proposals: tag_proposals_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id)

tag_proposals: tag_proposals_target_id_fkey FOREIGN KEY (target_id) REFERENCES tags(id)

tag_proposals: tag_proposals_check CHECK ((((relation = 'kind'::text) = (target_id IS NULL)) AND ((relation = 'kind'::text) = (kind IS NOT NULL))))

tag_proposals: tag_proposals_check1 CHECK ((tag_id <> target_id))

tag_proposals: tag_proposals_check2 CHECK (((decision IS NULL) = (decided_at IS NULL)))

tag_proposals: tag_proposals_decision_check CHECK ((decision = ANY (ARRAY['accept'::text, 'reject'::text])))

tag_proposals: tag_proposals_kind_check CHECK ((kind = ANY (ARRAY['genre'::text, 'pairing'::text, 'setting'::text, 'theme'::text])))

tag_proposals: tag_proposals_note_check CHECK ((char_length(note) <= 500))

tag_proposals: tag_proposals_relation_check CHECK ((relation = ANY (ARRAY['canonical'::text, 'parent'::text, 'kind'::text])))

tag_proposers: tag_proposers_pkey PRIMARY KEY (account_id, proposal_id)

tag_proposers: tag_proposers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

tag_proposers: tag_proposers_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES tag_proposals(id) ON DELETE CASCADE

tags: tags_key_key UNIQUE (key)

tags: tags_count TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_count_gone TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_count_new TRIGGER DEFERRABLE INITIALLY DEFERRED

tags: tags_pkey PRIMARY KEY (id)

tags: tags_canonical_id_fkey FOREIGN KEY (canonical_id) REFERENCES tags(id)

tags: tags_canonical_is_another CHECK ((canonical_id <> id))

tags: tags_kind_known CHECK ((kind = ANY (ARRAY['genre'::text, 'pairing'::text, 'setting'::text, 'theme'::text])))

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

terms_acceptances: terms_acceptances_pkey PRIMARY KEY (account_id, version)

terms_acceptances: terms_acceptances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

terms_acceptances: terms_acceptances_version_check CHECK (((char_length(version) >= 1) AND (char_length(version) <= 10)))

throttle_counters: throttle_counters_pkey PRIMARY KEY (key)

totp_secrets: totp_secrets_pkey PRIMARY KEY (account_id)

totp_secrets: totp_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

trash_entries: trash_entries_once UNIQUE NULLS NOT DISTINCT (story_id, chapter_id)

trash_entries: trash_entries_pkey PRIMARY KEY (id)

trash_entries: trash_entries_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

trash_entries: trash_entries_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

trusted_flaggers: trusted_flaggers_pkey PRIMARY KEY (id)

trusted_flaggers: trusted_flaggers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

trusted_flaggers: trusted_flaggers_address_check CHECK ((((char_length(address) >= 3) AND (char_length(address) <= 254)) AND (address = lower(address))))

trusted_flaggers: trusted_flaggers_check CHECK ((num_nonnulls(account_id, address) = 1))

trusted_flaggers: trusted_flaggers_organisation_check CHECK (((char_length(organisation) >= 1) AND (char_length(organisation) <= 200)))

unfound_hidden_items: unfound_hidden_items_pkey PRIMARY KEY (account_id, kind, item_id)

unfound_hidden_items: unfound_hidden_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

unfound_hidden_items: unfound_hidden_items_kind_check CHECK ((kind = ANY (ARRAY['tags'::text, 'authors'::text, 'stories'::text])))

visit_marks: visit_marks_pkey PRIMARY KEY (mark)

votes: votes_pkey PRIMARY KEY (account_id, story_id)

votes: votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

votes: votes_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

votes: votes_value_check CHECK ((value = ANY (ARRAY[1, '-1'::integer])))

weekly_leads: weekly_leads_pkey PRIMARY KEY (story_id)

weekly_leads: weekly_leads_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

-- ── Indexes ──

CREATE INDEX access_tokens_by_expiry ON public.access_tokens USING btree (expires_at)

CREATE INDEX access_tokens_by_session ON public.access_tokens USING btree (session_id)

CREATE UNIQUE INDEX access_tokens_pkey ON public.access_tokens USING btree (hash)

CREATE INDEX account_activity_by_account ON public.account_activity USING btree (account_id, id DESC)

CREATE INDEX account_activity_by_time ON public.account_activity USING btree (happened_at)

CREATE UNIQUE INDEX account_activity_failures_by_day ON public.account_activity USING btree (account_id, (((happened_at AT TIME ZONE 'UTC'::text))::date)) WHERE (kind = 'sign-in-failed'::text)

CREATE UNIQUE INDEX account_activity_pkey ON public.account_activity USING btree (id)

CREATE INDEX accounts_by_look ON public.accounts USING btree (username_skeleton(username))

CREATE INDEX accounts_by_small_look ON public.accounts USING btree (username_skeleton(lower(username)))

CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)

CREATE INDEX accounts_suspended ON public.accounts USING btree (suspended_at) WHERE (suspended_at IS NOT NULL)

CREATE UNIQUE INDEX accounts_username_key_key ON public.accounts USING btree (username_key)

CREATE INDEX age_checks_by_time ON public.age_checks USING btree (passed_at)

CREATE UNIQUE INDEX age_checks_pkey ON public.age_checks USING btree (id)

CREATE INDEX announcement_revisions_by_time ON public.announcement_revisions USING btree (changed_at DESC, announcement_id, revision)

CREATE UNIQUE INDEX announcement_revisions_pkey ON public.announcement_revisions USING btree (announcement_id, revision)

CREATE INDEX appeals_by_account ON public.appeals USING btree (account_id)

CREATE INDEX appeals_by_answer ON public.appeals USING btree (answer_id)

CREATE UNIQUE INDEX appeals_entry_id_key ON public.appeals USING btree (entry_id)

CREATE INDEX appeals_open ON public.appeals USING btree (subject, subject_id) WHERE (answered_at IS NULL)

CREATE UNIQUE INDEX appeals_pkey ON public.appeals USING btree (id)

CREATE INDEX author_stats_by_top ON public.author_stats USING btree (top DESC, ranked_upvotes DESC, account_id) WHERE (story_count > 0)

CREATE INDEX author_stats_by_trending ON public.author_stats USING btree (trending DESC NULLS LAST, account_id) WHERE (story_count > 0)

CREATE UNIQUE INDEX author_stats_pkey ON public.author_stats USING btree (account_id)

CREATE INDEX blocks_by_author ON public.blocks USING btree (author_id)

CREATE INDEX blocks_by_blocked ON public.blocks USING btree (blocked_id, account_id)

CREATE UNIQUE INDEX blocks_pkey ON public.blocks USING btree (account_id, author_id)

CREATE INDEX bookmarks_by_account ON public.bookmarks USING btree (account_id, bookmarked_at DESC, story_id DESC)

CREATE INDEX bookmarks_by_story ON public.bookmarks USING btree (story_id)

CREATE UNIQUE INDEX bookmarks_pkey ON public.bookmarks USING btree (account_id, story_id)

CREATE INDEX bookmarks_waiting ON public.bookmarks USING btree (account_id) WHERE (ranked_at IS NULL)

CREATE UNIQUE INDEX browse_totals_pkey ON public.browse_totals USING btree (one_row)

CREATE UNIQUE INDEX bulk_action_rows_pkey ON public.bulk_action_rows USING btree (bulk_id, target)

CREATE INDEX bulk_actions_by_actor ON public.bulk_actions USING btree (actor_id)

CREATE INDEX bulk_actions_by_time ON public.bulk_actions USING btree (created_at)

CREATE UNIQUE INDEX bulk_actions_pkey ON public.bulk_actions USING btree (id)

CREATE UNIQUE INDEX chapter_reads_pkey ON public.chapter_reads USING btree (chapter_id)

CREATE INDEX chapter_versions_by_chapter ON public.chapter_versions USING btree (chapter_id, id DESC)

CREATE UNIQUE INDEX chapter_versions_pkey ON public.chapter_versions USING btree (id)

CREATE INDEX chapters_by_cleaner ON public.chapters USING btree (cleaner_version, id)

CREATE INDEX chapters_by_lateness ON public.chapters USING btree (story_id, late_at) WHERE (late_at IS NOT NULL)

CREATE INDEX chapters_by_order ON public.chapters USING btree (story_id, "order", id)

CREATE INDEX chapters_due ON public.chapters USING btree (publish_at, id) WHERE (state = 'scheduled'::text)

CREATE UNIQUE INDEX chapters_pkey ON public.chapters USING btree (id)

CREATE UNIQUE INDEX comment_paragraphs_key ON public.comment_paragraphs USING btree (chapter_id, index, text_hash)

CREATE UNIQUE INDEX comment_paragraphs_pkey ON public.comment_paragraphs USING btree (id)

CREATE INDEX comment_sweeps_by_account ON public.comment_sweeps USING btree (account_id, id DESC)

CREATE INDEX comment_sweeps_by_story ON public.comment_sweeps USING btree (story_id)

CREATE UNIQUE INDEX comment_sweeps_pkey ON public.comment_sweeps USING btree (id)

CREATE INDEX comment_thanks_by_account ON public.comment_thanks USING btree (account_id)

CREATE UNIQUE INDEX comment_thanks_pkey ON public.comment_thanks USING btree (comment_id, account_id)

CREATE INDEX comment_totals_by_chapter ON public.comment_totals USING btree (chapter_id)

CREATE UNIQUE INDEX comment_totals_key ON public.comment_totals USING btree (story_id, chapter_id) NULLS NOT DISTINCT

CREATE INDEX comment_versions_by_comment ON public.comment_versions USING btree (comment_id, id)

CREATE UNIQUE INDEX comment_versions_pkey ON public.comment_versions USING btree (id)

CREATE INDEX comment_withholdings_by_entry ON public.comment_withholdings USING btree (entry_id)

CREATE UNIQUE INDEX comment_withholdings_pkey ON public.comment_withholdings USING btree (comment_id)

CREATE INDEX comments_by_account ON public.comments USING btree (account_id, id)

CREATE INDEX comments_by_author ON public.comments USING btree (author_id)

CREATE INDEX comments_by_chapter ON public.comments USING btree (chapter_id) WHERE (chapter_id IS NOT NULL)

CREATE INDEX comments_by_fingerprint ON public.comments USING btree (fingerprint, id DESC) WHERE (fingerprint IS NOT NULL)

CREATE INDEX comments_by_story ON public.comments USING btree (story_id, id)

CREATE INDEX comments_by_thanks ON public.comments USING btree (story_id, thank_count DESC, id) WHERE ((parent_id IS NULL) AND is_listed)

CREATE INDEX comments_by_time ON public.comments USING btree (story_id, id) WHERE ((parent_id IS NULL) AND is_listed)

CREATE INDEX comments_hidden ON public.comments USING btree (story_id, id) WHERE ((NOT is_shown) AND (state <> 'deleted'::text))

CREATE INDEX comments_of_chapter_by_thanks ON public.comments USING btree (chapter_id, thank_count DESC, id) WHERE ((parent_id IS NULL) AND is_listed)

CREATE INDEX comments_of_chapter_by_time ON public.comments USING btree (chapter_id, id) WHERE ((parent_id IS NULL) AND is_listed)

CREATE INDEX comments_of_paragraph ON public.comments USING btree (paragraph_id, id) WHERE (paragraph_id IS NOT NULL)

CREATE INDEX comments_of_parent ON public.comments USING btree (parent_id)

CREATE INDEX comments_on_story_by_thanks ON public.comments USING btree (story_id, thank_count DESC, id) WHERE ((parent_id IS NULL) AND is_listed AND (chapter_id IS NULL))

CREATE INDEX comments_on_story_by_time ON public.comments USING btree (story_id, id) WHERE ((parent_id IS NULL) AND is_listed AND (chapter_id IS NULL))

CREATE UNIQUE INDEX comments_pinned ON public.comments USING btree (story_id, chapter_id) NULLS NOT DISTINCT WHERE (pinned_at IS NOT NULL)

CREATE UNIQUE INDEX comments_pkey ON public.comments USING btree (id)

CREATE INDEX comments_removed_by_staff ON public.comments USING btree (account_id) WHERE (removed_as = 'staff'::text)

CREATE INDEX comments_replies ON public.comments USING btree (parent_id, id) WHERE is_shown

CREATE INDEX comments_waiting ON public.comments USING btree (story_id, id) WHERE (state = 'waiting'::text)

CREATE INDEX corrections_by_author ON public.corrections USING btree (author_id) WHERE (author_id IS NOT NULL)

CREATE INDEX corrections_by_chapter ON public.corrections USING btree (chapter_id, id)

CREATE INDEX corrections_by_network ON public.corrections USING btree (network, created_at) WHERE (network IS NOT NULL)

CREATE INDEX corrections_credited ON public.corrections USING btree (chapter_id, author_id) WHERE (credit = 'given'::text)

CREATE INDEX corrections_of_account ON public.corrections USING btree (account_id, id DESC) WHERE (account_id IS NOT NULL)

CREATE UNIQUE INDEX corrections_pkey ON public.corrections USING btree (id)

CREATE INDEX credentials_by_email ON public.credentials USING btree (email_key)

CREATE UNIQUE INDEX credentials_by_verified_email ON public.credentials USING btree (email_key) WHERE (email_verified_at IS NOT NULL)

CREATE UNIQUE INDEX credentials_pkey ON public.credentials USING btree (account_id)

CREATE INDEX drafts_by_chapter ON public.drafts USING btree (chapter_id) WHERE (chapter_id IS NOT NULL)

CREATE INDEX drafts_by_story ON public.drafts USING btree (story_id) WHERE (story_id IS NOT NULL)

CREATE UNIQUE INDEX drafts_pkey ON public.drafts USING btree (account_id, place)

CREATE INDEX email_changes_by_expiry ON public.email_changes USING btree (expires_at)

CREATE UNIQUE INDEX email_changes_pkey ON public.email_changes USING btree (account_id)

CREATE INDEX evidence_by_age ON public.evidence USING btree (kept_at)

CREATE INDEX evidence_by_case ON public.evidence USING btree (case_id, kind, source_id, id)

CREATE UNIQUE INDEX evidence_pkey ON public.evidence USING btree (id)

CREATE UNIQUE INDEX feed_tokens_pkey ON public.feed_tokens USING btree (account_id)

CREATE UNIQUE INDEX feed_tokens_token_hash_key ON public.feed_tokens USING btree (token_hash)

CREATE UNIQUE INDEX filtered_words_pkey ON public.filtered_words USING btree (author_id)

CREATE UNIQUE INDEX follow_mail_runs_pkey ON public.follow_mail_runs USING btree (mail)

CREATE INDEX follow_reads_by_chapter ON public.follow_reads USING btree (chapter_id) WHERE (chapter_id IS NOT NULL)

CREATE INDEX follow_reads_by_story ON public.follow_reads USING btree (story_id)

CREATE UNIQUE INDEX follow_reads_pkey ON public.follow_reads USING btree (account_id, story_id)

CREATE UNIQUE INDEX follow_settings_by_mail_key ON public.follow_settings USING btree (mail_key)

CREATE UNIQUE INDEX follow_settings_pkey ON public.follow_settings USING btree (account_id)

CREATE INDEX follows_by_author ON public.follows USING btree (author_id) WHERE (author_id IS NOT NULL)

CREATE INDEX follows_by_list ON public.follows USING btree (list_id) WHERE (list_id IS NOT NULL)

CREATE UNIQUE INDEX follows_by_mail_key ON public.follows USING btree (mail_key)

CREATE INDEX follows_by_series ON public.follows USING btree (series_id) WHERE (series_id IS NOT NULL)

CREATE INDEX follows_by_story ON public.follows USING btree (story_id) WHERE (story_id IS NOT NULL)

CREATE INDEX follows_by_tag ON public.follows USING btree (tag_id) WHERE (tag_id IS NOT NULL)

CREATE INDEX follows_filters ON public.follows USING btree (mail, account_id) WHERE (query IS NOT NULL)

CREATE UNIQUE INDEX follows_once ON public.follows USING btree (account_id, story_id, series_id, author_id, tag_id, list_id, md5(query)) NULLS NOT DISTINCT

CREATE UNIQUE INDEX follows_pkey ON public.follows USING btree (id)

CREATE INDEX forgotten_appeals_by_answer ON public.forgotten_appeals USING btree (answered_on)

CREATE INDEX forgotten_appeals_by_day ON public.forgotten_appeals USING btree (received_on)

CREATE UNIQUE INDEX forgotten_appeals_pkey ON public.forgotten_appeals USING btree (id)

CREATE UNIQUE INDEX forgotten_mail_drops_pkey ON public.forgotten_mail_drops USING btree (kind)

CREATE INDEX forgotten_reports_by_day ON public.forgotten_reports USING btree (received_on)

CREATE INDEX forgotten_reports_by_decision ON public.forgotten_reports USING btree (decided_on)

CREATE UNIQUE INDEX forgotten_reports_pkey ON public.forgotten_reports USING btree (id)

CREATE UNIQUE INDEX function_files_pkey ON public.function_files USING btree (name)

CREATE INDEX google_attempts_by_account ON public.google_attempts USING btree (account_id)

CREATE INDEX google_attempts_by_age ON public.google_attempts USING btree (created_at)

CREATE UNIQUE INDEX google_attempts_pkey ON public.google_attempts USING btree (token_hash)

CREATE UNIQUE INDEX google_identities_account_id_key ON public.google_identities USING btree (account_id)

CREATE UNIQUE INDEX google_identities_pkey ON public.google_identities USING btree (issuer, subject)

CREATE INDEX hidden_items_by_author ON public.hidden_items USING btree (author_id) WHERE (author_id IS NOT NULL)

CREATE INDEX hidden_items_by_story ON public.hidden_items USING btree (story_id) WHERE (story_id IS NOT NULL)

CREATE INDEX hidden_items_by_tag ON public.hidden_items USING btree (tag_id) WHERE (tag_id IS NOT NULL)

CREATE UNIQUE INDEX hidden_items_once ON public.hidden_items USING btree (account_id, tag_id, warning, author_id, story_id) NULLS NOT DISTINCT

CREATE UNIQUE INDEX hidden_items_pkey ON public.hidden_items USING btree (id)

CREATE UNIQUE INDEX history_choices_pkey ON public.history_choices USING btree (account_id)

CREATE INDEX history_entries_by_chapter ON public.history_entries USING btree (chapter_id)

CREATE INDEX history_entries_by_time ON public.history_entries USING btree (account_id, opened_at)

CREATE UNIQUE INDEX history_entries_pkey ON public.history_entries USING btree (account_id, chapter_id)

CREATE INDEX import_files_by_import ON public.import_files USING btree (import_id, "position")

CREATE UNIQUE INDEX import_files_pkey ON public.import_files USING btree (id)

CREATE UNIQUE INDEX import_sections_pkey ON public.import_sections USING btree (file_id, number)

CREATE INDEX imports_by_account ON public.imports USING btree (account_id)

CREATE INDEX imports_by_time ON public.imports USING btree (created_at)

CREATE UNIQUE INDEX imports_pkey ON public.imports USING btree (id)

CREATE INDEX inbox_items_by_account ON public.inbox_items USING btree (account_id, id DESC)

CREATE INDEX inbox_items_by_author ON public.inbox_items USING btree (author_id) WHERE (author_id IS NOT NULL)

CREATE INDEX inbox_items_by_comment ON public.inbox_items USING btree (comment_id) WHERE (comment_id IS NOT NULL)

CREATE INDEX inbox_items_by_correction ON public.inbox_items USING btree (correction_id) WHERE (correction_id IS NOT NULL)

CREATE INDEX inbox_items_by_entry ON public.inbox_items USING btree (entry_id) WHERE (entry_id IS NOT NULL)

CREATE INDEX inbox_items_by_list ON public.inbox_items USING btree (list_id) WHERE (list_id IS NOT NULL)

CREATE INDEX inbox_items_by_note ON public.inbox_items USING btree (note_id) WHERE (note_id IS NOT NULL)

CREATE INDEX inbox_items_by_series ON public.inbox_items USING btree (series_id) WHERE (series_id IS NOT NULL)

CREATE INDEX inbox_items_by_story ON public.inbox_items USING btree (story_id) WHERE (story_id IS NOT NULL)

CREATE INDEX inbox_items_by_sweep ON public.inbox_items USING btree (sweep_id) WHERE (sweep_id IS NOT NULL)

CREATE INDEX inbox_items_by_writer ON public.inbox_items USING btree (by_id) WHERE (by_id IS NOT NULL)

CREATE UNIQUE INDEX inbox_items_once_each ON public.inbox_items USING btree (account_id, kind, comment_id, entry_id, correction_id, note_id, sweep_id, follower_count, by_id, story_id, author_id, series_id, list_id) NULLS NOT DISTINCT

CREATE UNIQUE INDEX inbox_items_pkey ON public.inbox_items USING btree (id)

CREATE INDEX inbox_items_unread ON public.inbox_items USING btree (account_id, id DESC) WHERE (read_at IS NULL)

CREATE UNIQUE INDEX inbox_settings_by_mail_key ON public.inbox_settings USING btree (mail_key)

CREATE UNIQUE INDEX inbox_settings_pkey ON public.inbox_settings USING btree (account_id)

CREATE INDEX inbox_settings_to_mail ON public.inbox_settings USING btree (mail, mailed_until) WHERE (mail <> 'none'::text)

CREATE INDEX invitations_by_account ON public.invitations USING btree (account_id, created_at)

CREATE INDEX invitations_by_expiry ON public.invitations USING btree (expires_at) WHERE (used_at IS NULL)

CREATE UNIQUE INDEX invitations_code_key ON public.invitations USING btree (code)

CREATE UNIQUE INDEX invitations_pkey ON public.invitations USING btree (id)

CREATE UNIQUE INDEX invitations_used_by_key ON public.invitations USING btree (used_by)

CREATE INDEX keyed_requests_by_account ON public.keyed_requests USING btree (account_id)

CREATE INDEX keyed_requests_by_age ON public.keyed_requests USING btree (begun_at)

CREATE UNIQUE INDEX keyed_requests_pkey ON public.keyed_requests USING btree (hash)

CREATE INDEX known_devices_by_account ON public.known_devices USING btree (account_id, seen_at)

CREATE INDEX known_devices_by_age ON public.known_devices USING btree (seen_at)

CREATE UNIQUE INDEX known_devices_pkey ON public.known_devices USING btree (hash)

CREATE UNIQUE INDEX last_backup_pkey ON public.last_backup USING btree (one_row)

CREATE INDEX list_withholdings_by_entry ON public.list_withholdings USING btree (entry_id)

CREATE UNIQUE INDEX list_withholdings_pkey ON public.list_withholdings USING btree (shelf_id)

CREATE INDEX mail_tokens_by_account ON public.mail_tokens USING btree (account_id)

CREATE INDEX mail_tokens_by_expiry ON public.mail_tokens USING btree (expires_at)

CREATE UNIQUE INDEX mail_tokens_pkey ON public.mail_tokens USING btree (hash)

CREATE INDEX moderation_cases_by_author ON public.moderation_cases USING btree (author_id)

CREATE INDEX moderation_cases_by_subject ON public.moderation_cases USING btree (subject, subject_id, id DESC)

CREATE INDEX moderation_cases_closed ON public.moderation_cases USING btree (closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL)

CREATE UNIQUE INDEX moderation_cases_open ON public.moderation_cases USING btree (subject, subject_id) WHERE (closed_at IS NULL)

CREATE UNIQUE INDEX moderation_cases_pkey ON public.moderation_cases USING btree (id)

CREATE INDEX moderation_cases_queue ON public.moderation_cases USING btree (is_grave DESC, is_trusted DESC, since, id) WHERE (closed_at IS NULL)

CREATE INDEX moderation_cases_waiting ON public.moderation_cases USING btree (is_grave DESC, since, id) WHERE (closed_at IS NULL)

CREATE INDEX moderation_entries_by_account ON public.moderation_entries USING btree (account_id, id DESC)

CREATE INDEX moderation_entries_by_actor ON public.moderation_entries USING btree (actor_id, id DESC)

CREATE INDEX moderation_entries_by_case ON public.moderation_entries USING btree (case_id, id DESC)

CREATE INDEX moderation_entries_by_comment ON public.moderation_entries USING btree (comment_id, id DESC) WHERE (comment_id IS NOT NULL)

CREATE INDEX moderation_entries_by_list ON public.moderation_entries USING btree (list_id, id DESC) WHERE (list_id IS NOT NULL)

CREATE INDEX moderation_entries_by_story ON public.moderation_entries USING btree (story_id, id DESC)

CREATE UNIQUE INDEX moderation_entries_pkey ON public.moderation_entries USING btree (id)

CREATE INDEX network_bans_by_expiry ON public.network_bans USING btree (expires_at)

CREATE UNIQUE INDEX network_bans_pkey ON public.network_bans USING btree (id)

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

CREATE INDEX note_threads_by_sender ON public.note_threads USING btree (sender_id, last_at DESC)

CREATE INDEX note_threads_by_sender_name ON public.note_threads USING btree (sender_name_id)

CREATE INDEX note_threads_by_story ON public.note_threads USING btree (story_id, last_at DESC)

CREATE UNIQUE INDEX note_threads_pkey ON public.note_threads USING btree (id)

CREATE INDEX notes_by_thread ON public.notes USING btree (thread_id, id)

CREATE UNIQUE INDEX notes_pkey ON public.notes USING btree (id)

CREATE INDEX old_addresses_by_chapter ON public.old_addresses USING btree (chapter_id) WHERE (chapter_id IS NOT NULL)

CREATE INDEX old_addresses_by_pen_name ON public.old_addresses USING btree (pen_name_id) WHERE (pen_name_id IS NOT NULL)

CREATE INDEX old_addresses_by_series ON public.old_addresses USING btree (series_id) WHERE (series_id IS NOT NULL)

CREATE INDEX old_addresses_by_story ON public.old_addresses USING btree (story_id) WHERE (story_id IS NOT NULL)

CREATE UNIQUE INDEX old_addresses_pkey ON public.old_addresses USING btree (address)

CREATE INDEX outbox_mails_by_address ON public.outbox_mails USING btree (address_key, send_at DESC) WHERE (dropped_at IS NULL)

CREATE INDEX outbox_mails_by_age ON public.outbox_mails USING btree (created_at)

CREATE INDEX outbox_mails_dropped ON public.outbox_mails USING btree (kind) WHERE (dropped_at IS NOT NULL)

CREATE UNIQUE INDEX outbox_mails_pkey ON public.outbox_mails USING btree (id)

CREATE INDEX outbox_mails_waiting ON public.outbox_mails USING btree (try_at) WHERE ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL))

CREATE INDEX passkey_challenges_by_account ON public.passkey_challenges USING btree (account_id)

CREATE INDEX passkey_challenges_by_expiry ON public.passkey_challenges USING btree (expires_at)

CREATE UNIQUE INDEX passkey_challenges_pkey ON public.passkey_challenges USING btree (hash)

CREATE INDEX passkeys_by_account ON public.passkeys USING btree (account_id)

CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id)

CREATE UNIQUE INDEX passkeys_pkey ON public.passkeys USING btree (id)

CREATE INDEX pen_names_by_account ON public.pen_names USING btree (account_id)

CREATE INDEX pen_names_by_look ON public.pen_names USING btree (username_skeleton(username))

CREATE INDEX pen_names_by_small_look ON public.pen_names USING btree (username_skeleton(lower(username)))

CREATE UNIQUE INDEX pen_names_pkey ON public.pen_names USING btree (id)

CREATE UNIQUE INDEX pen_names_username_key_key ON public.pen_names USING btree (username_key)

CREATE UNIQUE INDEX publication_counts_pkey ON public.publication_counts USING btree (account_id)

CREATE INDEX push_browsers_by_account ON public.push_browsers USING btree (account_id)

CREATE INDEX push_browsers_by_session ON public.push_browsers USING btree (session_id)

CREATE UNIQUE INDEX push_browsers_endpoint_key ON public.push_browsers USING btree (endpoint)

CREATE UNIQUE INDEX push_browsers_pkey ON public.push_browsers USING btree (id)

CREATE UNIQUE INDEX ranking_changes_pkey ON public.ranking_changes USING btree (story_id)

CREATE INDEX recovery_codes_by_account ON public.recovery_codes USING btree (account_id)

CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (hash)

CREATE INDEX refresh_tokens_by_session ON public.refresh_tokens USING btree (session_id)

CREATE UNIQUE INDEX refresh_tokens_pkey ON public.refresh_tokens USING btree (hash)

CREATE INDEX refused_addresses_by_age ON public.refused_addresses USING btree (refused_at)

CREATE UNIQUE INDEX refused_addresses_pkey ON public.refused_addresses USING btree (address_key)

CREATE INDEX reports_by_author ON public.reports USING btree (author_id)

CREATE INDEX reports_by_comment ON public.reports USING btree (comment_id) WHERE (comment_id IS NOT NULL)

CREATE INDEX reports_by_decider ON public.reports USING btree (decided_by)

CREATE INDEX reports_by_list ON public.reports USING btree (list_id)

CREATE INDEX reports_by_owner ON public.reports USING btree (owner_id)

CREATE INDEX reports_by_story ON public.reports USING btree (story_id)

CREATE INDEX reports_by_trusted_flagger ON public.reports USING btree (trusted_flagger_id) WHERE (trusted_flagger_id IS NOT NULL)

CREATE INDEX reports_open ON public.reports USING btree (created_at, id) WHERE (decided_at IS NULL)

CREATE UNIQUE INDEX reports_open_on_author ON public.reports USING btree (reporter_id, author_id) WHERE ((decided_at IS NULL) AND (author_id IS NOT NULL))

CREATE UNIQUE INDEX reports_open_on_comment ON public.reports USING btree (reporter_id, comment_id) WHERE ((decided_at IS NULL) AND (comment_id IS NOT NULL))

CREATE UNIQUE INDEX reports_open_on_list ON public.reports USING btree (reporter_id, list_id) WHERE ((decided_at IS NULL) AND (list_id IS NOT NULL))

CREATE UNIQUE INDEX reports_open_on_story ON public.reports USING btree (reporter_id, story_id) WHERE ((decided_at IS NULL) AND (story_id IS NOT NULL))

CREATE UNIQUE INDEX reports_pkey ON public.reports USING btree (id)

CREATE INDEX reports_unfounded ON public.reports USING btree (reporter_id) WHERE (unfounded_at IS NOT NULL)

CREATE UNIQUE INDEX saved_filters_one_default ON public.saved_filters USING btree (account_id) WHERE is_default

CREATE UNIQUE INDEX saved_filters_pkey ON public.saved_filters USING btree (account_id, name)

CREATE INDEX search_authors_by_names ON public.search_authors USING gin (names) WITH (fastupdate=off)

CREATE INDEX search_authors_by_words ON public.search_authors USING gin (words) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_authors_pkey ON public.search_authors USING btree (account_id)

CREATE INDEX search_chapters_by_story ON public.search_chapters USING btree (story_id, chapter_id)

CREATE INDEX search_chapters_by_words ON public.search_chapters USING gin (words) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_chapters_pkey ON public.search_chapters USING btree (chapter_id)

CREATE INDEX search_stories_by_head ON public.search_stories USING gin (head) WITH (fastupdate=off)

CREATE INDEX search_stories_by_title ON public.search_stories USING gin (title) WITH (fastupdate=off)

CREATE UNIQUE INDEX search_stories_pkey ON public.search_stories USING btree (story_id)

CREATE UNIQUE INDEX search_term_counts_pkey ON public.search_term_counts USING btree (place, term)

CREATE INDEX search_words_by_likeness ON public.search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off)

CREATE INDEX search_words_by_word ON public.search_words USING btree (word)

CREATE UNIQUE INDEX secret_links_pkey ON public.secret_links USING btree (story_id)

CREATE UNIQUE INDEX secret_links_token_hash_key ON public.secret_links USING btree (token_hash)

CREATE INDEX series_by_owner ON public.series USING btree (owner_id, id)

CREATE UNIQUE INDEX series_pkey ON public.series USING btree (id)

CREATE UNIQUE INDEX series_slug_key ON public.series USING btree (slug)

CREATE INDEX series_stories_by_story ON public.series_stories USING btree (story_id)

CREATE UNIQUE INDEX series_stories_pkey ON public.series_stories USING btree (series_id, story_id)

CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id)

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)

CREATE INDEX setting_changes_by_time ON public.setting_changes USING btree (changed_at DESC, setting, revision)

CREATE UNIQUE INDEX setting_changes_pkey ON public.setting_changes USING btree (setting, revision)

CREATE INDEX shared_readers_by_mate ON public.shared_readers USING btree (mate_id)

CREATE UNIQUE INDEX shared_readers_pkey ON public.shared_readers USING btree (story_id, mate_id)

CREATE INDEX shelf_marks_by_state ON public.shelf_marks USING btree (account_id, state, state_at) WHERE (state IS NOT NULL)

CREATE INDEX shelf_marks_by_story ON public.shelf_marks USING btree (story_id)

CREATE UNIQUE INDEX shelf_marks_pkey ON public.shelf_marks USING btree (account_id, story_id)

CREATE INDEX shelf_stories_by_story ON public.shelf_stories USING btree (story_id)

CREATE INDEX shelf_stories_by_time ON public.shelf_stories USING btree (added_at)

CREATE UNIQUE INDEX shelf_stories_pkey ON public.shelf_stories USING btree (shelf_id, story_id)

CREATE INDEX shelves_by_author ON public.shelves USING btree (author_id) WHERE (visibility <> 'private'::text)

CREATE INDEX shelves_by_owner ON public.shelves USING btree (owner_id, id)

CREATE UNIQUE INDEX shelves_pkey ON public.shelves USING btree (id)

CREATE UNIQUE INDEX shelves_slug_key ON public.shelves USING btree (slug)

CREATE INDEX sign_in_tickets_by_account ON public.sign_in_tickets USING btree (account_id)

CREATE INDEX sign_in_tickets_by_expiry ON public.sign_in_tickets USING btree (expires_at)

CREATE UNIQUE INDEX sign_in_tickets_pkey ON public.sign_in_tickets USING btree (hash)

CREATE INDEX spam_marks_by_entry ON public.spam_marks USING btree (entry_id)

CREATE UNIQUE INDEX spam_marks_pkey ON public.spam_marks USING btree (account_id)

CREATE INDEX staff_notes_by_account ON public.staff_notes USING btree (account_id, id)

CREATE INDEX staff_notes_by_case ON public.staff_notes USING btree (case_id, id) WHERE (case_id IS NOT NULL)

CREATE INDEX staff_notes_by_story ON public.staff_notes USING btree (story_id, id) WHERE (story_id IS NOT NULL)

CREATE INDEX staff_notes_by_writer ON public.staff_notes USING btree (writer_id) WHERE (writer_id IS NOT NULL)

CREATE UNIQUE INDEX staff_notes_pkey ON public.staff_notes USING btree (id)

CREATE INDEX stories_by_author ON public.stories USING btree (author_id, published_at DESC, id DESC)

CREATE INDEX stories_by_author_top ON public.stories USING btree (author_id, top DESC, ranked_upvote_count DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_featured ON public.stories USING btree (featured_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX stories_by_last_chapter ON public.stories USING btree (last_chapter_at DESC NULLS LAST, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_published ON public.stories USING btree (published_at DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_return ON public.stories USING btree (listed_again_at) WHERE (listed_again_at IS NOT NULL)

CREATE INDEX stories_by_top ON public.stories USING btree (top DESC, ranked_upvote_count DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_trending ON public.stories USING btree (trending DESC NULLS LAST, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_updated ON public.stories USING btree (updated_at DESC, id DESC)

CREATE INDEX stories_let_in ON public.stories USING btree (author_id) WHERE (let_in_at IS NOT NULL)

CREATE UNIQUE INDEX stories_pkey ON public.stories USING btree (id)

CREATE UNIQUE INDEX stories_slug_key ON public.stories USING btree (slug)

CREATE INDEX stories_waiting ON public.stories USING btree (waiting_for DESC, waiting_since, id) WHERE (waiting_since IS NOT NULL)

CREATE UNIQUE INDEX story_shares_pkey ON public.story_shares USING btree (story_id, platform)

CREATE INDEX story_slugs_by_story ON public.story_slugs USING btree (story_id)

CREATE UNIQUE INDEX story_slugs_pkey ON public.story_slugs USING btree (slug)

CREATE INDEX story_statistics_by_day ON public.story_statistics USING btree (day)

CREATE UNIQUE INDEX story_statistics_pkey ON public.story_statistics USING btree (story_id, day, kind, chapter_id)

CREATE INDEX story_tags_by_featured ON public.story_tags USING btree (tag_id, featured_at DESC, story_id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX story_tags_by_last_chapter ON public.story_tags USING btree (tag_id, last_chapter_at DESC NULLS LAST, story_id DESC) WHERE (published_at IS NOT NULL)

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

CREATE INDEX swept_comments_by_comment ON public.swept_comments USING btree (comment_id)

CREATE UNIQUE INDEX swept_comments_pkey ON public.swept_comments USING btree (sweep_id, comment_id)

CREATE INDEX tag_changes_by_proposal ON public.tag_changes USING btree (proposal_id)

CREATE INDEX tag_changes_by_tag ON public.tag_changes USING btree (tag_id, id)

CREATE INDEX tag_changes_by_target ON public.tag_changes USING btree (target_id, id)

CREATE UNIQUE INDEX tag_changes_in_force ON public.tag_changes USING btree (tag_id, relation, target_id) WHERE ((undone_at IS NULL) AND (relation = 'parent'::text))

CREATE UNIQUE INDEX tag_changes_one_canonical ON public.tag_changes USING btree (tag_id) WHERE ((undone_at IS NULL) AND (relation = 'canonical'::text))

CREATE UNIQUE INDEX tag_changes_pkey ON public.tag_changes USING btree (id)

CREATE INDEX tag_parents_by_parent ON public.tag_parents USING btree (parent_id, tag_id)

CREATE UNIQUE INDEX tag_parents_pkey ON public.tag_parents USING btree (tag_id, parent_id)

CREATE INDEX tag_proposals_by_age ON public.tag_proposals USING btree (id) WHERE (decision IS NULL)

CREATE UNIQUE INDEX tag_proposals_open ON public.tag_proposals USING btree (tag_id, relation, COALESCE(target_id, (0)::bigint), COALESCE(kind, ''::text)) WHERE (decision IS NULL)

CREATE UNIQUE INDEX tag_proposals_pkey ON public.tag_proposals USING btree (id)

CREATE INDEX tag_proposers_by_proposal ON public.tag_proposers USING btree (proposal_id)

CREATE UNIQUE INDEX tag_proposers_pkey ON public.tag_proposers USING btree (account_id, proposal_id)

CREATE INDEX tags_by_beginning ON public.tags USING btree (key text_pattern_ops) WHERE (story_count > 0)

CREATE INDEX tags_by_name ON public.tags USING btree (name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_part_of_key ON public.tags USING gin (key gin_trgm_ops)

CREATE INDEX tags_by_popularity ON public.tags USING btree (story_count DESC, name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_trending ON public.tags USING btree (trending DESC NULLS LAST, id) WHERE (story_count > 0)

CREATE UNIQUE INDEX tags_key_key ON public.tags USING btree (key)

CREATE UNIQUE INDEX tags_pkey ON public.tags USING btree (id)

CREATE INDEX tags_synonyms ON public.tags USING btree (canonical_id) WHERE (canonical_id IS NOT NULL)

CREATE INDEX takedown_requests_by_age ON public.takedown_requests USING btree (received_at, id)

CREATE INDEX takedown_requests_by_story ON public.takedown_requests USING btree (story_id)

CREATE INDEX takedown_requests_by_trusted_flagger ON public.takedown_requests USING btree (trusted_flagger_id) WHERE (trusted_flagger_id IS NOT NULL)

CREATE UNIQUE INDEX takedown_requests_open ON public.takedown_requests USING btree (fingerprint) WHERE (waiting_since IS NOT NULL)

CREATE UNIQUE INDEX takedown_requests_pkey ON public.takedown_requests USING btree (id)

CREATE INDEX takedown_requests_unfounded ON public.takedown_requests USING btree (lower(requester_email)) WHERE (unfounded_at IS NOT NULL)

CREATE INDEX takedown_requests_waiting ON public.takedown_requests USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL)

CREATE INDEX takedown_steps_by_account ON public.takedown_steps USING btree (account_id)

CREATE INDEX takedown_steps_by_request ON public.takedown_steps USING btree (request_id, id)

CREATE UNIQUE INDEX takedown_steps_pkey ON public.takedown_steps USING btree (id)

CREATE UNIQUE INDEX terms_acceptances_pkey ON public.terms_acceptances USING btree (account_id, version)

CREATE INDEX throttle_counters_by_expiry ON public.throttle_counters USING btree (expire)

CREATE UNIQUE INDEX throttle_counters_pkey ON public.throttle_counters USING btree (key)

CREATE UNIQUE INDEX totp_secrets_pkey ON public.totp_secrets USING btree (account_id)

CREATE INDEX trash_entries_by_chapter ON public.trash_entries USING btree (chapter_id)

CREATE UNIQUE INDEX trash_entries_once ON public.trash_entries USING btree (story_id, chapter_id) NULLS NOT DISTINCT

CREATE UNIQUE INDEX trash_entries_pkey ON public.trash_entries USING btree (id)

CREATE INDEX trusted_flaggers_by_account ON public.trusted_flaggers USING btree (account_id) WHERE (account_id IS NOT NULL)

CREATE INDEX trusted_flaggers_by_address ON public.trusted_flaggers USING btree (address) WHERE (address IS NOT NULL)

CREATE UNIQUE INDEX trusted_flaggers_pkey ON public.trusted_flaggers USING btree (id)

CREATE UNIQUE INDEX unfound_hidden_items_pkey ON public.unfound_hidden_items USING btree (account_id, kind, item_id)

CREATE INDEX visit_marks_by_age ON public.visit_marks USING btree (made_at)

CREATE UNIQUE INDEX visit_marks_pkey ON public.visit_marks USING btree (mark)

CREATE INDEX votes_by_story ON public.votes USING btree (story_id)

CREATE UNIQUE INDEX votes_pkey ON public.votes USING btree (account_id, story_id)

CREATE INDEX votes_waiting ON public.votes USING btree (account_id) WHERE (ranked_at IS NULL)

CREATE UNIQUE INDEX weekly_leads_pkey ON public.weekly_leads USING btree (story_id)
