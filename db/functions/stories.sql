-- The place of stories in the lists, and those that wait for their author's verified address or for a moderator.

-- The only definition of a listed story: published_at is its place in the lists while it has a place there. The place
-- itself stays while the story waits, is withheld or in the trash, or is shown to fewer people. The time of its return is
-- up to half a minute earlier, by chance: times that are equal for stories shown together could link two pen names.
create or replace function stories_derive_listing() returns trigger language plpgsql as $$
declare
  has_place boolean := new.chapter_count > 0 and new.visibility in ('public', 'members')
    and new.trashed_at is null and new.waiting_since is null;
begin
  -- Earlier releases kept the place in one of three columns, depending on the reason for its absence.
  if tg_op = 'INSERT' then
    new.listed_since := coalesce(new.listed_since, new.published_at);
  else
    new.listed_since := coalesce(
      new.listed_since, old.published_at, old.withheld_published_at, old.waiting_published_at);
  end if;
  new.withheld_published_at := null;
  new.waiting_published_at := null;
  -- A story that loses its last chapter loses its place.
  if new.chapter_count = 0 then new.listed_since := null; end if;
  if has_place then new.listed_since := coalesce(new.listed_since, now()); end if;
  new.published_at := case when has_place and new.withheld_at is null then new.listed_since end;
  if tg_op = 'UPDATE' then
    -- The gap begins with the transaction: nobody has found what it adds. A story that gets its place before it is listed has
    -- been away since then, with its first chapters, which may be a moment older.
    if old.published_at is not null and new.published_at is null and new.visibility <> 'link' then
      new.unlisted_at := now();
    elsif old.listed_since is null and new.listed_since is not null and new.published_at is null then
      new.unlisted_at := new.listed_since - interval '1 minute';
    elsif old.published_at is null and new.published_at is not null
      and new.unlisted_at > coalesce(new.listed_again_at, '-infinity') then
      new.listed_again_at := greatest(new.unlisted_at, clock_timestamp() - random() * interval '30 seconds');
    end if;
  end if;
  if new.chapter_count > 0 and new.visibility <> 'draft' then
    new.first_published_at := coalesce(new.first_published_at, new.listed_since, now());
  end if;
  return new;
end $$;

create or replace trigger stories_derive_listing
  before insert or update of chapter_count, visibility, trashed_at, waiting_since, withheld_at,
    listed_since, published_at, withheld_published_at, waiting_published_at on stories
  for each row execute function stories_derive_listing();

-- Tags, totals and search follow a story's place in the lists, its author and its words: once for all stories of
-- a statement, in one order of locks: stories, tags, authors, totals.
create or replace function stories_follow_listing() returns trigger language plpgsql as $$
declare
  change record;
begin
  -- Most changes are those of votes and views. A full join, because that is hashed: the plan stays the first one's, which
  -- may have seen a single row.
  perform 1 from before_rows as earlier full join after_rows as later using (id)
    where (earlier.published_at, earlier.featured_at, earlier.author_id, earlier.title, earlier.synopsis)
      is distinct from (later.published_at, later.featured_at, later.author_id, later.title, later.synopsis) limit 1;
  if not found then return null; end if;
  select array_agg(story.id) filter (where was_listed <> is_listed) as ids,
    array_agg(is_listed) filter (where was_listed <> is_listed) as are_listed,
    array_agg(trending) filter (where was_listed <> is_listed) as scores,
    array_agg(old_author) filter (where was_listed and has_left) || array_agg(new_author) filter (where is_listed and has_come) as authors,
    array_agg(-1) filter (where was_listed and has_left) || array_agg(1) filter (where is_listed and has_come) as deltas,
    sum(is_listed::integer - was_listed::integer)::integer as listed,
    sum((is_listed and is_featured)::integer - (was_listed and was_featured)::integer)::integer as featured,
    array_agg(story.id) filter (where was_listed <> is_listed or (is_listed and has_new_words)) as searched
  into change from (
    select id, earlier.trending, earlier.author_id as old_author, later.author_id as new_author,
      earlier.published_at is not null as was_listed, later.published_at is not null as is_listed,
      earlier.featured_at is not null as was_featured, later.featured_at is not null as is_featured,
      (earlier.title, earlier.synopsis, earlier.author_id) <> (later.title, later.synopsis, later.author_id) as has_new_words,
      later.published_at is null or later.author_id <> earlier.author_id as has_left,
      earlier.published_at is null or later.author_id <> earlier.author_id as has_come
    from before_rows as earlier full join after_rows as later using (id)
    where (earlier.published_at, earlier.featured_at, earlier.author_id, earlier.title, earlier.synopsis)
      is distinct from (later.published_at, later.featured_at, later.author_id, later.title, later.synopsis)
  ) as story;
  if change.ids is not null then perform tags_count_listed(change.ids, change.are_listed, change.scores); end if;
  -- A new title alone locks no author: its transaction goes on to lock tags, which come before authors.
  if change.authors is not null or change.featured <> 0 then
    perform count_listed_stories(change.authors, change.deltas, change.listed, change.featured);
  end if;
  if change.searched is not null then perform search_refresh_stories(change.searched); end if;
  return null;
end $$;

create or replace trigger stories_follow_listing after update on stories
  referencing old table as before_rows new table as after_rows for each statement execute function stories_follow_listing();

-- The chapters of a draft are published when the story is; those in the trash are not, until they are restored. A chapter
-- without a time that was published before is older than the column.
create or replace function stories_publish_chapters() returns trigger language plpgsql as $$
begin
  update chapters set published_at = case when new.visibility = 'draft' then created_at else now() end
    where story_id = new.id and state = 'published' and published_at is null and trashed_at is null;
  return null;
end $$;

create or replace trigger stories_publish_chapters after update of visibility on stories for each row
  when ((old.visibility = 'draft') <> (new.visibility = 'draft')) execute function stories_publish_chapters();

-- Lists stories that wait, at their earlier place or, without one, from now on. Locks stories by id, then tags by id. Their authors'
-- sums follow by the job "sum-changed-rankings".
create or replace function stories_end_waiting(ids bigint[]) returns void language plpgsql as $$
declare
  waiting bigint[];
begin
  perform 1 from stories where id = any (ids) order by id for no key update;
  waiting := array(select id from stories where id = any (ids) and waiting_since is not null order by id);
  if waiting = '{}' then return; end if;
  perform 1 from tags where id in (select tag_id from story_tags where story_id = any (waiting))
    order by id for no key update;
  update stories set waiting_since = null, waiting_for = null where id = any (waiting);
  perform note_ranking_changes(waiting);
end $$;

-- A verified address lists the stories that waited for it, in the same transaction, whatever verified it.
create or replace function credentials_end_waiting() returns trigger language plpgsql as $$
declare
  waiting bigint[] := array(select stories.id from stories join pen_names on pen_names.id = author_id
    where pen_names.account_id = new.account_id and waiting_for = 'address' order by stories.id);
begin
  -- Stories of several pen names that were listed at one moment would be known as one author's.
  if (select count(distinct author_id) > 1 from stories where id = any (waiting)) then
    perform 1 from stories where id = any (waiting) order by id for no key update;
    update stories set listed_since = coalesce(listed_since, first_published_at) where id = any (waiting);
  end if;
  perform stories_end_waiting(waiting);
  return null;
end $$;

create or replace trigger credentials_end_waiting after update of email_verified_at on credentials for each row
  when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function credentials_end_waiting();
