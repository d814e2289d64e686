-- Up Migration

-- Every change of a setting that admins make on the site. The latest revision of a setting is its value; nothing else
-- stores it.
create table setting_changes (
  setting text not null check (setting ~ '^[a-z_]+$'),
  revision integer not null check (revision > 0),
  -- Null: back to the value of the environment or of the release.
  value text check (char_length(value) between 1 and 60000),
  actor_id bigint not null,
  actor_name text not null,
  changed_at timestamptz not null default now(),
  primary key (setting, revision)
);
create index setting_changes_by_time on setting_changes (changed_at desc, setting, revision);
