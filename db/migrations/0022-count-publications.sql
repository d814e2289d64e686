-- Up Migration

alter table stories
  validate constraint stories_waiting_for_check,
  validate constraint stories_waiting_unlisted,
  validate constraint stories_waiting_place;

-- How much an account has published today. One row an account, which goes with it; deleting a story changes nothing here.
create table publication_counts (
  account_id bigint primary key references accounts on delete cascade,
  -- The first publication that is counted; 24 hours later the counts begin anew.
  since timestamptz not null default now(),
  -- Stories with their first chapter, chapters, and stories made, with or without a chapter.
  story_count integer not null default 0 check (story_count >= 0),
  chapter_count integer not null default 0 check (chapter_count >= 0),
  created_count integer not null default 0 check (created_count >= 0)
);
