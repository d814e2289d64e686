-- Tells every process which cached pages are out of date; src/platform/database/cache-invalidation.ts listens.

-- Names the story by its slug. A story that leaves the lists may be on any page.
create or replace function notify_of_story() returns trigger language plpgsql as $$
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

-- No list of columns: a trigger before the update changes published_at, which no statement sets.
create or replace trigger stories_notify_updated after update on stories for each row
  when ((old.title, old.slug, old.synopsis, old.author_id, old.status, old.visibility, old.language, old.warnings,
      old.full_text_feeds, old.licence, old.ai_training, old.books, old.chapter_warnings, old.staff_warnings, old.published_at, old.featured_at, old.withheld_at, old.waiting_since, old.comments, old.trashed_at, old.cover_paper, old.cover_foil,
      old.cover_ornament, old.cover_setting, old.cover_previews, old.notes, old.corrections)
    is distinct from (new.title, new.slug, new.synopsis, new.author_id, new.status, new.visibility, new.language, new.warnings,
      new.full_text_feeds, new.licence, new.ai_training, new.books, new.chapter_warnings, new.staff_warnings, new.published_at, new.featured_at, new.withheld_at, new.waiting_since, new.comments, new.trashed_at, new.cover_paper, new.cover_foil,
      new.cover_ornament, new.cover_setting, new.cover_previews, new.notes, new.corrections))
  execute function notify_of_story();

create or replace trigger stories_notify_deleted after delete on stories
  for each row execute function notify_of_story();

-- Lists show the number of chapters and the time of the latest; their triggers have told of the story. A story that gets its
-- first time from a job has no new chapter.
create or replace function stories_notify_chapters() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;

create or replace trigger stories_notify_chapters after update on stories for each row
  when (old.published_at is not null and new.published_at is not null
    and (old.chapter_count <> new.chapter_count or old.last_chapter_at <> new.last_chapter_at))
  execute function stories_notify_chapters();

-- Chapters and tags are a part of their story's page.
create or replace function notify_of_story_part() returns trigger language plpgsql as $$
declare
  part_slug text;
  is_listed boolean;
begin
  select slug, published_at is not null into part_slug, is_listed
    from stories where id = coalesce(new.story_id, old.story_id);
  -- A chapter or tag that goes with its story needs no message: the story sends its own.
  if part_slug is null then return null; end if;
  if tg_table_name = 'story_tags' then
    -- An implied tag is on no page of the story.
    if coalesce(new.position, old.position) is not null then
      perform pg_notify('nightstand_changes', 'story ' || part_slug);
    end if;
    if is_listed then perform pg_notify('nightstand_changes', 'lists'); end if;
    return null;
  end if;
  perform pg_notify('nightstand_changes', 'story ' || part_slug);
  return null;
end $$;

create or replace trigger chapters_notify
  after insert or delete or update of title, content, "order", state, kind, volume, note_before, note_after, warnings,
    staff_warnings, trashed_at on chapters
  for each row execute function notify_of_story_part();

-- Results of a search quote the texts of chapters: a text that is withdrawn is on no cached page of results.
create or replace function chapters_notify_withdrawn() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;

create or replace trigger chapters_notify_withdrawn after update of state, trashed_at on chapters for each row
  when (chapter_is_readable(old) and not chapter_is_readable(new)) execute function chapters_notify_withdrawn();

-- An edited text is on no cached page of results, either, which have a tag of their own: an edit changes no other list.
create or replace function chapters_notify_edited() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'texts') from stories where id = new.story_id and published_at is not null;
  return null;
end $$;

create or replace trigger chapters_notify_edited after update of title, content on chapters for each row
  when (chapter_is_readable(old) and chapter_is_readable(new)
    and (old.title, old.content) is distinct from (new.title, new.content))
  execute function chapters_notify_edited();

create or replace trigger story_tags_notify after insert or delete or update of position on story_tags
  for each row execute function notify_of_story_part();

-- Names the story by its id, for responses that are cached by id.
create or replace function notify_of_story_id() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'story ' || old.id);
  return null;
end $$;

create or replace trigger stories_notify_id_updated after update on stories for each row
  when ((old.title, old.slug, old.synopsis, old.author_id, old.status, old.visibility, old.language, old.warnings,
      old.full_text_feeds, old.licence, old.ai_training, old.books, old.chapter_warnings, old.staff_warnings, old.published_at, old.featured_at, old.withheld_at, old.waiting_since, old.comments, old.trashed_at, old.cover_paper, old.cover_foil,
      old.cover_ornament, old.cover_setting, old.cover_previews, old.notes, old.corrections)
    is distinct from (new.title, new.slug, new.synopsis, new.author_id, new.status, new.visibility, new.language, new.warnings,
      new.full_text_feeds, new.licence, new.ai_training, new.books, new.chapter_warnings, new.staff_warnings, new.published_at, new.featured_at, new.withheld_at, new.waiting_since, new.comments, new.trashed_at, new.cover_paper, new.cover_foil,
      new.cover_ornament, new.cover_setting, new.cover_previews, new.notes, new.corrections))
  execute function notify_of_story_id();

create or replace trigger stories_notify_id_deleted after delete on stories
  for each row execute function notify_of_story_id();

create or replace function notify_of_story_part_id() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'story ' || coalesce(new.story_id, old.story_id));
  return null;
end $$;

create or replace trigger chapters_notify_id
  after insert or delete or update of title, content, "order", state, kind, volume, note_before, note_after, warnings,
    staff_warnings, trashed_at on chapters
  for each row execute function notify_of_story_part_id();

create or replace trigger story_tags_notify_id after insert or delete or update of position on story_tags
  for each row execute function notify_of_story_part_id();

create or replace function notify_of_pen_name() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'author ' || old.username_key);
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;

create or replace trigger pen_names_notify
  after delete or update of username, display_name, bio, profile_picture_url, profile_public_at, retired_at on pen_names
  for each row execute function notify_of_pen_name();

create or replace function accounts_notify_withheld() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'all');
  return null;
end $$;

create or replace trigger accounts_notify_withheld after update of withheld_at on accounts for each row
  when (old.withheld_at is distinct from new.withheld_at) execute function accounts_notify_withheld();

-- Pages of tags and lists of stories show what tags mean.
create or replace function tags_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $$;

create or replace trigger tags_notify after update of canonical_id, kind on tags
  for each row when ((old.canonical_id, old.kind) is distinct from (new.canonical_id, new.kind))
  execute function tags_notify();

create or replace trigger tag_parents_notify after insert or delete on tag_parents
  for each statement execute function tags_notify();
