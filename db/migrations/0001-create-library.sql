-- Up Migration

create extension if not exists pg_trgm;

-- ── Ranking ────────────────────────────────────────────────────────────────────────────────────
-- trending is the base-2 logarithm of Σ weight · 2^(t / half-life), t in seconds since 1970. An event
-- that comes later weighs more instead of old ones weighing less, so the order of two rows never changes
-- by itself and nothing has to be recomputed as time passes; the logarithm keeps it from overflowing.
-- null means: nothing has happened yet.

create function trending_half_life_seconds() returns double precision
  language sql immutable parallel safe return 3 * 86400.0;

create function trending_with_event(trending double precision, weight double precision, happened_at timestamptz)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  event double precision := ln(weight) / ln(2::double precision)
    + extract(epoch from happened_at)::double precision / trending_half_life_seconds();
  high double precision;
  low double precision;
begin
  if trending is null then return event; end if;
  high := greatest(trending, event);
  low := least(trending, event);
  -- power() raises on underflow; beyond 60 half-lives the older part no longer shows in a double.
  if high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $$;

-- Σ of faded sums, for the totals of an author or a tag.
create function trending_added(total double precision, part double precision)
  returns double precision language plpgsql immutable parallel safe as $$
declare
  high double precision := greatest(total, part);
  low double precision := least(total, part);
begin
  if total is null or part is null or high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $$;

create aggregate trending_sum(double precision) (sfunc = trending_added, stype = double precision, parallel = safe, combinefunc = trending_added);

-- Lower bound of the Wilson score interval at 95% (z = 1.96): Wilson, JASA 22 (1927), 209–212.
create function wilson_lower_bound(upvotes integer, downvotes integer) returns double precision
  language sql immutable parallel safe
  return case when upvotes + downvotes = 0 then 0 else
    ((upvotes::float8 + 1.9208) / (upvotes + downvotes)
      - 1.96 * sqrt((upvotes::float8 * downvotes) / (upvotes + downvotes) + 0.9604) / (upvotes + downvotes))
    / (1 + 3.8416 / (upvotes + downvotes)) end;

-- ── Accounts ───────────────────────────────────────────────────────────────────────────────────
create table accounts (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  username_key text generated always as (lower(username)) stored unique,
  display_name text not null default '' check (char_length(display_name) <= 60),
  bio text not null default '' check (char_length(bio) <= 2000),
  profile_picture_url text,
  created_at timestamptz not null default now()
);

-- What an author's listed stories add up to. story_count is exact (triggers below); the sums follow by job.
create table author_stats (
  account_id bigint primary key references accounts on delete cascade,
  story_count integer not null default 0 check (story_count >= 0),
  total_views bigint not null default 0,
  total_upvotes bigint not null default 0,
  top double precision not null default 0,
  trending double precision
);
create index author_stats_by_trending on author_stats (trending desc nulls last, account_id) where story_count > 0;
create index author_stats_by_top on author_stats (top desc, total_upvotes desc, account_id) where story_count > 0;

-- ── Stories ────────────────────────────────────────────────────────────────────────────────────
create table stories (
  id bigint generated always as identity primary key,
  author_id bigint not null references accounts on delete cascade,
  title text not null check (char_length(title) between 1 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9_-]+$' and slug ~ '[^0-9]'),
  synopsis text not null default '' check (char_length(synopsis) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When its first chapter was there; null: not listed anywhere yet.
  published_at timestamptz,
  featured_at timestamptz,
  chapter_count integer not null default 0 check (chapter_count >= 0),
  word_count integer not null default 0 check (word_count >= 0),
  upvote_count integer not null default 0 check (upvote_count >= 0),
  downvote_count integer not null default 0 check (downvote_count >= 0),
  bookmark_count integer not null default 0 check (bookmark_count >= 0),
  view_count bigint not null default 0 check (view_count >= 0),
  top double precision generated always as (wilson_lower_bound(upvote_count, downvote_count)) stored,
  trending double precision
);
create index stories_by_trending on stories (trending desc nulls last, id desc) where published_at is not null;
create index stories_by_top on stories (top desc, upvote_count desc, id desc) where published_at is not null;
create index stories_by_published on stories (published_at desc, id desc) where published_at is not null;
create index stories_by_featured on stories (featured_at desc, id desc) where published_at is not null and featured_at is not null;
create index stories_by_author on stories (author_id, published_at desc, id desc);

-- Every slug that was ever used: an old one leads to its story for ever, none is given away again.
create table story_slugs (
  slug text primary key,
  story_id bigint references stories on delete set null,
  created_at timestamptz not null default now()
);
create index story_slugs_by_story on story_slugs (story_id);

-- How many listed stories there are, so that no list counts its rows. One row.
create table story_totals (
  one_row boolean primary key default true check (one_row),
  listed integer not null default 0 check (listed >= 0),
  featured integer not null default 0 check (featured >= 0)
);
insert into story_totals default values;

-- ── Chapters ───────────────────────────────────────────────────────────────────────────────────
create table chapters (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories on delete cascade,
  title text not null check (char_length(title) between 1 and 100),
  "order" integer not null default 1 check ("order" >= 1),
  content text not null,
  -- Which version of the cleaner made the content; older ones are cleaned again by job.
  cleaner_version integer not null,
  word_count integer not null check (word_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index chapters_by_order on chapters (story_id, "order", id);

-- ── Tags ───────────────────────────────────────────────────────────────────────────────────────
create table tags (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  -- The name without case, accents, spaces and hyphens: what makes two spellings one tag.
  key text not null unique,
  story_count integer not null default 0 check (story_count >= 0),
  trending double precision
);
create index tags_by_name on tags (name, id) where story_count > 0;
create index tags_by_trending on tags (trending desc nulls last, id) where story_count > 0;
create index tags_by_popularity on tags (story_count desc, name, id) where story_count > 0;
create index tags_by_part_of_key on tags using gin (key gin_trgm_ops);

-- The sort keys of the story are repeated here, so that a tag's list in any order is one index scan.
create table story_tags (
  story_id bigint not null references stories on delete cascade,
  tag_id bigint not null references tags,
  position smallint not null,
  published_at timestamptz,
  featured_at timestamptz,
  trending double precision,
  top double precision not null default 0,
  upvote_count integer not null default 0,
  primary key (story_id, tag_id)
);
create index story_tags_by_trending on story_tags (tag_id, trending desc nulls last, story_id desc) where published_at is not null;
create index story_tags_by_top on story_tags (tag_id, top desc, upvote_count desc, story_id desc) where published_at is not null;
create index story_tags_by_published on story_tags (tag_id, published_at desc, story_id desc) where published_at is not null;
create index story_tags_by_featured on story_tags (tag_id, featured_at desc, story_id desc) where published_at is not null and featured_at is not null;

-- ── Counters, exact because they are part of the act's own transaction ─────────────────────────
create function chapters_count_in_story() returns trigger language plpgsql as $$
declare
  story bigint := coalesce(new.story_id, old.story_id);
begin
  update stories set
    chapter_count = chapter_count + (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end),
    word_count = word_count + coalesce(new.word_count, 0) - coalesce(old.word_count, 0),
    published_at = case
      when tg_op = 'INSERT' and chapter_count = 0 then new.created_at
      when tg_op = 'DELETE' and chapter_count = 1 then null
      else published_at end,
    updated_at = greatest(updated_at, coalesce(new.updated_at, now()))
  where id = story;
  return null;
end $$;
create trigger chapters_count_in_story after insert or delete or update of word_count, updated_at on chapters
  for each row execute function chapters_count_in_story();

create function stories_count_in_totals() returns trigger language plpgsql as $$
declare
  was_listed integer := case when tg_op <> 'INSERT' and old.published_at is not null then 1 else 0 end;
  is_listed integer := case when tg_op <> 'DELETE' and new.published_at is not null then 1 else 0 end;
  was_featured integer := case when was_listed = 1 and old.featured_at is not null then 1 else 0 end;
  is_featured integer := case when is_listed = 1 and new.featured_at is not null then 1 else 0 end;
begin
  if was_listed <> is_listed then
    insert into author_stats (account_id, story_count)
      select coalesce(new.author_id, old.author_id), greatest(is_listed, 0)
      where tg_op <> 'DELETE'
      on conflict (account_id) do update set story_count = author_stats.story_count + is_listed - was_listed;
    if tg_op = 'DELETE' then
      update author_stats set story_count = story_count - 1 where account_id = old.author_id;
    end if;
  end if;
  if was_listed <> is_listed or was_featured <> is_featured then
    update story_totals set listed = listed + is_listed - was_listed, featured = featured + is_featured - was_featured;
  end if;
  return null;
end $$;
create trigger stories_count_in_totals after insert or delete or update of published_at, featured_at on stories
  for each row execute function stories_count_in_totals();

create function stories_copy_sort_keys() returns trigger language plpgsql as $$
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, upvote_count = new.upvote_count
  where story_id = new.id;
  return null;
end $$;
create trigger stories_copy_sort_keys after update on stories for each row
  when ((old.published_at, old.featured_at, old.trending, old.upvote_count, old.downvote_count)
    is distinct from (new.published_at, new.featured_at, new.trending, new.upvote_count, new.downvote_count))
  execute function stories_copy_sort_keys();

create function story_tags_take_sort_keys() returns trigger language plpgsql as $$
begin
  select published_at, featured_at, trending, top, upvote_count
    into new.published_at, new.featured_at, new.trending, new.top, new.upvote_count
    from stories where id = new.story_id;
  return new;
end $$;
create trigger story_tags_take_sort_keys before insert on story_tags
  for each row execute function story_tags_take_sort_keys();

-- Rows are locked in the order of their ids, so that two stories with the same tags never wait for each other.
create function tags_add_story_counts(tag_ids bigint[], deltas integer[]) returns void language plpgsql as $$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta
    from unnest(tag_ids, deltas) as d (tag_id, delta) where tags.id = d.tag_id;
end $$;

create function story_tags_count_inserted() returns trigger language plpgsql as $$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from
    (select tag_id, count(*)::integer as n from inserted where published_at is not null group by tag_id) as c
    having count(*) > 0;
  return null;
end $$;
create trigger story_tags_count_inserted after insert on story_tags
  referencing new table as inserted for each statement execute function story_tags_count_inserted();

create function story_tags_count_deleted() returns trigger language plpgsql as $$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from
    (select tag_id, -count(*)::integer as n from deleted where published_at is not null group by tag_id) as c
    having count(*) > 0;
  return null;
end $$;
create trigger story_tags_count_deleted after delete on story_tags
  referencing old table as deleted for each statement execute function story_tags_count_deleted();

create function story_tags_count_updated() returns trigger language plpgsql as $$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from (
    select tag_id, sum(n)::integer as n from (
      select tag_id, 1 as n from after_update where published_at is not null
      union all
      select tag_id, -1 from before_update where published_at is not null
    ) as changes group by tag_id having sum(n) <> 0
  ) as c having count(*) > 0;
  return null;
end $$;
create trigger story_tags_count_updated after update on story_tags
  referencing old table as before_update new table as after_update
  for each statement execute function story_tags_count_updated();

-- How often a story was shared, per platform; no row per reader.
create table story_shares (
  story_id bigint not null references stories on delete cascade,
  platform text not null check (platform in ('twitter', 'facebook', 'email', 'copy')),
  share_count bigint not null default 0,
  primary key (story_id, platform)
);
