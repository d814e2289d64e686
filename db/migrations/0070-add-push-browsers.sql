-- Up Migration

-- The browsers in which readers have turned notifications on: push subscriptions, which end with the session.
create table push_browsers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  -- The address at the browser's vendor that relays messages to this browser.
  endpoint text not null unique,
  -- The browser's keys, with which messages are encrypted, in base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_browsers_by_account on push_browsers (account_id);
create index push_browsers_by_session on push_browsers (session_id);

-- Notifications have runs of their own beside those of mail.
alter table follow_mail_runs drop constraint follow_mail_runs_mail_check,
  add constraint follow_mail_runs_mail_check check (mail in ('now', 'daily', 'weekly', 'browser'));
