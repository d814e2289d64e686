-- Up Migration

-- The versions of the terms that members accepted, with the time of the latest acceptance of each.
create table terms_acceptances (
  account_id bigint not null references accounts (id) on delete cascade,
  -- The revision of an operator's own text (setting_changes), or the day of a text that came with the site.
  version text not null check (char_length(version) between 1 and 10),
  accepted_at timestamptz not null default now(),
  primary key (account_id, version)
);
