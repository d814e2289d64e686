-- Up Migration

-- When the latest chapter of a story was published, for the list of updated stories. The job "fill-last-chapter-times"
-- fills it for stories that are older than the column.
alter table stories add column last_chapter_at timestamptz;
alter table story_tags add column last_chapter_at timestamptz;

create index if not exists stories_by_last_chapter on stories (last_chapter_at desc nulls last, id desc)
  where published_at is not null;
create index if not exists story_tags_by_last_chapter on story_tags (tag_id, last_chapter_at desc nulls last, story_id desc)
  where published_at is not null;
