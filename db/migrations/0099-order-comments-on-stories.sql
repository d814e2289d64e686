-- Up Migration

-- The threads on a story as a whole, among many more on its chapters. On a large library both are created by hand before
-- the upgrade, with `create index concurrently if not exists`.
create index if not exists comments_on_story_by_time on comments (story_id, id)
  where parent_id is null and is_listed and chapter_id is null;
create index if not exists comments_on_story_by_thanks on comments (story_id, thank_count desc, id)
  where parent_id is null and is_listed and chapter_id is null;
