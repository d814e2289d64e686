-- Up Migration

-- The items of an account's inbox: one row for each cause, without a text. Titles, names and numbers are read from
-- the cause whenever the inbox is shown, and the row goes with it.
create table inbox_items (
  id bigint primary key generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('comment', 'reply', 'thanks', 'decision', 'followers', 'note', 'correction')),
  -- The pen name whose doing it is: of thanks the default one, which nobody is shown. Null for the site and for guests.
  by_id bigint references pen_names on delete cascade,
  -- What it is about.
  story_id bigint references stories on delete cascade,
  author_id bigint references pen_names on delete cascade,
  series_id bigint references series on delete cascade,
  list_id bigint references shelves on delete cascade,
  -- Its cause.
  comment_id bigint references comments on delete cascade,
  entry_id bigint references moderation_entries on delete cascade,
  correction_id bigint references corrections on delete cascade,
  -- Its foreign key comes with the table of notes.
  note_id bigint,
  follower_count integer,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  constraint inbox_items_one_cause check (num_nonnulls(comment_id, entry_id, correction_id, note_id, follower_count) = 1)
);
create unique index inbox_items_once on inbox_items (account_id, kind, comment_id, entry_id, correction_id, note_id,
  follower_count, by_id, story_id, author_id, series_id, list_id) nulls not distinct;
create index inbox_items_by_account on inbox_items (account_id, id desc);
create index inbox_items_unread on inbox_items (account_id, id desc) where read_at is null;
create index inbox_items_by_writer on inbox_items (by_id) where by_id is not null;
create index inbox_items_by_story on inbox_items (story_id) where story_id is not null;
create index inbox_items_by_author on inbox_items (author_id) where author_id is not null;
create index inbox_items_by_series on inbox_items (series_id) where series_id is not null;
create index inbox_items_by_list on inbox_items (list_id) where list_id is not null;
create index inbox_items_by_comment on inbox_items (comment_id) where comment_id is not null;
create index inbox_items_by_entry on inbox_items (entry_id) where entry_id is not null;
create index inbox_items_by_correction on inbox_items (correction_id) where correction_id is not null;
create index inbox_items_by_note on inbox_items (note_id) where note_id is not null;

-- An account's choices about its inbox: the kinds that it does not want, and how often unread items are mailed.
create table inbox_settings (
  account_id bigint primary key references accounts on delete cascade,
  muted_kinds text[] not null default '{}',
  mail text not null default 'none' check (mail in ('none', 'daily', 'weekly')),
  titles_chosen_at timestamptz,
  mail_key uuid not null default gen_random_uuid(),
  -- The time whose items have been mailed.
  mailed_until timestamptz,
  constraint inbox_settings_mailed check (mail = 'none' or mailed_until is not null)
);
create unique index inbox_settings_by_mail_key on inbox_settings (mail_key);
create index inbox_settings_to_mail on inbox_settings (mail, mailed_until) where mail <> 'none';
