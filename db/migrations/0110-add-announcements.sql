-- Up Migration

-- Announcements of the staff on every page, for a time. The latest revision is what is shown; the earlier ones are the log.
create table announcement_revisions (
  announcement_id integer not null check (announcement_id > 0),
  revision integer not null check (revision > 0),
  kind text not null check (kind in ('notice', 'maintenance')),
  -- Plain text with links as [words](address).
  text text not null check (char_length(text) between 1 and 400),
  starts_at timestamptz not null,
  -- An announcement that was called off ends when it starts.
  ends_at timestamptz not null check (ends_at >= starts_at),
  action text not null check (action in ('write', 'edit', 'end', 'undo')),
  actor_id bigint not null,
  actor_name text not null,
  changed_at timestamptz not null default now(),
  primary key (announcement_id, revision)
);
create index announcement_revisions_by_time on announcement_revisions (changed_at desc, announcement_id, revision);
