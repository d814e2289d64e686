-- Up Migration

-- Requests of strangers that cause mail or make accounts, counted for the whole site. Those beyond the
-- total of an hour are carried over to the hours after it.
create table stranger_quota (
  bucket text primary key,
  -- The hour that `taken` counts from; what lies beyond the share of one hour belongs to the next one, and so on.
  hour timestamptz not null,
  taken integer not null check (taken >= 0),
  -- Since the table was made.
  queued bigint not null default 0 check (queued >= 0),
  refused bigint not null default 0 check (refused >= 0)
);
