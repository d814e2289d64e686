-- Up Migration

-- Organisations whose notices come first (Article 22 of the Digital Services Act): an account, an email address, or a
-- domain with its “@”.
create table trusted_flaggers (
  id bigint generated always as identity primary key,
  organisation text not null check (char_length(organisation) between 1 and 200),
  account_id bigint references accounts on delete cascade,
  address text check (char_length(address) between 3 and 254 and address = lower(address)),
  -- The last day on which they are trusted.
  until date not null,
  added_at timestamptz not null default now(),
  revoked_at timestamptz,
  check (num_nonnulls(account_id, address) = 1)
);
create index trusted_flaggers_by_account on trusted_flaggers (account_id) where account_id is not null;
create index trusted_flaggers_by_address on trusted_flaggers (address) where address is not null;

alter table reports
  -- No reference: it stays when the flagger’s account is deleted, as a decided report does.
  add column trusted_flagger_id bigint,
  -- A moderator has found the notice manifestly unfounded.
  add column unfounded_at timestamptz;
create index reports_by_trusted_flagger on reports (trusted_flagger_id) where trusted_flagger_id is not null;
create index reports_unfounded on reports (reporter_id) where unfounded_at is not null;

alter table takedown_requests
  add column trusted_flagger_id bigint,
  add column unfounded_at timestamptz;
create index takedown_requests_by_trusted_flagger on takedown_requests (trusted_flagger_id)
  where trusted_flagger_id is not null;
create index takedown_requests_unfounded on takedown_requests (lower(requester_email)) where unfounded_at is not null;

alter table moderation_cases add column is_trusted boolean not null default false;
create index moderation_cases_queue on moderation_cases (is_grave desc, is_trusted desc, since, id) where closed_at is null;
