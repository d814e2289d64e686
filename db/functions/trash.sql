-- The trash: what is in it, and what its authors and moderators still need of it.

-- An entry exists for as long as trashed_at is set.
create or replace function stories_enter_trash() returns trigger language plpgsql as $$
begin
  if new.trashed_at is not null then
    insert into trash_entries (story_id) values (new.id) on conflict do nothing;
  else
    delete from trash_entries where story_id = new.id and chapter_id is null;
  end if;
  return null;
end $$;

create or replace trigger stories_enter_trash after update of trashed_at on stories for each row
  when ((old.trashed_at is null) <> (new.trashed_at is null)) execute function stories_enter_trash();

create or replace function chapters_enter_trash() returns trigger language plpgsql as $$
begin
  if new.trashed_at is not null then
    insert into trash_entries (story_id, chapter_id) values (new.story_id, new.id) on conflict do nothing;
  else
    delete from trash_entries where chapter_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger chapters_enter_trash after update of trashed_at on chapters for each row
  when ((old.trashed_at is null) <> (new.trashed_at is null)) execute function chapters_enter_trash();

-- Nobody can open a text in the trash. Where a case or a decision is about it, moderators read what is kept as evidence,
-- as after a deletion.
create or replace function stories_keep_trashed_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('story', old.id, 'story', old.id, old.title, old.synopsis);
  perform keep_evidence('story', old.id, 'chapter', chapters.id, chapters.title,
    chapters.note_before || chapters.content || chapters.note_after)
    from chapters where story_id = old.id and trashed_at is null and (state = 'published' or published_at is not null);
  return null;
end $$;

create or replace trigger stories_keep_trashed_evidence after update of trashed_at on stories for each row
  when (old.trashed_at is null and new.trashed_at is not null) execute function stories_keep_trashed_evidence();

create or replace trigger chapters_keep_trashed_evidence after update of trashed_at on chapters for each row
  when (old.trashed_at is null and new.trashed_at is not null
    and (old.state = 'published' or old.published_at is not null))
  execute function chapters_keep_evidence();
