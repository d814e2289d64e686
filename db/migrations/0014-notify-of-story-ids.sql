-- Up Migration

-- The API names a story by its slug or by its id, so what changes is told by id as well: `story 12` beside
-- `story the-ferry`. Triggers of their own, beside those of migration 0009: here nothing has to be looked up.

create function notify_of_story_id() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'story ' || old.id);
  return null;
end $$;
create trigger stories_notify_id_deleted after delete on stories
  for each row execute function notify_of_story_id();
create trigger stories_notify_id_updated after update of title, slug, synopsis, published_at, featured_at, withheld_at
  on stories
  for each row
  when ((old.title, old.slug, old.synopsis, old.published_at, old.featured_at, old.withheld_at)
    is distinct from (new.title, new.slug, new.synopsis, new.published_at, new.featured_at, new.withheld_at))
  execute function notify_of_story_id();

create function notify_of_story_part_id() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'story ' || coalesce(new.story_id, old.story_id));
  return null;
end $$;
create trigger chapters_notify_id after insert or delete or update of title, content, "order" on chapters
  for each row execute function notify_of_story_part_id();
create trigger story_tags_notify_id after insert or delete or update of position on story_tags
  for each row execute function notify_of_story_part_id();
