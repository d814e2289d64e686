-- Up Migration

-- Passkeys (WebAuthn credentials): the public halves; the secret halves are in people's devices.
create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  name text not null check (char_length(name) between 1 and 60),
  public_key bytea not null,
  -- Of authenticators that count their uses; others stay at 0.
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_account on passkeys (account_id);

-- Questions that a passkey answers, each once and within minutes; for an account that adds one, or for anybody.
create table passkey_challenges (
  hash bytea primary key,
  account_id bigint references accounts on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_account on passkey_challenges (account_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
