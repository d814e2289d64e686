-- Up Migration

-- Trending without the exact sum beside it (docs/decisions/0093). No row is rewritten: a generated column that becomes a plain
-- one keeps its values, which already are the logarithms, and a column that goes is only forgotten.
alter table stories alter column trending drop expression;
alter table tags alter column trending drop expression;

-- The part of a story's trending that comes from views and completed reads, which have no rows of their own. Of those before
-- this migration it knows nothing; that shows only when nearly all votes on a story are taken back.
alter table stories add column anonymous_trending double precision;

-- The score that the tags of a noted story have of it. Few rows: the job empties the table every minute.
alter table ranking_changes add column counted_trending double precision;
update ranking_changes set counted_trending = trending_of(stories.heat - ranking_changes.heat)
  from stories where stories.id = story_id;

-- The functions that used what goes below. From now on their text stands in db/functions.
create or replace function trending_of(weight double precision, happened_at timestamptz) returns double precision
  language sql immutable parallel safe
  return case when weight > 0 then
    ln(weight) / ln(2::double precision)
      + extract(epoch from happened_at)::double precision / trending_half_life_seconds() end;

create or replace function trending_less(total double precision, part double precision)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  rest double precision := case when part < total then 1 - power(2::double precision, greatest(part - total, -60)) else 0 end;
begin
  return case when rest >= 1.0 / 16 then total + ln(rest) / ln(2::double precision) end;
end $$;

create or replace function story_trending_after(story stories, added double precision, taken double precision)
  returns double precision language plpgsql as $$
declare
  total double precision := trending_added(story.trending, added);
begin
  if taken is null then return total; end if;
  return coalesce(trending_less(total, taken), (
    select trending_sum(score) from (
      select story.anonymous_trending as score
      union all
      select trending_of(act_weight('upvote'), voted_at) from votes
        where story_id = story.id and value = 1 and ranked_at is not null
      union all
      select trending_of(act_weight('bookmark'), bookmarked_at) from bookmarks
        where story_id = story.id and ranked_at is not null
    ) as scores
  ));
end $$;

create or replace function stories_add_votes(
  story_ids bigint[], vote_values integer[], are_ranked boolean[], times timestamptz[], sides integer[]
) returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set
    upvote_count = upvote_count + d.up,
    downvote_count = downvote_count + d.down,
    ranked_upvote_count = ranked_upvote_count + d.ranked_up,
    ranked_downvote_count = ranked_downvote_count + d.ranked_down,
    trending = story_trending_after(stories, d.added, d.taken)
  from (
    select story_id, sum(up)::integer as up, sum(down)::integer as down,
      sum(ranked_up)::integer as ranked_up, sum(ranked_down)::integer as ranked_down,
      trending_sum(trending_of(ranked_up * act_weight('upvote'), happened_at)) as added,
      trending_sum(trending_of(-ranked_up * act_weight('upvote'), happened_at)) as taken
    from (
      select story_id, happened_at,
        sum(case when value = 1 then side else 0 end) as up,
        sum(case when value = -1 then side else 0 end) as down,
        sum(case when value = 1 and is_ranked then side else 0 end) as ranked_up,
        sum(case when value = -1 and is_ranked then side else 0 end) as ranked_down
      from unnest(story_ids, vote_values, are_ranked, times, sides) as one (story_id, value, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as d
  where stories.id = d.story_id;
end $$;

create or replace function stories_add_bookmarks(story_ids bigint[], are_ranked boolean[], times timestamptz[], sides integer[])
  returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set bookmark_count = bookmark_count + d.bookmarks,
    trending = story_trending_after(stories, d.added, d.taken)
  from (
    select story_id, sum(bookmarks)::integer as bookmarks,
      trending_sum(trending_of(ranked * act_weight('bookmark'), happened_at)) as added,
      trending_sum(trending_of(-ranked * act_weight('bookmark'), happened_at)) as taken
    from (
      select story_id, happened_at, sum(side) as bookmarks, sum(case when is_ranked then side else 0 end) as ranked
      from unnest(story_ids, are_ranked, times, sides) as one (story_id, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as d
  where stories.id = d.story_id;
end $$;

create or replace function stories_note_ranking_change() returns trigger language plpgsql as $$
begin
  insert into ranking_changes (story_id, counted_trending) values (new.id, old.trending)
    on conflict (story_id) do update set change_id = default;
  return null;
end $$;

create or replace trigger stories_note_ranking_change after update on stories for each row
  when ((old.trending, old.view_count, old.upvote_count, old.ranked_upvote_count, old.ranked_downvote_count)
    is distinct from (new.trending, new.view_count, new.upvote_count, new.ranked_upvote_count, new.ranked_downvote_count))
  execute function stories_note_ranking_change();

create or replace function counted_trending(story_id bigint, trending double precision) returns double precision
  language plpgsql stable as $$
declare
  noted record;
begin
  select changes.counted_trending as score into noted from ranking_changes as changes
    where changes.story_id = counted_trending.story_id;
  return case when found then noted.score else trending end;
end $$;

create or replace function tags_add_stories(
  tag_ids bigint[], deltas integer[], added double precision[], taken double precision[]
) returns void language plpgsql as $$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta,
    trending = case when d.taken is null then trending_added(tags.trending, d.added)
      else coalesce(trending_less(trending_added(tags.trending, d.added), d.taken), (
        select trending_sum(counted_trending(story_tags.story_id, story_tags.trending)) from story_tags
        where tag_id = tags.id and published_at is not null
      )) end
    from unnest(tag_ids, deltas, added, taken) as d (tag_id, delta, added, taken) where tags.id = d.tag_id;
end $$;

create or replace function stories_copy_sort_keys() returns trigger language plpgsql as $$
declare
  is_listed boolean := new.published_at is not null;
  score double precision;
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count
  where story_id = new.id;
  if is_listed <> (old.published_at is not null) then
    score := counted_trending(old.id, old.trending);
    perform tags_add_stories(array_agg(tag_id), array_agg(case when is_listed then 1 else -1 end),
      array_agg(case when is_listed then score end), array_agg(case when not is_listed then score end))
    from story_tags where story_id = new.id having count(*) > 0;
  end if;
  return null;
end $$;

create or replace function story_tags_count_inserted() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (select story_id from inserted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(score), array_agg(null::double precision)) from (
    select tag_id, count(*)::integer as n, trending_sum(counted_trending(story_id, trending)) as score
    from inserted where published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $$;

create or replace function story_tags_count_deleted() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (select story_id from deleted) order by id for no key update;
  perform tags_add_stories(array_agg(tag_id), array_agg(n), array_agg(null::double precision), array_agg(score)) from (
    select tag_id, -count(*)::integer as n, trending_sum(counted_trending(story_id, trending)) as score
    from deleted where published_at is not null group by tag_id
  ) as c having count(*) > 0;
  return null;
end $$;

create or replace function stories_end_waiting(ids bigint[]) returns void language plpgsql as $$
declare
  waiting bigint[];
begin
  perform 1 from stories where id = any (ids) order by id for no key update;
  waiting := array(select id from stories where id = any (ids) and waiting_since is not null order by id);
  if waiting = '{}' then return; end if;
  perform 1 from tags where id in (select tag_id from story_tags where story_id = any (waiting))
    order by id for no key update;
  update stories set
    published_at = case when withheld_at is null then coalesce(waiting_published_at, now()) end,
    withheld_published_at = case when withheld_at is not null then coalesce(waiting_published_at, now()) end,
    waiting_since = null, waiting_for = null, waiting_published_at = null
    where id = any (waiting);
  insert into ranking_changes (story_id, counted_trending) select id, trending from stories where id = any (waiting)
    on conflict (story_id) do update set change_id = default;
end $$;

alter table stories drop column heat;
alter table tags drop column heat;
alter table ranking_changes drop column heat;
drop function tags_add_stories(bigint[], integer[], numeric[]);
drop function trending_of(numeric);
drop function heat_of(numeric, timestamptz);
drop function heat_start();
