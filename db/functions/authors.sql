-- Counts of authors and of the whole library. Sums of views, votes and trending follow by the job "sum-changed-rankings".

-- Adds listed stories to their authors' and to the library's totals; an author may be named several times. Locks the
-- authors in the order of their ids.
create or replace function count_listed_stories(author_ids bigint[], deltas integer[], listed integer, featured integer)
  returns void language plpgsql as $$
begin
  insert into author_stats (account_id)
    select distinct author_id from unnest(author_ids, deltas) as entry (author_id, delta) where delta > 0 order by 1
    on conflict do nothing;
  perform 1 from author_stats where account_id = any (author_ids) order by account_id for no key update;
  update author_stats set story_count = story_count + change.delta from (
    select author_id, sum(delta)::integer as delta from unnest(author_ids, deltas) as entry (author_id, delta)
    group by author_id having sum(delta) <> 0
  ) as change where account_id = author_id;
  if listed <> 0 or featured <> 0 then
    update story_totals set listed = story_totals.listed + count_listed_stories.listed,
      featured = story_totals.featured + count_listed_stories.featured;
  end if;
end $$;

create or replace function stories_count_in_totals() returns trigger language plpgsql as $$
declare
  story stories := coalesce(new, old);
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform count_listed_stories(array[story.author_id], array[sign], sign, case when story.featured_at is null then 0 else sign end);
  return null;
end $$;

create or replace trigger stories_count_in_totals after insert on stories
  for each row when (new.published_at is not null) execute function stories_count_in_totals();

create or replace trigger stories_count_in_totals_gone after delete on stories
  for each row when (old.published_at is not null) execute function stories_count_in_totals();

-- Counts authors that have a listed story, and canonical tags that do. Runs at the end of the transaction, when it takes no
-- further lock. Earlier, one transaction could lock the row of totals and wait for a tag while another locked the tag and
-- waited for the row.
create or replace function browse_totals_add() returns trigger language plpgsql as $$
declare
  added integer := case when tg_op <> 'DELETE' and new.story_count > 0 then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.story_count > 0 then 1 else 0 end;
begin
  update browse_totals set authors = authors + added;
  return null;
end $$;

-- The only definition of a tag that is in the lists of tags.
create or replace function tag_is_browsed(tag tags) returns boolean language sql immutable parallel safe
  as 'select tag.story_count > 0 and tag.canonical_id is null';

create or replace function browse_totals_add_tags() returns trigger language plpgsql as $$
declare
  added integer := case when tg_op <> 'DELETE' and tag_is_browsed(new) then 1 else 0 end
    - case when tg_op <> 'INSERT' and tag_is_browsed(old) then 1 else 0 end;
begin
  update browse_totals set tags = tags + added;
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
create constraint trigger tags_count after update of story_count, canonical_id on tags
  deferrable initially deferred for each row when (tag_is_browsed(old) <> tag_is_browsed(new))
  execute function browse_totals_add_tags();

drop trigger if exists tags_count_new on tags;
create constraint trigger tags_count_new after insert on tags
  deferrable initially deferred for each row when (tag_is_browsed(new)) execute function browse_totals_add_tags();

drop trigger if exists tags_count_gone on tags;
create constraint trigger tags_count_gone after delete on tags
  deferrable initially deferred for each row when (tag_is_browsed(old)) execute function browse_totals_add_tags();
