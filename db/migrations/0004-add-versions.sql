-- Up Migration

-- When the author last changed title, slug, synopsis or tags; null: never since the story was made. updated_at
-- follows the chapters too, and a new chapter is no reason to refuse an edit of the synopsis.
alter table stories add column edited_at timestamptz;

-- The former texts of chapters, the last ones of each. They stay as the cleaner of their day made them, and are
-- cleaned again when they are looked at.
create table chapter_versions (
  id bigint generated always as identity primary key,
  chapter_id bigint not null references chapters on delete cascade,
  title text not null check (char_length(title) between 1 and 100),
  content text not null,
  cleaner_version integer not null,
  word_count integer not null check (word_count >= 0),
  saved_at timestamptz not null,
  replaced_at timestamptz not null
);
create index chapter_versions_by_chapter on chapter_versions (chapter_id, id desc);

-- So that a start finds at once whether an older cleaner made any.
create index chapters_by_cleaner on chapters (cleaner_version, id);

-- A story that is deleted lets go of its tags first. By the foreign key alone they would come after the author's and
-- all stories' counts, which everything else locks after the tags: two authors would wait for each other.
create function stories_let_go_of_tags() returns trigger language plpgsql as $$
begin
  delete from story_tags where story_id = old.id;
  return old;
end $$;
create trigger stories_let_go_of_tags before delete on stories
  for each row execute function stories_let_go_of_tags();
