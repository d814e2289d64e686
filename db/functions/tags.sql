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
  select published_at, featured_at, trending, top, ranked_upvote_count, last_chapter_at
    into new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count, new.last_chapter_at
    from stories where id = new.story_id;
  return new;
end $$;

create or replace trigger story_tags_take_sort_keys before insert on story_tags
  for each row execute function story_tags_take_sort_keys();

create or replace function stories_copy_sort_keys() returns trigger language plpgsql as $$
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, ranked_upvote_count = new.ranked_upvote_count, last_chapter_at = new.last_chapter_at
  where story_id = new.id;
  return null;
end $$;

create or replace trigger stories_copy_sort_keys after update on stories for each row
  when ((old.published_at, old.featured_at, old.trending, old.top, old.ranked_upvote_count, old.last_chapter_at)
    is distinct from (new.published_at, new.featured_at, new.trending, new.top, new.ranked_upvote_count, new.last_chapter_at))
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

-- The tags that stories with these tags also have: the canonical tag of each, and all its ancestors.
create or replace function tags_implied_by(tag_ids bigint[]) returns table (tag_id bigint, implied_id bigint)
  language sql stable as $$
  with recursive implied (of_id, id) as (
    select tags.id, coalesce(tags.canonical_id, tags.id) from tags where tags.id = any (tag_ids)
    union
    select implied.of_id, tag_parents.parent_id from implied join tag_parents on tag_parents.tag_id = implied.id
  )
  select implied.of_id, implied.id from implied where implied.of_id <> implied.id
$$;

-- Keeps the relations between tags as they are until the end of the transaction. Comes after the locks of stories and
-- before those of tags. A change takes the lock alone (tags_begin_change), so that it knows which stories it concerns:
-- all that were tagged under the old relations are visible to it, all others are tagged under the new ones.
create or replace function tags_keep_relations() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('tag relations', 56));
end $$;

create or replace function tags_begin_change() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tag relations', 56));
end $$;

-- Gives stories, which the caller has locked, the rows that their own tags imply, and takes away the others. A row of
-- an own tag stays as it is.
create or replace function story_tags_derive(story_ids bigint[]) returns void language plpgsql as $$
declare
  change record;
begin
  perform tags_keep_relations();
  select array_agg(story_id) filter (where is_wanted and not is_present) as new_stories,
    array_agg(tag_id) filter (where is_wanted and not is_present) as new_tags,
    array_agg(story_id) filter (where is_present and not is_wanted) as old_stories,
    array_agg(tag_id) filter (where is_present and not is_wanted) as old_tags
  into change from (
    select story_id, tag_id, coalesce(is_present, false) as is_present, coalesce(is_wanted, is_own) as is_wanted from (
      select distinct own.story_id, implied.implied_id as tag_id, true as is_wanted
      from story_tags as own join tags_implied_by(array(
        select distinct tag_id from story_tags where story_id = any (story_ids) and position is not null
      )) as implied on implied.tag_id = own.tag_id
      where own.story_id = any (story_ids) and own.position is not null
    ) as wanted full join (
      select story_id, tag_id, true as is_present, position is not null as is_own from story_tags
      where story_id = any (story_ids)
    ) as present using (story_id, tag_id)
  ) as compared where coalesce(is_present, false) <> coalesce(is_wanted, false);
  perform 1 from tags where id = any (change.new_tags || change.old_tags) order by id for no key update;
  if change.old_tags is not null then
    delete from story_tags using unnest(change.old_stories, change.old_tags) as old (story_id, tag_id)
      where story_tags.story_id = old.story_id and story_tags.tag_id = old.tag_id;
  end if;
  if change.new_tags is not null then
    insert into story_tags (story_id, tag_id, position)
      select story_id, tag_id, null from unnest(change.new_stories, change.new_tags) as new (story_id, tag_id);
  end if;
end $$;

-- Derives canonical tags, kinds and parents from the decisions in force, after tags_begin_change(). Returns the tags
-- that imply others than before: the rows of their stories have to follow.
create or replace function tags_derive_relations() returns bigint[] language plpgsql as $$
declare
  involved bigint[] := array(
    select tag_id from tag_changes union select target_id from tag_changes where target_id is not null);
  before_tags bigint[];
  before_implied bigint[];
  changed bigint[];
begin
  select array_agg(tag_id), array_agg(implied_id) into before_tags, before_implied from tags_implied_by(involved);
  create temporary table wanted_tags on commit drop as
    with recursive step (tag_id, canonical_id) as (
      select tag_id, target_id from tag_changes where relation = 'canonical' and undone_at is null
      union
      select step.tag_id, target_id from step join tag_changes on tag_changes.tag_id = step.canonical_id
        where relation = 'canonical' and undone_at is null
    ), canonical as (
      select tag_id, canonical_id from step where not exists (
        select from tag_changes where tag_id = step.canonical_id and relation = 'canonical' and undone_at is null)
    ), kinds as (
      select distinct on (tag_id) tag_id, kind from tag_changes where relation = 'kind' and undone_at is null
      order by tag_id, id desc
    )
    select id, canonical.canonical_id, kinds.kind from unnest(involved) as entry (id)
    left join canonical on canonical.tag_id = id left join kinds on kinds.tag_id = id;
  changed := array(select id from tags join wanted_tags as wanted using (id)
    where (tags.canonical_id, tags.kind) is distinct from (wanted.canonical_id, wanted.kind));
  perform 1 from tags where id = any (changed) order by id for no key update;
  update tags set canonical_id = wanted.canonical_id, kind = wanted.kind from wanted_tags as wanted
    where tags.id = wanted.id and tags.id = any (changed);
  create temporary table wanted_parents on commit drop as
    select distinct coalesce(child.canonical_id, child.id) as tag_id, coalesce(parent.canonical_id, parent.id) as parent_id
    from tag_changes join tags as child on child.id = tag_changes.tag_id join tags as parent on parent.id = target_id
    where relation = 'parent' and undone_at is null
      and coalesce(child.canonical_id, child.id) <> coalesce(parent.canonical_id, parent.id);
  delete from tag_parents where not exists (select from wanted_parents as wanted
    where wanted.tag_id = tag_parents.tag_id and wanted.parent_id = tag_parents.parent_id);
  insert into tag_parents select * from wanted_parents on conflict do nothing;
  drop table wanted_tags, wanted_parents;
  return array(
    select coalesce(earlier.tag_id, later.tag_id) from unnest(before_tags, before_implied) as earlier (tag_id, implied_id)
    full join tags_implied_by(involved) as later using (tag_id, implied_id)
    where earlier.tag_id is null or later.tag_id is null
    group by 1 order by 1);
end $$;

-- A proposal that nobody makes any more is withdrawn; a decided one stays, without a name.
create or replace function tag_proposers_leave() returns trigger language plpgsql as $$
begin
  -- Somebody who joins the proposal at this moment holds its lock, and is seen by the next statement.
  perform 1 from tag_proposals where id in (select proposal_id from gone) and decision is null order by id for update;
  delete from tag_proposals where id in (select proposal_id from gone) and decision is null
    and not exists (select from tag_proposers where proposal_id = tag_proposals.id);
  return null;
end $$;

create or replace trigger tag_proposers_leave after delete on tag_proposers
  referencing old table as gone for each statement execute function tag_proposers_leave();
