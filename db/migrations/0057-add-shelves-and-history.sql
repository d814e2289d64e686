-- Up Migration

-- What a reader keeps about a story, for nobody else: how far they are, a rating, a note and tags. One row for each account
-- and story, so that a story has one state however many shelves it is on. A row that says nothing is deleted.
create table shelf_marks (
  account_id bigint not null references accounts on delete cascade,
  story_id bigint not null references stories on delete cascade,
  state text check (state in ('to_read', 'reading', 'finished', 'set_aside')),
  state_at timestamptz,
  rating smallint check (rating between 1 and 5),
  note text not null default '',
  tags text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (account_id, story_id),
  constraint shelf_marks_state_has_time check ((state is null) = (state_at is null)),
  constraint shelf_marks_note_length check (char_length(note) <= 2000),
  constraint shelf_marks_tags_number check (cardinality(tags) <= 20)
);
create index shelf_marks_by_state on shelf_marks (account_id, state, state_at) where state is not null;
create index shelf_marks_by_story on shelf_marks (story_id);

-- The shelves that readers make themselves; those of the states and the bookmarks follow from other rows. author_id is the
-- pen name of a published list, without a foreign key, as in series; a private shelf keeps the last one.
create table shelves (
  id bigint primary key generated always as identity,
  owner_id bigint not null references accounts on delete cascade,
  author_id bigint,
  slug text not null unique,
  title text not null,
  synopsis text not null default '',
  visibility text not null default 'private' check (visibility in ('private', 'public', 'link')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shelves_slug_length check (char_length(slug) <= 100),
  constraint shelves_title_length check (char_length(title) between 1 and 100),
  constraint shelves_synopsis_length check (char_length(synopsis) <= 2000),
  constraint shelves_published_under_a_name check (visibility = 'private' or author_id is not null)
);
create index shelves_by_owner on shelves (owner_id, id);
create index shelves_by_author on shelves (author_id) where visibility <> 'private';

-- The note is the one that readers of a published list see; it is never that of shelf_marks.
create table shelf_stories (
  shelf_id bigint not null references shelves on delete cascade,
  story_id bigint not null references stories on delete cascade,
  position integer not null,
  note text not null default '',
  added_at timestamptz not null default now(),
  primary key (shelf_id, story_id),
  constraint shelf_stories_note_length check (char_length(note) <= 2000)
);
create index shelf_stories_by_story on shelf_stories (story_id);

-- Accounts that keep their reading history here; without a row nothing is kept.
create table history_choices (
  account_id bigint primary key references accounts on delete cascade,
  clear_after_days smallint check (clear_after_days in (7, 30, 90)),
  chosen_at timestamptz not null default now()
);

create table history_entries (
  account_id bigint not null references accounts on delete cascade,
  chapter_id bigint not null references chapters on delete cascade,
  opened_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, chapter_id)
);
create index history_entries_by_time on history_entries (account_id, opened_at);
create index history_entries_by_chapter on history_entries (chapter_id);
