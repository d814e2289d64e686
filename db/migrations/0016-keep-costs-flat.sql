-- Up Migration

-- All of it takes five seconds with 100,000 stories, a million chapters and 570,000 tags on them.

-- ── Indexes ───────────────────────────────────────────────────────────────────────────────────────────────
-- The chapters of some stories, for a word that is too common to ask the index of words.
create index search_chapters_by_story on search_chapters (story_id, chapter_id);
-- An author's best story.
create index stories_by_author_top on stories (author_id, top desc, ranked_upvote_count desc, id desc)
  where published_at is not null;
-- Which of some stories have a tag.
create index story_tags_by_tag on story_tags (tag_id, story_id);
-- Tags by their first letters, whatever the order of letters of the database.
create index tags_by_beginning on tags (key text_pattern_ops) where story_count > 0;

-- ── How many authors and tags have a listed story ─────────────────────────────────────────────────────────
-- In a row of its own, which is locked last of all, when a transaction ends: else two that take tags in one order and
-- this row in between could wait for each other.
create table browse_totals (
  one_row boolean primary key default true check (one_row),
  authors integer not null default 0 check (authors >= 0),
  tags integer not null default 0 check (tags >= 0)
);
insert into browse_totals (authors, tags) values (
  (select count(*) from author_stats where story_count > 0), (select count(*) from tags where story_count > 0)
);

create function browse_totals_add() returns trigger language plpgsql as $$
declare
  added integer := case when tg_op <> 'DELETE' and new.story_count > 0 then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.story_count > 0 then 1 else 0 end;
begin
  update browse_totals set authors = authors + case when tg_table_name = 'author_stats' then added else 0 end,
    tags = tags + case when tg_table_name = 'tags' then added else 0 end;
  return null;
end $$;
create constraint trigger author_stats_count_new after insert on author_stats
  deferrable initially deferred for each row when (new.story_count > 0) execute function browse_totals_add();
create constraint trigger author_stats_count_gone after delete on author_stats
  deferrable initially deferred for each row when (old.story_count > 0) execute function browse_totals_add();
create constraint trigger author_stats_count after update of story_count on author_stats
  deferrable initially deferred for each row when ((old.story_count > 0) <> (new.story_count > 0))
  execute function browse_totals_add();
create constraint trigger tags_count_new after insert on tags
  deferrable initially deferred for each row when (new.story_count > 0) execute function browse_totals_add();
create constraint trigger tags_count_gone after delete on tags
  deferrable initially deferred for each row when (old.story_count > 0) execute function browse_totals_add();
create constraint trigger tags_count after update of story_count on tags
  deferrable initially deferred for each row when ((old.story_count > 0) <> (new.story_count > 0))
  execute function browse_totals_add();

-- ── A tag's heat ──────────────────────────────────────────────────────────────────────────────────────────
-- The exact sum of what its listed stories have, but for what is noted and not yet added. At every moment:
-- tags.heat = Σ (stories.heat - ranking_changes.heat) over its listed stories. Both sides are exact, so what is added
-- can be taken away again to the last digit, and no sum is ever made anew.
alter table ranking_changes add column heat numeric not null default 0;

drop index tags_by_trending;
alter table tags drop column trending;
alter table tags
  add column heat numeric not null default 0 check (heat >= 0),
  add column trending double precision generated always as (trending_of(heat)) stored;
update tags set heat = sums.heat from (
  select tag_id, sum(stories.heat) as heat
  from story_tags join stories on stories.id = story_id where stories.published_at is not null group by tag_id
) as sums where tags.id = sums.tag_id;
create index tags_by_trending on tags (trending desc nulls last, id) where story_count > 0;

create or replace function stories_note_ranking_change() returns trigger language plpgsql as $$
begin
  insert into ranking_changes (story_id, heat) values (new.id, new.heat - old.heat)
    on conflict (story_id) do update set change_id = default, heat = ranking_changes.heat + excluded.heat;
  return null;
end $$;

drop function tags_add_story_counts(bigint[], integer[]);
create function tags_add_stories(tag_ids bigint[], deltas integer[], heats numeric[]) returns void
  language plpgsql as $$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta, heat = greatest(0, tags.heat + d.heat)
    from unnest(tag_ids, deltas, heats) as d (tag_id, delta, heat) where tags.id = d.tag_id;
end $$;

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

-- A story that is deleted lets go of its tags before: it is still there.
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
