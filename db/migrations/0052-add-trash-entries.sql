-- Up Migration

-- The trash: one row for each story and chapter with trashed_at, which the triggers of db/functions/trash.sql add and
-- remove. It gives stories and chapters ids from one series; everything else follows from their own rows.
create table trash_entries (
  id bigint primary key generated always as identity,
  story_id bigint not null references stories on delete cascade,
  -- Null: the story itself.
  chapter_id bigint references chapters on delete cascade,
  constraint trash_entries_once unique nulls not distinct (story_id, chapter_id)
);
create index trash_entries_by_chapter on trash_entries (chapter_id);
