-- Counters and trending of stories, exact because they are part of the reaction's own transaction.
--
-- Locks are taken in one order everywhere: accounts, stories by id, their dependent rows, tags by id. A statement that
-- changes several stories locks all of them first.

-- The only definition of these weights; docs/decisions/0026 has the reasons. Reactions that need an account weigh more.
create or replace function act_weight(act text) returns numeric language sql immutable parallel safe
  return case act when 'upvote' then 1.0 when 'bookmark' then 2.0 when 'completed-read' then 0.5 when 'view' then 0.1 end;

-- Whether a reaction of an account moves the story's rankings: its address is verified, it is a day old, and the story
-- is somebody else's.
create or replace function moves_rankings(account bigint, story bigint) returns boolean language sql stable parallel safe
  return exists (
    select from accounts
    join credentials on credentials.account_id = accounts.id
    join stories on stories.id = story
    where accounts.id = account and account_of(stories.author_id) <> account
      and credentials.email_verified_at is not null and accounts.created_at <= now() - interval '1 day');

-- Lower bound of the Wilson score interval at 95% (z = 1.96): Wilson, JASA 22 (1927), 209–212. Without upvotes it is
-- exactly zero, which rounding would miss for some numbers of downvotes.
create or replace function wilson_lower_bound(upvotes integer, downvotes integer) returns double precision
  language sql immutable parallel safe
  return case when upvotes = 0 then 0 else
    ((upvotes::float8 + 1.9208) / (upvotes + downvotes)
      - 1.96 * sqrt((upvotes::float8 * downvotes) / (upvotes + downvotes) + 0.9604) / (upvotes + downvotes))
    / (1 + 3.8416 / (upvotes + downvotes)) end;

-- ── Trending ──────────────────────────────────────────────────────────────────────────────────────────────
-- A trending score is log2(Σ weight · 2^(time / half-life)): a later reaction weighs more, instead of earlier ones
-- losing weight, so time alone changes no score. Null is the logarithm of zero. docs/decisions/0093 has the reasons.

-- The time in which a reaction loses half of its weight in the trending score.
create or replace function trending_half_life_seconds() returns double precision
  language sql immutable parallel safe return 3 * 86400.0;

-- The score of one reaction, or of several at one moment; null for a weight of zero or below.
create or replace function trending_of(weight double precision, happened_at timestamptz) returns double precision
  language sql immutable parallel safe
  return case when weight > 0 then
    ln(weight) / ln(2::double precision)
      + extract(epoch from happened_at)::double precision / trending_half_life_seconds() end;

-- The score of two sums together. A difference of 60 half-lives is below the last digit of a double.
create or replace function trending_added(total double precision, part double precision)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  high double precision := greatest(total, part);
  low double precision := least(total, part);
begin
  if total is null or part is null or high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $$;

create or replace aggregate trending_sum(double precision) (
  sfunc = trending_added, stype = double precision, parallel = safe, combinefunc = trending_added
);

-- The score without a part of it; null when less than a sixteenth is left. Rounding weighs sixteen times as much in
-- such a rest, and more the smaller it is: the caller sums the rows again.
create or replace function trending_less(total double precision, part double precision)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  rest double precision := case when part < total then 1 - power(2::double precision, greatest(part - total, -60)) else 0 end;
begin
  return case when rest >= 1.0 / 16 then total + ln(rest) / ln(2::double precision) end;
end $$;

-- A story's score after ranked reactions were added and removed. Views and completed reads have no rows of their own,
-- so their score is stored separately.
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

-- ── Votes and bookmarks ───────────────────────────────────────────────────────────────────────────────────

create or replace function stories_add_votes(
  story_ids bigint[], vote_values integer[], are_ranked boolean[], times timestamptz[], sides integer[]
) returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set
    upvote_count = upvote_count + delta.up,
    downvote_count = downvote_count + delta.down,
    ranked_upvote_count = ranked_upvote_count + delta.ranked_up,
    ranked_downvote_count = ranked_downvote_count + delta.ranked_down,
    trending = story_trending_after(stories, delta.added, delta.taken)
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
      from unnest(story_ids, vote_values, are_ranked, times, sides) as entry (story_id, value, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as delta
  where stories.id = delta.story_id;
end $$;

create or replace function votes_count_in_stories() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(1)) from after_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(-1)) from before_rows having count(*) > 0;
  else
    perform stories_add_votes(array_agg(story_id), array_agg(value::integer), array_agg(ranked_at is not null),
      array_agg(voted_at), array_agg(side)) from (
        select story_id, value, ranked_at, voted_at, 1 as side from after_rows
        union all
        select story_id, value, ranked_at, voted_at, -1 from before_rows
      ) as changes having count(*) > 0;
  end if;
  return null;
end $$;

create or replace trigger votes_count_inserted after insert on votes
  referencing new table as after_rows for each statement execute function votes_count_in_stories();

create or replace trigger votes_count_updated after update on votes
  referencing old table as before_rows new table as after_rows for each statement execute function votes_count_in_stories();

create or replace trigger votes_count_deleted after delete on votes
  referencing old table as before_rows for each statement execute function votes_count_in_stories();

create or replace function stories_add_bookmarks(story_ids bigint[], are_ranked boolean[], times timestamptz[], sides integer[])
  returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set bookmark_count = bookmark_count + delta.bookmarks,
    trending = story_trending_after(stories, delta.added, delta.taken)
  from (
    select story_id, sum(bookmarks)::integer as bookmarks,
      trending_sum(trending_of(ranked * act_weight('bookmark'), happened_at)) as added,
      trending_sum(trending_of(-ranked * act_weight('bookmark'), happened_at)) as taken
    from (
      select story_id, happened_at, sum(side) as bookmarks, sum(case when is_ranked then side else 0 end) as ranked
      from unnest(story_ids, are_ranked, times, sides) as entry (story_id, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as delta
  where stories.id = delta.story_id;
  -- A bookmark that goes with its story has no day to count in.
  insert into story_statistics (story_id, day, kind, count)
    select story_id, (now() at time zone 'UTC')::date, 'bookmark', sum(side)
    from unnest(story_ids, sides) as entry (story_id, side)
    where exists (select from stories where id = story_id)
    group by story_id having sum(side) <> 0 order by story_id
    on conflict (story_id, day, kind, chapter_id) do update set count = story_statistics.count + excluded.count;
  delete from story_statistics where story_id = any (story_ids) and day = (now() at time zone 'UTC')::date
    and kind = 'bookmark' and count = 0;
end $$;

create or replace function bookmarks_count_in_stories() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(1)) from after_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(-1)) from before_rows having count(*) > 0;
  else
    perform stories_add_bookmarks(array_agg(story_id), array_agg(ranked_at is not null), array_agg(bookmarked_at),
      array_agg(side)) from (
        select story_id, ranked_at, bookmarked_at, 1 as side from after_rows
        union all
        select story_id, ranked_at, bookmarked_at, -1 from before_rows
      ) as changes having count(*) > 0;
  end if;
  return null;
end $$;

create or replace trigger bookmarks_count_inserted after insert on bookmarks
  referencing new table as after_rows for each statement execute function bookmarks_count_in_stories();

create or replace trigger bookmarks_count_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows for each statement execute function bookmarks_count_in_stories();

create or replace trigger bookmarks_count_deleted after delete on bookmarks
  referencing old table as before_rows for each statement execute function bookmarks_count_in_stories();

-- ── Views and completed reads ─────────────────────────────────────────────────────────────────────────────
-- Counts views and completed reads of stories that the caller has locked; several entries of one story add up.
create or replace function stories_add_reads(story_ids bigint[], views integer[], completed_reads integer[])
  returns void language plpgsql as $$
begin
  update stories set view_count = view_count + delta.views,
    trending = trending_added(trending, delta.score), anonymous_trending = trending_added(anonymous_trending, delta.score)
  from (
    select story_id, sum(entry.views)::integer as views,
      trending_of(sum(entry.views) * act_weight('view') + sum(completed) * act_weight('completed-read'), now()) as score
    from unnest(story_ids, stories_add_reads.views, completed_reads) as entry (story_id, views, completed)
    group by story_id
  ) as delta
  where id = story_id;
end $$;

-- ── Sums of authors and tags ──────────────────────────────────────────────────────────────────────────────
-- Records stories for the job "sum-changed-rankings", with the score that their tags contain of them. The first change
-- since the last run determines that score.
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

-- The same for stories that enter or leave the lists: their authors' sums change, though no count does.
create or replace function note_ranking_changes(story_ids bigint[]) returns void language plpgsql as $$
begin
  insert into ranking_changes (story_id, counted_trending) select id, trending from stories where id = any (story_ids)
    on conflict (story_id) do update set change_id = default;
end $$;
