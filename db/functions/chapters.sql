-- The publication of chapters, and their effects on their stories.

-- The only definition of a chapter that a story's readers find.
create or replace function chapter_is_readable(chapter chapters) returns boolean language sql immutable parallel safe
  return chapter.state = 'published' and chapter.trashed_at is null;

-- Whether a chapter is one of its story's chapters and words. Notices are not.
create or replace function chapter_is_counted(chapter chapters) returns boolean language sql immutable parallel safe
  return chapter_is_readable(chapter) and chapter.kind <> 'notice';

-- When readers could first find a chapter. A published one without a time is older than the column, unless its story is
-- a draft.
create or replace function chapter_published_at(chapter chapters) returns timestamptz language sql stable parallel safe
  return case when chapter.state = 'published' and chapter.published_at is null
    and (select visibility <> 'draft' from stories where id = chapter.story_id) then chapter.created_at
    else chapter.published_at end;

-- Keeps the time of the first publication. The chapters of a draft are published with it (stories_publish_chapters).
create or replace function chapters_note_publication() returns trigger language plpgsql as $$
declare
  was_published boolean := tg_op = 'UPDATE' and old.state = 'published';
begin
  if new.published_at is not null or (new.state = 'published') = was_published then return new; end if;
  if (select visibility = 'draft' from stories where id = new.story_id) then return new; end if;
  -- A published chapter without a time is older than the column, and was published when it was created. The clock's time
  -- differs between chapters that are published together: an equal one could link two pen names.
  new.published_at := case when tg_op = 'INSERT' or was_published then new.created_at else clock_timestamp() end;
  return new;
end $$;

create or replace trigger chapters_note_publication before insert or update of state on chapters
  for each row execute function chapters_note_publication();

-- Counts chapters and words. The first chapter gives its story its place in the lists, unless the story is not listed
-- for another reason; a story that loses its last one loses its place and waits no longer.
create or replace function chapters_count_in_story() returns trigger language plpgsql as $$
declare
  was_counted boolean := tg_op <> 'INSERT' and chapter_is_counted(old);
  is_counted boolean := tg_op <> 'DELETE' and chapter_is_counted(new);
  was_readable boolean := tg_op <> 'INSERT' and chapter_is_readable(old);
  is_readable boolean := tg_op <> 'DELETE' and chapter_is_readable(new);
  story bigint := coalesce(new.story_id, old.story_id);
  is_emptied boolean := was_counted and not is_counted and not exists (
    select from chapters where story_id = story and state <> 'draft' and trashed_at is null and kind <> 'notice');
  -- Unpublished text leaves no trace in the story.
  changed_at timestamptz := case
    when not was_readable and not is_readable then null
    when tg_op = 'UPDATE' and was_readable <> is_readable then clock_timestamp()
    else coalesce(new.updated_at, now()) end;
begin
  if not (was_counted or is_counted) and changed_at is null then return null; end if;
  update stories set
    chapter_count = chapter_count + is_counted::integer - was_counted::integer,
    word_count = word_count + case when is_counted then new.word_count else 0 end
      - case when was_counted then old.word_count else 0 end,
    listed_since = case when is_counted and chapter_count = 0 and visibility in ('public', 'members')
      and waiting_since is null then new.published_at else listed_since end,
    waiting_since = case when not is_emptied then waiting_since end,
    waiting_for = case when not is_emptied then waiting_for end,
    updated_at = greatest(updated_at, changed_at)
  where id = story;
  return null;
end $$;

create or replace trigger chapters_count_in_story
  after insert or delete or update of word_count, updated_at, state, kind, trashed_at on chapters
  for each row execute function chapters_count_in_story();

-- Runs after chapters_count_in_story, by the order of their names: that trigger locks the story, as a reading report
-- does before it writes to chapter_reads.
create or replace function chapters_drop_reads() returns trigger language plpgsql as $$
begin
  delete from chapter_reads where chapter_id = old.id;
  return null;
end $$;

create or replace trigger chapters_drop_reads after delete on chapters for each row execute function chapters_drop_reads();
