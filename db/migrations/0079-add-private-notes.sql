-- Up Migration

alter table stories validate constraint stories_comments_known;
alter table comments validate constraint comments_held_for_known;

-- Whether readers may write to the author about the story, in private.
alter table stories add column notes boolean not null default false;

-- A private conversation of a reader with the author of a story. Whoever leaves it no longer sees it, and takes their words along.
create table note_threads (
  id bigint primary key generated always as identity,
  story_id bigint not null references stories on delete cascade,
  sender_id bigint references accounts on delete set null,
  sender_name_id bigint references pen_names on delete set null,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  sender_left_at timestamptz,
  author_left_at timestamptz
);
create index note_threads_by_story on note_threads (story_id, last_at desc);
create index note_threads_by_sender on note_threads (sender_id, last_at desc);
create index note_threads_by_sender_name on note_threads (sender_name_id);

create table notes (
  id bigint primary key generated always as identity,
  thread_id bigint not null references note_threads on delete cascade,
  is_from_author boolean not null,
  content text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint notes_content_length check (char_length(content) <= 5000),
  constraint notes_deleted_without_text check ((deleted_at is null) = (content <> ''))
);
create index notes_by_thread on notes (thread_id, id);

-- A report of a private note is one of its writer, with the words that were reported: the staff see no others.
alter table reports add column quoted_note text;
