-- Up Migration

-- ── Newsletter ────────────────────────────────────────────────────────────────────────────────────────────
-- Who has confirmed. By address, not by account: an account may go and the letter still come, and the other way round.
create table newsletter_subscribers (
  id bigint generated always as identity primary key,
  email text not null check (octet_length(email) <= 254),
  email_key text generated always as (lower(email)) stored unique,
  new_stories boolean not null,
  featured_authors boolean not null,
  weekly_updates boolean not null,
  -- SHA-256 of the token in the links at the foot of each letter.
  token_hash bytea not null unique,
  confirmed_at timestamptz not null default now()
);

-- Mailed links that wait for being used. Of an address that never confirms nothing else is kept, and this not for long.
create table newsletter_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('confirm', 'unsubscribe', 'preferences')),
  email text not null check (octet_length(email) <= 254),
  email_key text generated always as (lower(email)) stored,
  -- What was asked for; who leaves asks for none of them.
  new_stories boolean not null,
  featured_authors boolean not null,
  weekly_updates boolean not null,
  expires_at timestamptz not null
);
create index newsletter_links_by_email on newsletter_links (email_key);
create index newsletter_links_by_expiry on newsletter_links (expires_at);

-- One letter a week; what it tells of is chosen once, so that it is the same for all and at every try.
create table newsletter_issues (
  id bigint generated always as identity primary key,
  -- The Monday of its week (UTC).
  week date not null unique check (extract(isodow from week) = 1),
  -- What has happened between these two is news.
  since timestamptz not null,
  until timestamptz not null,
  new_story_count integer not null check (new_story_count >= 0),
  -- Whether the week's best are others than the week before.
  is_best_new boolean not null,
  -- When work on it was last seen; long ago and not finished means that the worker is gone.
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  check (since < until)
);
create index newsletter_issues_unfinished on newsletter_issues (worked_at) where finished_at is null;

create table newsletter_issue_stories (
  issue_id bigint not null references newsletter_issues on delete cascade,
  section text not null check (section in ('new', 'featured', 'best')),
  position integer not null check (position >= 1),
  story_id bigint not null references stories on delete cascade,
  primary key (issue_id, section, position)
);
create index newsletter_issue_stories_by_story on newsletter_issue_stories (story_id);

-- Written together with the mail: a row for each that was posted, so that none is posted twice.
create table newsletter_deliveries (
  issue_id bigint not null references newsletter_issues on delete cascade,
  subscriber_id bigint not null references newsletter_subscribers on delete cascade,
  posted_at timestamptz not null default now(),
  primary key (issue_id, subscriber_id)
);
create index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id);

-- ── Takedown requests ─────────────────────────────────────────────────────────────────────────────────────
-- Legal papers: kept apart from accounts and stories, and kept when those are deleted.
create table takedown_requests (
  id bigint generated always as identity primary key,
  request_type text not null check (request_type in ('dmca', 'copyright', 'trademark', 'other')),
  requester_name text not null check (char_length(requester_name) between 1 and 200),
  requester_email text not null check (octet_length(requester_email) between 3 and 254),
  requester_title text not null check (char_length(requester_title) <= 200),
  content_url text not null check (char_length(content_url) <= 2000),
  content_description text not null check (char_length(content_description) between 1 and 5000),
  reason text not null check (char_length(reason) between 1 and 5000),
  owner_info text not null check (char_length(owner_info) between 1 and 2000),
  address text not null check (char_length(address) between 1 and 1000),
  additional_info text not null check (char_length(additional_info) <= 5000),
  -- What was signed, word for word, and which version of our texts it was.
  declaration_version text not null,
  declaration_text text not null check (declaration_text <> ''),
  -- The story that the address leads to, and how it was called then: the story may go, the paper stays.
  story_id bigint references stories on delete set null,
  story_title text,
  story_author text,
  received_at timestamptz not null default now(),
  -- Since when it is a moderator's turn; null: it is nobody's.
  waiting_since timestamptz,
  -- SHA-256 of all that was sent: the same request sent twice is one.
  fingerprint bytea not null
);
create unique index takedown_requests_open on takedown_requests (fingerprint) where waiting_since is not null;
create index takedown_requests_waiting on takedown_requests (waiting_since, id) where waiting_since is not null;
create index takedown_requests_by_age on takedown_requests (received_at, id);
create index takedown_requests_by_story on takedown_requests (story_id);

-- What became of a request, step by step; rows are only ever added. The last one says how it stands.
create table takedown_steps (
  id bigint generated always as identity primary key,
  request_id bigint not null references takedown_requests,
  step text not null check (step in ('received', 'removed', 'rejected', 'counter-notice', 'put-back')),
  -- Whoever did it, if not the one who asked; the name stays when the account goes.
  account_id bigint references accounts on delete set null,
  username text,
  -- The reason, or the words of the counter-notice.
  note text not null check (char_length(note) <= 10000),
  happened_at timestamptz not null default now(),
  -- After a counter-notice: the days from which and until which the story is put back (17 USC 512(g)(2)(C)).
  put_back_from date,
  put_back_until date,
  check (num_nonnulls(put_back_from, put_back_until) = case step when 'counter-notice' then 2 else 0 end),
  check (step = 'received' or username is not null)
);
create index takedown_steps_by_request on takedown_steps (request_id, id);
create index takedown_steps_by_account on takedown_steps (account_id);
