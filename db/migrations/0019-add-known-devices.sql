-- Up Migration

-- Browsers in which an account was signed in to. A guess from one of them counts against that browser alone, so that
-- guesses from elsewhere never hold up the owner there.
create table known_devices (
  -- Keyed hash of the account and of the device's random name: the rows of one browser can't be found by each other.
  hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  seen_at timestamptz not null default now()
);
create index known_devices_by_account on known_devices (account_id, seen_at);
create index known_devices_by_age on known_devices (seen_at);
