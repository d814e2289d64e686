-- The effects of a chapter on its story.

-- Counts chapters and words. The first chapter lists its story, unless the story is waiting or withheld; deleting the
-- last one takes it off the lists and ends its waiting.
create or replace function chapters_count_in_story() returns trigger language plpgsql as $$
declare
  story bigint := coalesce(new.story_id, old.story_id);
begin
  update stories set
    chapter_count = chapter_count + (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end),
    word_count = word_count + coalesce(new.word_count, 0) - coalesce(old.word_count, 0),
    first_published_at = case when tg_op = 'INSERT' and chapter_count = 0
      then coalesce(first_published_at, new.created_at) else first_published_at end,
    (published_at, withheld_published_at) = (
      select case when withheld_at is null then here end, case when withheld_at is not null then here end
      from (select case
        when waiting_since is not null then null
        when tg_op = 'INSERT' and chapter_count = 0 then new.created_at
        when tg_op = 'DELETE' and chapter_count = 1 then null
        else coalesce(published_at, withheld_published_at) end as here) as one),
    (waiting_since, waiting_for, waiting_published_at) = (
      select case when stays then waiting_since end, case when stays then waiting_for end,
        case when stays then waiting_published_at end
      from (select not (tg_op = 'DELETE' and chapter_count = 1) as stays) as one),
    updated_at = greatest(updated_at, coalesce(new.updated_at, now()))
  where id = story;
  return null;
end $$;

create or replace trigger chapters_count_in_story after insert or delete or update of word_count, updated_at on chapters
  for each row execute function chapters_count_in_story();

-- Runs after chapters_count_in_story, by the order of their names: that trigger locks the story, as a reading report
-- does before it writes to chapter_reads.
create or replace function chapters_drop_reads() returns trigger language plpgsql as $$
begin
  delete from chapter_reads where chapter_id = old.id;
  return null;
end $$;

create or replace trigger chapters_drop_reads after delete on chapters for each row execute function chapters_drop_reads();
