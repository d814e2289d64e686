-- Up Migration

-- ── Waiting stories ───────────────────────────────────────────────────────────────────────────────────────
-- A story is listed if and only if published_at is set (story_is_listed). A story that waits for its author's address
-- to be verified, or for a moderator, has its chapters and its address, and no published_at.
alter table stories
  add column waiting_since timestamptz,
  add column waiting_for text,
  -- The place in the lists of a story that was listed before it had to wait; null: it takes the time when it is listed.
  add column waiting_published_at timestamptz,
  -- When a moderator let it in: it never waits again.
  add column let_in_at timestamptz,
  -- When it had its first chapter, also when that is gone by now: counted against its author's daily quota once. Null
  -- for a story from before this migration.
  add column first_published_at timestamptz,
  add constraint stories_waiting_for_check
    check ((waiting_for is null or waiting_for in ('address', 'moderator'))
      and (waiting_since is null) = (waiting_for is null)) not valid,
  add constraint stories_waiting_unlisted
    check (waiting_since is null or (published_at is null and withheld_published_at is null)) not valid,
  add constraint stories_waiting_place check (waiting_since is not null or waiting_published_at is null) not valid;

-- Those that need a moderator first, then the others, each oldest first. Small: the table has few such rows at a time.
create index stories_waiting on stories (waiting_for desc, waiting_since, id) where waiting_since is not null;
create index stories_let_in on stories (author_id) where let_in_at is not null;

-- As before, but a chapter does not list a story that waits, and one without chapters waits for nothing.
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

-- Lists stories that wait, from now on or in the place that they had before. Locks in the order of all: stories by id,
-- then tags by id. The sums of their authors follow by the job that every noted story is looked at by.
create function stories_end_waiting(ids bigint[]) returns void language plpgsql as $$
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
  insert into ranking_changes (story_id) select unnest(waiting)
    on conflict (story_id) do update set change_id = default;
end $$;

-- A verified address lists the stories that waited for it, in the same transaction, however it came to be verified.
create function credentials_end_waiting() returns trigger language plpgsql as $$
begin
  perform stories_end_waiting(array(
    select id from stories where author_id = new.account_id and waiting_for = 'address'));
  return null;
end $$;
create trigger credentials_end_waiting after update of email_verified_at on credentials for each row
  when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function credentials_end_waiting();
