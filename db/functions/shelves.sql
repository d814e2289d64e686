-- Shelves: the pages of those that are published as reading lists. Nothing is said of private ones.

create or replace function shelves_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'list ' || old.slug);
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;

create or replace trigger shelves_notify_updated after update of title, synopsis, visibility, author_id on shelves for each row
  when (old.visibility <> 'private' or new.visibility <> 'private') execute function shelves_notify();

create or replace trigger shelves_notify_deleted after delete on shelves for each row
  when (old.visibility <> 'private') execute function shelves_notify();

-- The page of an author names the public lists that hold a story, so that a new one changes it with its first.
create or replace function shelf_stories_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'list ' || slug) from shelves
    where id in (select shelf_id from changed) and visibility <> 'private';
  perform pg_notify('nightstand_changes', 'author ' || username_key)
    from shelves join pen_names on pen_names.id = author_id
    where shelves.id in (select shelf_id from changed) and visibility = 'public';
  return null;
end $$;

create or replace trigger shelf_stories_notify_new after insert on shelf_stories
  referencing new table as changed for each statement execute function shelf_stories_notify();

create or replace trigger shelf_stories_notify_changed after update on shelf_stories
  referencing new table as changed for each statement execute function shelf_stories_notify();

create or replace trigger shelf_stories_notify_gone after delete on shelf_stories
  referencing old table as changed for each statement execute function shelf_stories_notify();
