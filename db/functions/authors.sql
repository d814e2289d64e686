-- Counts of authors and of the whole library. Sums of views, votes and trending follow by the job "sum-changed-rankings".

-- Counts a story in its author's and in the library's totals while it is listed. The story may move to another pen name.
create or replace function stories_count_in_totals() returns trigger language plpgsql as $$
declare
  was_listed integer := case when tg_op <> 'INSERT' and old.published_at is not null then 1 else 0 end;
  is_listed integer := case when tg_op <> 'DELETE' and new.published_at is not null then 1 else 0 end;
  was_featured integer := case when was_listed = 1 and old.featured_at is not null then 1 else 0 end;
  is_featured integer := case when is_listed = 1 and new.featured_at is not null then 1 else 0 end;
  is_moved boolean := tg_op = 'UPDATE' and old.author_id <> new.author_id;
begin
  if was_listed <> is_listed or is_moved then
    -- The sums of authors lock in id order too.
    if is_moved then
      perform 1 from author_stats where account_id in (old.author_id, new.author_id) order by account_id for no key update;
    end if;
    if was_listed = 1 then
      update author_stats set story_count = story_count - 1 where account_id = old.author_id;
    end if;
    if is_listed = 1 then
      insert into author_stats (account_id, story_count) values (new.author_id, 1)
        on conflict (account_id) do update set story_count = author_stats.story_count + 1;
    end if;
  end if;
  if was_listed <> is_listed or was_featured <> is_featured then
    update story_totals set listed = listed + is_listed - was_listed, featured = featured + is_featured - was_featured;
  end if;
  return null;
end $$;

create or replace trigger stories_count_in_totals after insert or delete on stories
  for each row execute function stories_count_in_totals();

-- No list of columns: a trigger before the update changes published_at, which no statement sets.
create or replace trigger stories_count_in_totals_changed after update on stories for each row
  when ((old.author_id, old.published_at, old.featured_at)
    is distinct from (new.author_id, new.published_at, new.featured_at))
  execute function stories_count_in_totals();

-- Counts authors and tags that have a listed story. Runs at the end of the transaction, when it takes no further lock.
-- Earlier, one transaction could lock the row of totals and wait for a tag while another locked the tag and waited for
-- the row.
create or replace function browse_totals_add() returns trigger language plpgsql as $$
declare
  added integer := case when tg_op <> 'DELETE' and new.story_count > 0 then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.story_count > 0 then 1 else 0 end;
begin
  update browse_totals set authors = authors + case when tg_table_name = 'author_stats' then added else 0 end,
    tags = tags + case when tg_table_name = 'tags' then added else 0 end;
  return null;
end $$;

drop trigger if exists author_stats_count on author_stats;
create constraint trigger author_stats_count after update of story_count on author_stats
  deferrable initially deferred for each row when ((old.story_count > 0) <> (new.story_count > 0))
  execute function browse_totals_add();

drop trigger if exists author_stats_count_new on author_stats;
create constraint trigger author_stats_count_new after insert on author_stats
  deferrable initially deferred for each row when (new.story_count > 0) execute function browse_totals_add();

drop trigger if exists author_stats_count_gone on author_stats;
create constraint trigger author_stats_count_gone after delete on author_stats
  deferrable initially deferred for each row when (old.story_count > 0) execute function browse_totals_add();

drop trigger if exists tags_count on tags;
create constraint trigger tags_count after update of story_count on tags
  deferrable initially deferred for each row when ((old.story_count > 0) <> (new.story_count > 0))
  execute function browse_totals_add();

drop trigger if exists tags_count_new on tags;
create constraint trigger tags_count_new after insert on tags
  deferrable initially deferred for each row when (new.story_count > 0) execute function browse_totals_add();

drop trigger if exists tags_count_gone on tags;
create constraint trigger tags_count_gone after delete on tags
  deferrable initially deferred for each row when (old.story_count > 0) execute function browse_totals_add();
