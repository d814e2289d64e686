-- Stories that wait for their author's verified address or for a moderator.

-- Lists stories that wait, from now on or at their earlier place. Locks stories by id, then tags by id. Their authors'
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
  update stories set
    published_at = case when withheld_at is null then coalesce(waiting_published_at, now()) end,
    withheld_published_at = case when withheld_at is not null then coalesce(waiting_published_at, now()) end,
    waiting_since = null, waiting_for = null, waiting_published_at = null
    where id = any (waiting);
  perform note_ranking_changes(waiting);
end $$;

-- A verified address lists the stories that waited for it, in the same transaction, whatever verified it.
create or replace function credentials_end_waiting() returns trigger language plpgsql as $$
begin
  perform stories_end_waiting(array(
    select id from stories where author_id = new.account_id and waiting_for = 'address'));
  return null;
end $$;

create or replace trigger credentials_end_waiting after update of email_verified_at on credentials for each row
  when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function credentials_end_waiting();
