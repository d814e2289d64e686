-- Tags count their listed stories, and story_tags carries its story's sort keys: a tag's list in any order is one index
-- scan.

-- A tag's trending is the sum of its listed stories' scores. It follows within seconds: a story's contribution to its
-- tags is in ranking_changes from its first change until the job "sum-changed-rankings", and equals the story's own
-- score otherwise. At every moment tags.trending = Σ counted_trending over the tag's listed stories.

-- A story's contribution to its tags. The caller has locked the story, otherwise the job could come in between.
create or replace function counted_trending(story_id bigint, trending double precision) returns double precision
  language plpgsql stable as $$
declare
  pending record;
begin
  select changes.counted_trending as score into pending from ranking_changes as changes
    where changes.story_id = counted_trending.story_id;
  return case when found then pending.score else trending end;
end $$;

-- Counts stories and scores that tags get or lose. Locks the tags in the order of their ids.
create or replace function tags_add_stories(
  tag_ids bigint[], deltas integer[], added double precision[], taken double precision[]
) returns void language plpgsql as $$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + change.delta,
    trending = case when change.taken is null then trending_added(tags.trending, change.added)
      else coalesce(trending_less(trending_added(tags.trending, change.added), change.taken), (
        select trending_sum(counted_trending(story_tags.story_id, story_tags.trending)) from story_tags
        where tag_id = tags.id and published_at is not null
      )) end
    from unnest(tag_ids, deltas, added, taken) as change (tag_id, delta, added, taken) where tags.id = change.tag_id;
end $$;

create or replace function story_tags_take_sort_keys() returns trigger language plpgsql as $$
begin
  select published_at, featured_at, trending, top, ranked_upvote_count
    into new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count
    from stories where id = new.story_id;
  return new;
end $$;

create or replace trigger story_tags_take_sort_keys before insert on story_tags
  for each row execute function story_tags_take_sort_keys();

create or replace function stories_copy_sort_keys() returns trigger language plpgsql as $$
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count
  where story_id = new.id;
  return null;
end $$;

create or replace trigger stories_copy_sort_keys after update on stories for each row
  when ((old.published_at, old.featured_at, old.trending, old.top, old.ranked_upvote_count)
    is distinct from (new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count))
  execute function stories_copy_sort_keys();

-- Counts stories that have entered or left the lists, with the scores that they had before, in their tags. Their copies in
-- story_tags are up to date (stories_copy_sort_keys).
create or replace function tags_count_listed(story_ids bigint[], are_listed boolean[], scores double precision[])
  returns void language plpgsql as $$
begin
  perform tags_add_stories(array_agg(tag_id), array_agg(delta), array_agg(added), array_agg(taken)) from (
    select tag_id, sum(case when is_listed then 1 else -1 end)::integer as delta,
      trending_sum(case when is_listed then score end) as added,
      trending_sum(case when not is_listed then score end) as taken
    from (
      select entry.story_id, is_listed,
        case when noted.story_id is null then score else noted.counted_trending end as score
      from unnest(story_ids, are_listed, scores) as entry (story_id, is_listed, score)
      left join ranking_changes as noted on noted.story_id = entry.story_id
    ) as entry join story_tags on story_tags.story_id = entry.story_id group by tag_id
  ) as counts having count(*) > 0;
end $$;

create or replace function story_tags_count_inserted() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (select story_id from inserted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(score), array_agg(null::double precision)) from (
    select tag_id, count(*)::integer as n, trending_sum(counted_trending(story_id, trending)) as score
    from inserted where published_at is not null group by tag_id
  ) as counts having count(*) > 0;
  return null;
end $$;

create or replace trigger story_tags_count_inserted after insert on story_tags
  referencing new table as inserted for each statement execute function story_tags_count_inserted();

create or replace function story_tags_count_deleted() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (select story_id from deleted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(null::double precision), array_agg(score)) from (
    select tag_id, -count(*)::integer as n, trending_sum(counted_trending(story_id, trending)) as score
    from deleted where published_at is not null group by tag_id
  ) as counts having count(*) > 0;
  return null;
end $$;

create or replace trigger story_tags_count_deleted after delete on story_tags
  referencing old table as deleted for each statement execute function story_tags_count_deleted();

-- Removes the tags of a story before the story. The foreign key alone would remove them after the author's and the
-- library's counts, which every other transaction locks after the tags: two authors would deadlock.
create or replace function stories_let_go_of_tags() returns trigger language plpgsql as $$
begin
  delete from story_tags where story_id = old.id;
  return old;
end $$;

create or replace trigger stories_let_go_of_tags before delete on stories
  for each row execute function stories_let_go_of_tags();
