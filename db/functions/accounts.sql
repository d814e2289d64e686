-- The comparison form of usernames, and the deletion of accounts.

-- The form of a username in which names that look alike are equal: the skeleton of UTS 39 for the characters that a
-- username can have. The test of src/base/skeleton.ts compares it with Unicode's table.
create or replace function username_skeleton(username text) returns text language sql immutable parallel safe
  return lower(replace(replace(replace(translate(username, '01I', 'Oll'), 'm', 'rn'), '_', ''), '-', ''));

-- Deleting an account deletes its votes, bookmarks, comments and stories. Locks all stories concerned, and then the tags of those
-- that go, before the first row is changed: two deletions with stories in common never wait for each other.
create or replace function accounts_lock_stories() returns trigger language plpgsql as $$
begin
  perform 1 from stories where id in (
    select id from stories where author_id in (select id from pen_names where account_id = old.id)
    union select story_id from votes where account_id = old.id
    union select story_id from bookmarks where account_id = old.id
    union select story_id from comments where account_id = old.id
  ) order by id for update;
  perform 1 from tags where id in (
    select tag_id from story_tags join stories on stories.id = story_id where author_id in (select id from pen_names where account_id = old.id)
  ) order by id for no key update;
  return old;
end $$;

create or replace trigger accounts_lock_stories before delete on accounts for each row execute function accounts_lock_stories();
