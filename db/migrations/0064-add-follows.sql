-- Up Migration

-- The things whose news a reader follows: each row is one story, series, pen name, tag, reading list or filter. What is
-- new follows from these rows and the chapters; nothing of it is stored. mailed_from and mailed_until are the time whose
-- news has been mailed.
create table follows (
  id bigint primary key generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  story_id bigint references stories on delete cascade,
  series_id bigint references series on delete cascade,
  author_id bigint references pen_names on delete cascade,
  tag_id bigint references tags on delete cascade,
  list_id bigint references shelves on delete cascade,
  query text,
  mail text not null default 'none' check (mail in ('none', 'now', 'daily', 'weekly')),
  mail_key uuid not null default gen_random_uuid(),
  mailed_from timestamptz,
  mailed_until timestamptz,
  followed_at timestamptz not null default now(),
  constraint follows_one_kind check (num_nonnulls(story_id, series_id, author_id, tag_id, list_id, query) = 1),
  constraint follows_query_length check (char_length(query) between 1 and 3000),
  constraint follows_mailed check (mail = 'none' or (mailed_from is not null and mailed_until >= mailed_from))
);
create unique index follows_once
  on follows (account_id, story_id, series_id, author_id, tag_id, list_id, md5(query)) nulls not distinct;
create unique index follows_by_mail_key on follows (mail_key);
create index follows_by_story on follows (story_id) where story_id is not null;
create index follows_by_series on follows (series_id) where series_id is not null;
create index follows_by_author on follows (author_id) where author_id is not null;
create index follows_by_tag on follows (tag_id) where tag_id is not null;
create index follows_by_list on follows (list_id) where list_id is not null;
create index follows_filters on follows (mail, account_id) where query is not null;

-- An account's choices for all that it follows. Everything that was new until read_until has been read.
create table follow_settings (
  account_id bigint primary key references accounts on delete cascade,
  read_until timestamptz,
  titles_chosen_at timestamptz,
  mail_key uuid not null default gen_random_uuid()
);
create unique index follow_settings_by_mail_key on follow_settings (mail_key);

-- How far a reader has read a followed story: the chapters published until read_until, and those up to a chapter that were
-- published until chapter_read_until.
create table follow_reads (
  account_id bigint not null references accounts on delete cascade,
  story_id bigint not null references stories on delete cascade,
  read_until timestamptz,
  chapter_id bigint references chapters on delete set null,
  chapter_read_until timestamptz,
  primary key (account_id, story_id)
);
create index follow_reads_by_story on follow_reads (story_id);
create index follow_reads_by_chapter on follow_reads (chapter_id) where chapter_id is not null;

-- The time whose news has been mailed to everybody who wants mail this often.
create table follow_mail_runs (
  mail text primary key check (mail in ('now', 'daily', 'weekly')),
  mailed_until timestamptz not null
);

create index if not exists stories_by_updated on stories (updated_at desc, id desc);
create index if not exists shelf_stories_by_time on shelf_stories (added_at);
