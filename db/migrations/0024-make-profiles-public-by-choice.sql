-- Up Migration

-- Since when an account's profile is there for readers although it has no listed story; null: it waits for the first.
alter table accounts add column profile_public_at timestamptz;

create or replace trigger accounts_notify
  after update of username, display_name, bio, profile_picture_url, profile_public_at on accounts
  for each row execute function notify_of_account();

-- The glance-alike form of a username: the skeleton of UTS 39 for the characters a username can have. The test of
-- src/base/skeleton.ts compares it with Unicode's table.
create function username_skeleton(username text) returns text language sql immutable parallel safe
  return lower(replace(replace(replace(translate(username, '01I', 'Oll'), 'm', 'rn'), '_', ''), '-', ''));

-- Twice, because a capital i looks like a small L. By hand before the upgrade where there are very many accounts.
create index if not exists accounts_by_look on accounts (username_skeleton(username));
create index if not exists accounts_by_small_look on accounts (username_skeleton(lower(username)));
