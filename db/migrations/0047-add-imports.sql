-- Up Migration

-- Files that an author sent, and the stories found in them, until they are accepted. Rows live for a day.
create table imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'reading',
  created_at timestamptz not null default now(),
  -- The stories that it became, as JSON, so that a repeated acceptance gets the same answer.
  accepted_stories text,
  constraint imports_state_known check (state in ('reading', 'ready', 'failed', 'accepted'))
);
create index imports_by_account on imports (account_id);
create index imports_by_time on imports (created_at);

-- The bytes are there until the file was read. A reader renews its claim; after a kill it runs out.
create table import_files (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports (id) on delete cascade,
  position integer not null,
  name text not null,
  content bytea,
  claimed_until timestamptz,
  attempts integer not null default 0,
  -- The stories with their chapters and sections, without the texts, as JSON.
  stories text not null default '[]',
  problems text[] not null default '{}',
  cleaner_version integer,
  constraint import_files_name_length check (char_length(name) between 1 and 200)
);
create index import_files_by_import on import_files (import_id, position);

-- The texts, in parts at which chapters can be joined and parted.
create table import_sections (
  file_id bigint not null references import_files (id) on delete cascade,
  number integer not null,
  opening text not null,
  html text not null,
  primary key (file_id, number)
);
