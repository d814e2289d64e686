-- Up Migration

-- The author's licence, null for all rights reserved, and whether feeds may carry whole chapters.
alter table stories
  add column full_text_feeds boolean not null default false,
  add column licence text,
  add constraint stories_licence_known check (licence is null
    or licence in ('CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', 'CC-BY-ND-4.0', 'CC-BY-NC-ND-4.0', 'CC0-1.0')) not valid;

-- The secret address under which a reading program finds what an account follows and keeps.
create table feed_tokens (
  account_id bigint primary key references accounts on delete cascade,
  token_hash bytea not null unique,
  salt bytea not null,
  created_at timestamptz not null default now()
);
