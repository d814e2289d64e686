-- Up Migration

-- Requests that came with an Idempotency-Key: whoever sends one again within a day is answered as before.
create table keyed_requests (
  -- Of who sent it and of the key, under the site's secret.
  hash bytea primary key,
  -- Null for those who are not signed in.
  account_id bigint references accounts on delete cascade,
  -- Of the call and its input, under the site's secret.
  fingerprint bytea not null,
  -- Null while it is being done.
  answer text,
  begun_at timestamptz not null default now()
);
create index keyed_requests_by_account on keyed_requests (account_id);
create index keyed_requests_by_age on keyed_requests (begun_at);
