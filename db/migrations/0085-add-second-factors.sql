-- Up Migration

-- Authenticator apps: the secret of RFC 6238, sealed with the site's secret.
create table totp_secrets (
  account_id bigint primary key references accounts on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- null: set up, but no code of it was typed yet, so it asks nobody for one.
  confirmed_at timestamptz,
  -- The latest 30 seconds whose code was used, so that no code works twice.
  last_step bigint not null default 0
);

-- Codes for the day the other factors are lost; each works once.
create table recovery_codes (
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade
);
create index recovery_codes_by_account on recovery_codes (account_id);

-- Sign-ins that have shown a password or its like, and still need a second factor.
create table sign_in_tickets (
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_account on sign_in_tickets (account_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);
