-- Comments: their counts, what becomes of them with their writer's account, and the pages that show them.

-- Serialises the changes of comments on these stories. Comes before the lock on any comment of them.
create or replace function hold_comments(stories_of bigint[]) returns void language plpgsql as $$
begin
  perform from stories where id = any (stories_of) order by id for key share;
  insert into comment_totals (story_id) select id from stories where id = any (stories_of) order by id
    on conflict do nothing;
  perform from comment_totals where story_id = any (stories_of) and chapter_id is null order by story_id for no key update;
end $$;

-- Adds these differences. While a story is being deleted its rows stay as they are: the database would check their
-- reference to it again.
create or replace function add_comment_totals(changes comment_totals[]) returns void language plpgsql as $$
begin
  insert into comment_totals (story_id, chapter_id)
    select story_id, chapter_id from unnest(changes)
    where comment_count + thread_count + waiting_count > 0 and exists (select from stories where id = story_id)
    order by story_id, chapter_id
    on conflict do nothing;
  update comment_totals as total set comment_count = total.comment_count + change.comment_count,
    thread_count = total.thread_count + change.thread_count, waiting_count = total.waiting_count + change.waiting_count
  from unnest(changes) as change
  where total.story_id = change.story_id and total.chapter_id is not distinct from change.chapter_id
    and (change.comment_count, change.thread_count, change.waiting_count) <> (0, 0, 0)
    and exists (select from stories where id = total.story_id);
end $$;

create or replace function comments_count() returns trigger language plpgsql as $$
declare
  changes comment_totals[];
  parents bigint[];
  differences integer[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(story_id, chapter_id, count(*) filter (where is_shown),
        count(*) filter (where is_listed and parent_id is null),
        count(*) filter (where state = 'waiting' and withheld_at is null))::comment_totals
      from after_rows group by story_id, chapter_id);
    select array_agg(parent_id), array_agg(shown) into parents, differences from (
      select parent_id, count(*)::integer as shown from after_rows where is_shown and parent_id is not null group by parent_id
    ) as replies;
  elsif tg_op = 'DELETE' then
    changes := array(select row(story_id, chapter_id, -count(*) filter (where is_shown),
        -count(*) filter (where is_listed and parent_id is null),
        -count(*) filter (where state = 'waiting' and withheld_at is null))::comment_totals
      from before_rows group by story_id, chapter_id);
    select array_agg(parent_id), array_agg(shown) into parents, differences from (
      select parent_id, -count(*)::integer as shown from before_rows where is_shown and parent_id is not null group by parent_id
    ) as replies;
  else
    changes := array(select row(story_id, chapter_id, sum(sign * is_shown::integer),
        sum(sign * (is_listed and parent_id is null)::integer),
        sum(sign * (state = 'waiting' and withheld_at is null)::integer))::comment_totals
      from (select 1 as sign, * from after_rows union all select -1, * from before_rows) as rows group by story_id, chapter_id);
    select array_agg(parent_id), array_agg(shown) into parents, differences from (
      select parent_id, sum(sign * is_shown::integer)::integer as shown
      from (select 1 as sign, * from after_rows union all select -1, * from before_rows) as rows
      where parent_id is not null group by parent_id having sum(sign * is_shown::integer) <> 0
    ) as replies;
  end if;
  if changes = '{}' then return null; end if;
  perform add_comment_totals(changes);
  if parents is not null then
    update comments set reply_count = reply_count + change.shown
      from unnest(parents, differences) as change (parent_id, shown)
      where id = change.parent_id and exists (select from stories where stories.id = story_id);
  end if;
  perform pg_notify('nightstand_changes', 'comments ' || id || E'\ncomments ' || slug) from stories
    where id in (select story_id from unnest(changes));
  return null;
end $$;

create or replace trigger comments_count_new after insert on comments
  referencing new table as after_rows for each statement execute function comments_count();

create or replace trigger comments_count_changed after update on comments
  referencing old table as before_rows new table as after_rows for each statement execute function comments_count();

create or replace trigger comments_count_gone after delete on comments
  referencing old table as before_rows for each statement execute function comments_count();

create or replace function comment_thanks_count() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from comments where id in (select comment_id from changed) order by id for no key update;
  update comments set thank_count = thank_count + sign * thanks
    from (select comment_id, count(*)::integer as thanks from changed group by comment_id) as counted
    where id = comment_id and exists (select from stories where stories.id = story_id);
  return null;
end $$;

create or replace trigger comment_thanks_count_new after insert on comment_thanks
  referencing new table as changed for each statement execute function comment_thanks_count();

create or replace trigger comment_thanks_count_gone after delete on comment_thanks
  referencing old table as changed for each statement execute function comment_thanks_count();

-- Comments of a suspended or withheld account are gone, and back when that ends.
create or replace function accounts_withhold_comments() returns trigger language plpgsql as $$
begin
  perform hold_comments(array(select distinct story_id from comments where account_id = new.id));
  update comments set withheld_at = coalesce(new.withheld_at, new.suspended_at) where account_id = new.id;
  return null;
end $$;

create or replace trigger accounts_withhold_comments after update of suspended_at, withheld_at on accounts for each row
  when ((old.suspended_at is null and old.withheld_at is null) <> (new.suspended_at is null and new.withheld_at is null))
  execute function accounts_withhold_comments();

-- Deletes comments, or, where others have replied, only their text and name.
create or replace function withdraw_comments(ids bigint[]) returns void language plpgsql as $$
declare
  parents bigint[] := array(select distinct parent_id from comments where id = any (ids) and parent_id is not null);
begin
  delete from comments as root where id = any (ids) and not exists (
    select from comments as reply where reply.parent_id = root.id and reply.id <> all (ids));
  delete from comment_versions where comment_id = any (ids);
  update comments set state = 'deleted', content = '', account_id = null, author_id = null, edited_at = null,
    removed_by = null, removed_as = null, removal_reason = '', author_removal_reason = null,
    withheld_at = null where id = any (ids);
  delete from comments as root where id = any (parents) and state = 'deleted'
    and not exists (select from comments as reply where reply.parent_id = root.id);
end $$;

-- Runs after accounts_lock_stories, by the order of their names.
create or replace function accounts_withdraw_comments() returns trigger language plpgsql as $$
begin
  perform hold_comments(array(select distinct story_id from comments where account_id = old.id));
  perform withdraw_comments(array(select id from comments where account_id = old.id));
  -- Those of the staff stay, so that colleagues can undo them.
  delete from comment_sweeps where account_id = old.id and swept_as = 'author';
  return old;
end $$;

create or replace trigger accounts_withdraw_comments before delete on accounts
  for each row execute function accounts_withdraw_comments();
