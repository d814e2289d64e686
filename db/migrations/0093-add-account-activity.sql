-- Up Migration

-- The log of an account that its owner reads: what concerned its safety, never what was read. Deleted after some months.
create table account_activity (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (char_length(kind) <= 40),
  happened_at timestamptz not null default now(),
  -- Failed sign-ins are one row a day.
  count integer not null default 1 check (count >= 1),
  -- As in the list of sessions: the name of browser and system, the beginning of the network address.
  device text check (char_length(device) <= 60),
  network text check (char_length(network) <= 40)
);
create index account_activity_by_account on account_activity (account_id, id desc);
create index account_activity_by_time on account_activity (happened_at);
create unique index account_activity_failures_by_day
  on account_activity (account_id, ((happened_at at time zone 'UTC')::date)) where kind = 'sign-in-failed';
