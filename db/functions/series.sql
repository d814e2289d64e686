-- Series: the stories that they hold, and the pages that show them.

-- A story is only in series of its own pen name.
create or replace function stories_leave_series() returns trigger language plpgsql as $$
begin
  delete from series_stories using series
    where story_id = new.id and series.id = series_id and series.author_id <> new.author_id;
  return null;
end $$;

create or replace trigger stories_leave_series after update of author_id on stories for each row
  when (old.author_id <> new.author_id) execute function stories_leave_series();

-- The pages of series, and of their stories, which name their place in them.
create or replace function notify_of_series(ids bigint[]) returns void language plpgsql as $$
begin
  if ids = '{}' then return; end if;
  perform pg_notify('nightstand_changes', 'series ' || id || E'\nseries ' || slug) from series where id = any (ids);
  perform pg_notify('nightstand_changes', 'story ' || stories.id || E'\nstory ' || stories.slug)
    from series_stories join stories on stories.id = story_id where series_id = any (ids);
  perform pg_notify('nightstand_changes', 'lists');
end $$;

create or replace function series_notify() returns trigger language plpgsql as $$
begin
  perform notify_of_series(array[old.id]);
  return coalesce(new, old);
end $$;

create or replace trigger series_notify_updated after update of title, synopsis, completed_at on series
  for each row execute function series_notify();

-- Before the deletion, while the series has its stories.
create or replace trigger series_notify_deleted before delete on series
  for each row execute function series_notify();

create or replace function series_stories_notify() returns trigger language plpgsql as $$
begin
  perform notify_of_series(array(select distinct series_id from changed));
  perform pg_notify('nightstand_changes', 'story ' || id || E'\nstory ' || slug)
    from stories where id in (select story_id from changed);
  return null;
end $$;

create or replace trigger series_stories_notify_new after insert on series_stories
  referencing new table as changed for each statement execute function series_stories_notify();

create or replace trigger series_stories_notify_moved after update on series_stories
  referencing new table as changed for each statement execute function series_stories_notify();

create or replace trigger series_stories_notify_gone after delete on series_stories
  referencing old table as changed for each statement execute function series_stories_notify();

-- A story that changes its title or its place in the lists changes the pages of its neighbours.
create or replace function stories_notify_series() returns trigger language plpgsql as $$
begin
  perform notify_of_series(array(select series_id from series_stories where story_id = new.id));
  return null;
end $$;

create or replace trigger stories_notify_series after update on stories for each row
  when ((old.title, old.slug, old.published_at, old.trashed_at)
    is distinct from (new.title, new.slug, new.published_at, new.trashed_at))
  execute function stories_notify_series();
