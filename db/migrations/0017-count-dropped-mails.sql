-- Up Migration

-- How many mails of a kind were dropped and are forgotten by now: with those that are still in the outbox, all there
-- ever were.
create table forgotten_mail_drops (
  kind text primary key,
  mails bigint not null check (mails > 0)
);
create index outbox_mails_dropped on outbox_mails (kind) where dropped_at is not null;
