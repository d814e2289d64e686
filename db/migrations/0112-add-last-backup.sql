-- Up Migration

-- The newest backup that was completed, for the operator's overview. The time is that of its snapshot.
create table last_backup (
  one_row boolean primary key default true check (one_row),
  made_at timestamptz not null,
  bytes bigint not null check (bytes > 0)
);
