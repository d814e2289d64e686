-- Tags count their listed stories, and story_tags carries its story's sort keys: a tag's list in any order is one index
-- scan.

-- Adds to tags, locked in the order of their ids.
create or replace function tags_add_stories(tag_ids bigint[], deltas integer[], heats numeric[]) returns void
  language plpgsql as $$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta, heat = greatest(0, tags.heat + d.heat)
    from unnest(tag_ids, deltas, heats) as d (tag_id, delta, heat) where tags.id = d.tag_id;
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
declare
  side integer := case when new.published_at is null then -1 else 1 end;
  noted numeric;
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count
  where story_id = new.id;
  if (old.published_at is null) <> (new.published_at is null) then
    -- What this very change does to the heat is noted after this, so it is not counted here.
    select heat into noted from ranking_changes where story_id = new.id;
    perform tags_add_stories(array_agg(tag_id), array_agg(side), array_agg(side * (old.heat - coalesce(noted, 0))))
      from story_tags where story_id = new.id having count(*) > 0;
  end if;
  return null;
end $$;

create or replace trigger stories_copy_sort_keys after update on stories for each row
  when ((old.published_at, old.featured_at, old.trending, old.top, old.ranked_upvote_count)
    is distinct from (new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count))
  execute function stories_copy_sort_keys();

create or replace function story_tags_count_inserted() returns trigger language plpgsql as $$
begin
  -- Whoever adds what is noted holds the story: nobody may do so between the question and the answer.
  perform 1 from stories where id in (select story_id from inserted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(heat)) from (
    select tag_id, count(*)::integer as n, sum(stories.heat - coalesce(noted.heat, 0)) as heat
    from inserted join stories on stories.id = inserted.story_id
    left join ranking_changes as noted on noted.story_id = stories.id
    where inserted.published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $$;

create or replace trigger story_tags_count_inserted after insert on story_tags
  referencing new table as inserted for each statement execute function story_tags_count_inserted();

-- A deleted story loses its tags first (stories_let_go_of_tags), so it is still there.
create or replace function story_tags_count_deleted() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (select story_id from deleted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(heat)) from (
    select tag_id, -count(*)::integer as n, sum(coalesce(noted.heat, 0) - stories.heat) as heat
    from deleted join stories on stories.id = deleted.story_id
    left join ranking_changes as noted on noted.story_id = stories.id
    where deleted.published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $$;

create or replace trigger story_tags_count_deleted after delete on story_tags
  referencing old table as deleted for each statement execute function story_tags_count_deleted();

-- Removes the tags of a story before the story. By the foreign key alone they would go after the author's and the
-- library's counts, which every other transaction locks after the tags: two authors would wait for each other.
create or replace function stories_let_go_of_tags() returns trigger language plpgsql as $$
begin
  delete from story_tags where story_id = old.id;
  return old;
end $$;

create or replace trigger stories_let_go_of_tags before delete on stories
  for each row execute function stories_let_go_of_tags();
