-- The publication of chapters, and their effects on their stories.

-- The only definition of a chapter that a story's readers find.
create or replace function chapter_is_readable(state text, trashed_at timestamptz) returns boolean
  language sql immutable parallel safe
  return state = 'published' and trashed_at is null;

create or replace function chapter_is_readable(chapter chapters) returns boolean language sql immutable parallel safe
  as 'select chapter_is_readable(chapter.state, chapter.trashed_at)';

-- Whether a chapter is one of its story's chapters and words. Notices are not.
create or replace function chapter_is_counted(state text, trashed_at timestamptz, kind text) returns boolean
  language sql immutable parallel safe
  return chapter_is_readable(state, trashed_at) and kind <> 'notice';

-- When readers could first find a chapter. A published one without a time is older than the column, unless its story is
-- a draft.
create or replace function chapter_published_at(chapter chapters) returns timestamptz language sql stable parallel safe
  as $$
    select case when chapter.state = 'published' and chapter.published_at is null
      and (select visibility <> 'draft' from stories where id = chapter.story_id) then chapter.created_at
      else chapter.published_at end
  $$;

-- Keeps the time of the first publication. The chapters of a draft are published with it (stories_publish_chapters).
create or replace function chapters_note_publication() returns trigger language plpgsql as $$
declare
  was_published boolean := tg_op = 'UPDATE' and old.state = 'published';
begin
  if new.published_at is not null or (new.state = 'published') = was_published then return new; end if;
  if (select visibility = 'draft' from stories where id = new.story_id) then return new; end if;
  -- A published chapter without a time is older than the column, and was published when it was created. A scheduled one
  -- that is late was published at its time. The part of a second is the clock's or random: times that are equal for
  -- chapters published together could link two pen names.
  new.published_at := case when tg_op = 'INSERT' or was_published then new.created_at
    else least(clock_timestamp(), old.publish_at + random() * interval '1 second') end;
  -- Mails about what was new at its time may have gone out. They end a minute ago, so half a minute by chance does no harm.
  if tg_op = 'UPDATE' and old.publish_at < clock_timestamp() - interval '30 seconds' then
    new.late_at := clock_timestamp() - random() * interval '30 seconds';
  end if;
  return new;
end $$;

create or replace trigger chapters_note_publication before insert or update of state on chapters
  for each row execute function chapters_note_publication();

-- When readers could first find the latest of a story's chapters.
create or replace function story_last_chapter_at(id bigint) returns timestamptz language sql stable
  as 'select max(chapter_published_at(chapters)) from chapters
    where story_id = story_last_chapter_at.id and chapter_is_counted(state, trashed_at, kind)';

-- Adds changes of chapters to their stories, each story once; `listed_from` is null for a chapter that is not counted. The
-- first chapter gives its story its place in the lists, unless the story is not listed for another reason; a story that
-- loses its last one loses its place and waits no longer. The time of the latest chapter is read again, because a chapter
-- may leave.
create or replace function stories_add_chapters(
  story_ids bigint[], chapters integer[], words integer[], listed_from timestamptz[], times timestamptz[]
) returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set
    chapter_count = chapter_count + change.chapters,
    word_count = word_count + change.words,
    listed_since = case when chapter_count = 0 and visibility in ('public', 'members') and waiting_since is null
      then coalesce(change.listed_from, listed_since) else listed_since end,
    waiting_since = case when not change.is_emptied then waiting_since end,
    waiting_for = case when not change.is_emptied then waiting_for end,
    last_chapter_at = story_last_chapter_at(stories.id),
    updated_at = greatest(updated_at, change.changed_at)
  from (
    select story_id, sum(entry.chapters)::integer as chapters, sum(entry.words)::integer as words,
      min(entry.listed_from) as listed_from, max(entry.changed_at) as changed_at,
      bool_or(entry.chapters < 0) and not exists (select from chapters as other where other.story_id = entry.story_id
        and other.state <> 'draft' and other.trashed_at is null and other.kind <> 'notice') as is_emptied
    from unnest(story_ids, stories_add_chapters.chapters, stories_add_chapters.words, stories_add_chapters.listed_from, times)
      as entry (story_id, chapters, words, listed_from, changed_at)
    group by story_id
  ) as change
  where stories.id = change.story_id;
end $$;

-- Once for all chapters of a statement: publishing hundreds together changes each story, and what follows from it, once.
-- A chapter that readers find neither before nor after leaves no trace in its story. A story is as new as it was when the
-- time of a chapter stays: then its words were only counted again.
create or replace function chapters_count_in_story() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform stories_add_chapters(array_agg(story_id), array_agg(is_counted::integer),
      array_agg(case when is_counted then word_count else 0 end), array_agg(case when is_counted then published_at end),
      array_agg(coalesce(updated_at, now())))
    from (select *, chapter_is_counted(state, trashed_at, kind) as is_counted from after_rows
      where chapter_is_readable(state, trashed_at)) as chapter having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform stories_add_chapters(array_agg(story_id), array_agg(-is_counted::integer),
      array_agg(case when is_counted then -word_count else 0 end), array_agg(null::timestamptz), array_agg(now()))
    from (select *, chapter_is_counted(state, trashed_at, kind) as is_counted from before_rows
      where chapter_is_readable(state, trashed_at)) as chapter having count(*) > 0;
  else
    -- A full join, because that is hashed: the plan stays the first one's, which may have seen a single row.
    perform stories_add_chapters(array_agg(story_id), array_agg(is_counted::integer - was_counted::integer),
      array_agg(case when is_counted then words else 0 end - case when was_counted then old_words else 0 end),
      array_agg(case when is_counted then published_at end),
      array_agg(case when was_readable = is_readable then nullif(updated_at, old_updated_at)
        when was_scheduled and first_time is null then coalesce(published_at, clock_timestamp()) else clock_timestamp() end))
    from (
      select later.story_id, later.updated_at, later.published_at, later.word_count as words, earlier.word_count as old_words,
        earlier.updated_at as old_updated_at, earlier.published_at as first_time, earlier.state = 'scheduled' as was_scheduled,
        chapter_is_readable(earlier.state, earlier.trashed_at) as was_readable,
        chapter_is_readable(later.state, later.trashed_at) as is_readable,
        chapter_is_counted(earlier.state, earlier.trashed_at, earlier.kind) as was_counted,
        chapter_is_counted(later.state, later.trashed_at, later.kind) as is_counted
      from before_rows as earlier full join after_rows as later using (id)
      where (earlier.word_count, earlier.updated_at, earlier.state, earlier.kind, earlier.trashed_at, earlier.published_at)
        is distinct from (later.word_count, later.updated_at, later.state, later.kind, later.trashed_at, later.published_at)
    ) as chapter where was_readable or is_readable having count(*) > 0;
  end if;
  return null;
end $$;

create or replace trigger chapters_count_in_story after update on chapters
  referencing old table as before_rows new table as after_rows for each statement execute function chapters_count_in_story();

create or replace trigger chapters_count_in_story_gone after delete on chapters
  referencing old table as before_rows for each statement execute function chapters_count_in_story();

create or replace trigger chapters_count_in_story_new after insert on chapters
  referencing new table as after_rows for each statement execute function chapters_count_in_story();

-- Runs after chapters_count_in_story_gone, by the order of their names: that trigger locks the story, as a reading report
-- does before it writes to chapter_reads.
create or replace function chapters_drop_reads() returns trigger language plpgsql as $$
begin
  delete from chapter_reads where chapter_id in (select id from before_rows);
  return null;
end $$;

create or replace trigger chapters_drop_reads after delete on chapters
  referencing old table as before_rows for each statement execute function chapters_drop_reads();

-- The warnings, in the order of every answer; the contract of stories has the same names.
create or replace function content_warnings() returns text[] language sql immutable parallel safe
  return '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}'::text[];

-- Collects the warnings of these stories' chapters again. The lock comes first: chapters that change at the same time see
-- each other.
create or replace function stories_collect_warnings(story_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set chapter_warnings = carried.warnings
  from (
    select story.id, array(select known.name from unnest(content_warnings()) with ordinality as known (name, place)
      where exists (select from chapters where story_id = story.id and chapter_is_readable(state, trashed_at)
        and known.name = any (coalesce(chapters.warnings, '{}') || chapters.staff_warnings))
      order by place) as warnings
    from unnest(story_ids) as story (id) group by story.id
  ) as carried
  where stories.id = carried.id and chapter_warnings <> carried.warnings;
end $$;

-- Once for all chapters of a statement, and only for those with warnings: most have none, and cost nothing.
create or replace function chapters_warn_in_story() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct story_id) into changed from after_rows
      where (warnings is not null or staff_warnings <> '{}') and chapter_is_readable(state, trashed_at);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct story_id) into changed from before_rows
      where (warnings is not null or staff_warnings <> '{}') and chapter_is_readable(state, trashed_at);
  else
    -- A full join, because that is hashed: the plan stays the first one's, which may have seen a single row.
    select array_agg(distinct later.story_id) into changed
      from before_rows as earlier full join after_rows as later using (id)
      where (earlier.warnings is not null or later.warnings is not null or earlier.staff_warnings <> later.staff_warnings
          or later.staff_warnings <> '{}')
        and (earlier.warnings, earlier.staff_warnings, chapter_is_readable(earlier.state, earlier.trashed_at))
          is distinct from (later.warnings, later.staff_warnings, chapter_is_readable(later.state, later.trashed_at));
  end if;
  if changed is not null then perform stories_collect_warnings(changed); end if;
  return null;
end $$;

create or replace trigger chapters_warn_in_story after update on chapters
  referencing old table as before_rows new table as after_rows for each statement execute function chapters_warn_in_story();

create or replace trigger chapters_warn_in_story_gone after delete on chapters
  referencing old table as before_rows for each statement execute function chapters_warn_in_story();

create or replace trigger chapters_warn_in_story_new after insert on chapters
  referencing new table as after_rows for each statement execute function chapters_warn_in_story();
