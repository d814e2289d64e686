-- Up Migration

-- Mails to be sent, put here in the transaction of what caused them. A mail waits until one of three times is
-- set; from then on only what the caps and the operator need of it is left.
create table outbox_mails (
  id bigint generated always as identity primary key,
  -- What the mail's Message-ID is made of: the same at every try, so that a double can be told.
  message_key uuid not null default gen_random_uuid(),
  kind text not null,
  -- null: forgotten, because the caps no longer need it.
  address text check (octet_length(address) <= 254),
  address_key text generated always as (lower(address)) stored,
  subject text,
  text_part text,
  html_part text,
  unsubscribe_url text,
  created_at timestamptz not null default now(),
  -- When it was to go out by the caps, whatever became of it.
  send_at timestamptz not null,
  -- Not tried before: its turn, the wait after a try that failed, or the time for which one try holds it.
  try_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  -- Codes of the last failure, never the mail server's words: those often hold the address.
  problem text,
  sent_at timestamptz,
  parked_at timestamptz,
  -- Beyond the day's cap; never to go out.
  dropped_at timestamptz,
  check (num_nonnulls(sent_at, parked_at, dropped_at) <= 1),
  -- Links in mails open accounts: the words are kept as long as the mail waits, and not longer.
  check (num_nonnulls(subject, text_part, html_part) = case when sent_at is null and parked_at is null and dropped_at is null then 3 else 0 end),
  check (unsubscribe_url is null or (sent_at is null and parked_at is null and dropped_at is null)),
  check (address is not null or parked_at is not null)
);
create index outbox_mails_by_address on outbox_mails (address_key, send_at desc) where dropped_at is null;
create index outbox_mails_waiting on outbox_mails (try_at) where sent_at is null and parked_at is null and dropped_at is null;
create index outbox_mails_by_age on outbox_mails (created_at);
