-- Up Migration

-- What changes on public pages is told on the channel nightstand_changes, at the commit, to every process that
-- keeps finished pages: `story <slug>`, `author <username>`, `lists`, or `all` where something must be gone from
-- wherever it may be mentioned. Counts are not told: they change all the time, and pages are kept only for seconds.

create function notify_of_story() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.published_at is null then
    if old.published_at is not null then perform pg_notify('nightstand_changes', 'all'); end if;
    perform pg_notify('nightstand_changes', 'story ' || old.slug);
    return null;
  end if;
  perform pg_notify('nightstand_changes', 'story ' || old.slug);
  if new.slug <> old.slug then perform pg_notify('nightstand_changes', 'story ' || new.slug); end if;
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;
create trigger stories_notify_deleted after delete on stories
  for each row execute function notify_of_story();
create trigger stories_notify_updated after update of title, slug, synopsis, published_at, featured_at on stories
  for each row
  when ((old.title, old.slug, old.synopsis, old.published_at, old.featured_at)
    is distinct from (new.title, new.slug, new.synopsis, new.published_at, new.featured_at))
  execute function notify_of_story();

create function notify_of_story_part() returns trigger language plpgsql as $$
declare
  part_slug text;
  is_listed boolean;
begin
  select slug, published_at is not null into part_slug, is_listed
    from stories where id = coalesce(new.story_id, old.story_id);
  -- Gone together with its story, which tells by itself.
  if part_slug is null then return null; end if;
  perform pg_notify('nightstand_changes', 'story ' || part_slug);
  if tg_table_name = 'story_tags' and is_listed then perform pg_notify('nightstand_changes', 'lists'); end if;
  return null;
end $$;
create trigger chapters_notify after insert or delete or update of title, content, "order" on chapters
  for each row execute function notify_of_story_part();
create trigger story_tags_notify after insert or delete or update of position on story_tags
  for each row execute function notify_of_story_part();

create function notify_of_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'author ' || old.username_key);
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;
create trigger accounts_notify after update of username, display_name, bio, profile_picture_url on accounts
  for each row execute function notify_of_account();
