-- Up Migration

-- ── What a reader's act weighs in a story's trending ──────────────────────────────────────────────────────
-- The one place for these figures; docs/decisions/0026 has the reasons. What needs an account weighs more than what does not.
create function act_weight(act text) returns numeric language sql immutable parallel safe
  return case act when 'upvote' then 1.0 when 'bookmark' then 2.0 when 'completed-read' then 0.5 when 'view' then 0.1 end;

-- ── Trending, exact ───────────────────────────────────────────────────────────────────────────────────────
-- heat is Σ weight · 2^(t / half-life) as an exact number, t counted from 2026 on, in units of 2^-40: what a
-- vote added can be taken back to the last digit, however often and in whatever order. trending stays what it
-- was, the logarithm of it. An event from before 2026 counts as one at its beginning.

create function heat_start() returns double precision language sql immutable parallel safe
  return extract(epoch from timestamptz '2026-01-01 00:00:00+00')::double precision;

create function heat_of(weight numeric, happened_at timestamptz)
  returns numeric language plpgsql immutable parallel safe as $$
declare
  half_lives double precision := greatest(0,
    (extract(epoch from happened_at)::double precision - heat_start()) / trending_half_life_seconds());
  whole integer := floor(half_lives);
begin
  return weight * trunc(power(2::double precision, 40 + half_lives - whole)::numeric) * trunc(power(2::numeric, whole));
end $$;

create function trending_of(heat numeric)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  digits text := trunc(heat)::text;
begin
  if heat <= 0 then return null; end if;
  -- A double ends at 10^308; its first 17 digits are all that it can hold anyway.
  return (ln(left(digits, 17)::double precision) + greatest(length(digits) - 17, 0) * ln(10::double precision))
    / ln(2::double precision) - 40 + heat_start() / trending_half_life_seconds();
end $$;

-- ── Counts that move a ranking, beside those that are shown ───────────────────────────────────────────────
-- Votes on one's own story, and of accounts without a verified address, are shown and move nothing.
alter table stories
  add column ranked_upvote_count integer not null default 0 check (ranked_upvote_count >= 0),
  add column ranked_downvote_count integer not null default 0 check (ranked_downvote_count >= 0),
  add column heat numeric not null default 0 check (heat >= 0);

update stories set ranked_upvote_count = upvote_count, ranked_downvote_count = downvote_count,
  heat = case when trending is null then 0 else heat_of(1, to_timestamp(trending * trending_half_life_seconds())) end;

drop trigger stories_copy_sort_keys on stories;
alter table stories drop column top, drop column trending;
alter table stories
  add column top double precision generated always as (wilson_lower_bound(ranked_upvote_count, ranked_downvote_count)) stored,
  add column trending double precision generated always as (trending_of(heat)) stored;
create index stories_by_trending on stories (trending desc nulls last, id desc) where published_at is not null;
create index stories_by_top on stories (top desc, ranked_upvote_count desc, id desc) where published_at is not null;
drop function trending_with_event;

alter table story_tags rename column upvote_count to ranked_upvote_count;

alter table author_stats add column ranked_upvotes bigint not null default 0;
update author_stats set ranked_upvotes = total_upvotes;
drop index author_stats_by_top;
create index author_stats_by_top on author_stats (top desc, ranked_upvotes desc, account_id) where story_count > 0;

-- The counts of tags change with published_at alone. They are kept here and no longer by a trigger on story_tags,
-- which ran through all of a story's tags at every vote.
drop trigger story_tags_count_updated on story_tags;
drop function story_tags_count_updated;

create or replace function stories_copy_sort_keys() returns trigger language plpgsql as $$
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count
  where story_id = new.id;
  if (old.published_at is null) <> (new.published_at is null) then
    perform tags_add_story_counts(array_agg(tag_id), array_agg(case when new.published_at is null then -1 else 1 end))
      from story_tags where story_id = new.id having count(*) > 0;
  end if;
  return null;
end $$;
create trigger stories_copy_sort_keys after update on stories for each row
  when ((old.published_at, old.featured_at, old.trending, old.top, old.ranked_upvote_count)
    is distinct from (new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count))
  execute function stories_copy_sort_keys();

create or replace function story_tags_take_sort_keys() returns trigger language plpgsql as $$
begin
  select published_at, featured_at, trending, top, ranked_upvote_count
    into new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count
    from stories where id = new.story_id;
  return new;
end $$;

-- ── Whose authors' and tags' sums are behind ──────────────────────────────────────────────────────────────
-- The job sum-changed-rankings takes a row away once it has added up, if no change has come in meanwhile.
create table ranking_changes (
  story_id bigint primary key references stories on delete cascade,
  change_id bigint not null generated always as identity
);

create function stories_note_ranking_change() returns trigger language plpgsql as $$
begin
  insert into ranking_changes (story_id) values (new.id)
    on conflict (story_id) do update set change_id = default;
  return null;
end $$;
create trigger stories_note_ranking_change after update on stories for each row
  when ((old.heat, old.view_count, old.upvote_count, old.ranked_upvote_count, old.ranked_downvote_count)
    is distinct from (new.heat, new.view_count, new.upvote_count, new.ranked_upvote_count, new.ranked_downvote_count))
  execute function stories_note_ranking_change();

-- ── Votes and bookmarks ───────────────────────────────────────────────────────────────────────────────────
create table votes (
  account_id bigint not null references accounts on delete cascade,
  story_id bigint not null references stories on delete cascade,
  value smallint not null check (value in (1, -1)),
  voted_at timestamptz not null default now(),
  -- Since when it moves rankings; null: not, or not yet.
  ranked_at timestamptz,
  primary key (account_id, story_id)
);
create index votes_by_story on votes (story_id);
create index votes_waiting on votes (account_id) where ranked_at is null;

create table bookmarks (
  account_id bigint not null references accounts on delete cascade,
  story_id bigint not null references stories on delete cascade,
  bookmarked_at timestamptz not null default now(),
  ranked_at timestamptz,
  primary key (account_id, story_id)
);
create index bookmarks_by_account on bookmarks (account_id, bookmarked_at desc, story_id desc);
create index bookmarks_by_story on bookmarks (story_id);
create index bookmarks_waiting on bookmarks (account_id) where ranked_at is null;

-- Whether what an account does to a story moves rankings: its address is verified, it is a day old, and the story
-- is another's.
create function moves_rankings(account bigint, story bigint) returns boolean language sql stable parallel safe
  return exists (
    select from accounts
    join credentials on credentials.account_id = accounts.id
    join stories on stories.id = story
    where accounts.id = account and stories.author_id <> account
      and credentials.email_verified_at is not null and accounts.created_at <= now() - interval '1 day');

-- ── Counters of stories, exact because they are part of the act's own transaction ─────────────────────────
-- The order of locks everywhere: accounts, stories by id, what belongs to them, tags by id. What changes several
-- stories waits for all of them before it changes the first, so that no two ever wait for each other.
create function stories_add_votes(
  story_ids bigint[], vote_values integer[], are_ranked boolean[], times timestamptz[], sides integer[]
) returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set
    upvote_count = upvote_count + d.up,
    downvote_count = downvote_count + d.down,
    ranked_upvote_count = ranked_upvote_count + d.ranked_up,
    ranked_downvote_count = ranked_downvote_count + d.ranked_down,
    -- Never below nothing, should another machine's powers of two end in another digit.
    heat = greatest(0, stories.heat + d.heat)
  from (
    select story_id, sum(up)::integer as up, sum(down)::integer as down,
      sum(ranked_up)::integer as ranked_up, sum(ranked_down)::integer as ranked_down,
      sum(case when ranked_up = 0 then 0 else ranked_up * heat_of(act_weight('upvote'), happened_at) end) as heat
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

create function votes_count_in_stories() returns trigger language plpgsql as $$
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
create trigger votes_count_inserted after insert on votes
  referencing new table as after_rows for each statement execute function votes_count_in_stories();
create trigger votes_count_updated after update on votes
  referencing old table as before_rows new table as after_rows for each statement execute function votes_count_in_stories();
create trigger votes_count_deleted after delete on votes
  referencing old table as before_rows for each statement execute function votes_count_in_stories();

create function stories_add_bookmarks(story_ids bigint[], are_ranked boolean[], times timestamptz[], sides integer[])
  returns void language plpgsql as $$
begin
  perform 1 from stories where id = any (story_ids) order by id for no key update;
  update stories set bookmark_count = bookmark_count + d.added, heat = greatest(0, stories.heat + d.heat)
  from (
    select story_id, sum(added)::integer as added,
      sum(case when ranked = 0 then 0 else ranked * heat_of(act_weight('bookmark'), happened_at) end) as heat
    from (
      select story_id, happened_at, sum(side) as added, sum(case when is_ranked then side else 0 end) as ranked
      from unnest(story_ids, are_ranked, times, sides) as one (story_id, is_ranked, happened_at, side)
      group by story_id, happened_at
    ) as moments
    group by story_id
  ) as d
  where stories.id = d.story_id;
end $$;

create function bookmarks_count_in_stories() returns trigger language plpgsql as $$
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
create trigger bookmarks_count_inserted after insert on bookmarks
  referencing new table as after_rows for each statement execute function bookmarks_count_in_stories();
create trigger bookmarks_count_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows for each statement execute function bookmarks_count_in_stories();
create trigger bookmarks_count_deleted after delete on bookmarks
  referencing old table as before_rows for each statement execute function bookmarks_count_in_stories();

-- An account takes its votes, bookmarks and stories with it: all those stories, and then the tags of those that go,
-- are waited for at once.
create function accounts_lock_stories() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (
    select id from stories where author_id = old.id
    union select story_id from votes where account_id = old.id
    union select story_id from bookmarks where account_id = old.id
  ) order by id for update;
  perform 1 from tags where id in (
    select tag_id from story_tags join stories on stories.id = story_id where author_id = old.id
  ) order by id for no key update;
  return old;
end $$;
create trigger accounts_lock_stories before delete on accounts for each row execute function accounts_lock_stories();

-- ── Visits, without visitors ──────────────────────────────────────────────────────────────────────────────
-- A mark is a keyed hash of the day, the network's prefix, the browser's name and what was looked at, all in one:
-- it tells neither who nor what, only that the same was there before. Deleted after 48 hours by job.
create table visit_marks (
  mark bytea primary key,
  made_at timestamptz not null default now()
);
create index visit_marks_by_age on visit_marks (made_at);

-- What readers spent on a chapter, all together. No foreign key: its check would lock the chapter after the story,
-- against the order in which a chapter is deleted.
create table chapter_reads (
  chapter_id bigint primary key,
  read_seconds bigint not null default 0 check (read_seconds >= 0),
  completed_count bigint not null default 0 check (completed_count >= 0)
);
-- By its name it runs after chapters_count_in_story, which waits for the story as every report of reading does.
create function chapters_drop_reads() returns trigger language plpgsql as $$
begin
  delete from chapter_reads where chapter_id = old.id;
  return null;
end $$;
create trigger chapters_drop_reads after delete on chapters for each row execute function chapters_drop_reads();

-- ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────
create table reports (
  id bigint generated always as identity primary key,
  -- null: the account is gone, what it reported still wants an answer.
  reporter_id bigint references accounts on delete set null,
  -- What is complained of: either of the two.
  story_id bigint references stories on delete cascade,
  author_id bigint references accounts on delete cascade,
  reason text not null check (char_length(reason) between 10 and 500),
  -- Which rule is said to be broken; for moderators' fast lane, null where nobody said.
  category text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What was decided, when and by whom; null while it is open.
  decision text check (decision in ('dismissed', 'hidden', 'removed')),
  decided_at timestamptz,
  decided_by bigint references accounts on delete set null,
  check (num_nonnulls(story_id, author_id) = 1),
  check ((decision is null) = (decided_at is null))
);
-- One open report per account and target: a second one replaces its text.
create unique index reports_open_on_story on reports (reporter_id, story_id) where decided_at is null and story_id is not null;
create unique index reports_open_on_author on reports (reporter_id, author_id) where decided_at is null and author_id is not null;
create index reports_open on reports (created_at, id) where decided_at is null;
create index reports_by_story on reports (story_id);
create index reports_by_author on reports (author_id);
create index reports_by_decider on reports (decided_by);
