-- Up Migration

alter table accounts
  add column role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  -- null: the name was made up at the first sign-in with Google, and may still be chosen, once.
  add column username_chosen_at timestamptz default now();

-- ── How a person proves to be the owner of an account ─────────────────────────────────────────────────────
-- Apart from accounts, so that nothing that lists authors can give any of it away.
create table credentials (
  account_id bigint primary key references accounts on delete cascade,
  email text check (char_length(email) <= 254),
  email_key text generated always as (lower(email)) stored,
  email_verified_at timestamptz,
  -- In PHC string format; null: signs in with Google only.
  password_hash text,
  password_changed_at timestamptz not null default now(),
  check (email is not null or email_verified_at is null)
);
-- An address is taken only once it is verified: else anybody could keep a stranger's address away from them.
create unique index credentials_by_verified_email on credentials (email_key) where email_verified_at is not null;
create index credentials_by_email on credentials (email_key);

-- A Google account is known by issuer and subject, never by its address.
create table google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null unique references accounts on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- A sign-in with Google that was begun and has not come back yet; the cookie holds the token.
create table google_attempts (
  token_hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  -- Who wants Google linked to their account; null: a sign-in.
  account_id bigint references accounts on delete cascade,
  created_at timestamptz not null default now()
);
create index google_attempts_by_account on google_attempts (account_id);
create index google_attempts_by_age on google_attempts (created_at);

-- ── Sessions ──────────────────────────────────────────────────────────────────────────────────────────────
-- A sign-in and all tokens that came of it. Of tokens only the SHA-256 is kept.
create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table access_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_by_session on access_tokens (session_id);
create index access_tokens_by_expiry on access_tokens (expires_at);

-- Replaced ones are kept as long as their session, to notice when a stolen one is used.
create table refresh_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- ── Links in mails ────────────────────────────────────────────────────────────────────────────────────────
create table mail_tokens (
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset', 'delete')),
  -- The address it was sent to: using it proves that this one is read.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_by_account on mail_tokens (account_id);
create index mail_tokens_by_expiry on mail_tokens (expires_at);

-- ── Limits on guessing ────────────────────────────────────────────────────────────────────────────────────
-- In the form that rate-limiter-flexible reads and writes. Keys are keyed hashes; expire is in ms since 1970.
create unlogged table throttle_counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index throttle_counters_by_expiry on throttle_counters (expire);
