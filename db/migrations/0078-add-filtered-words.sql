-- Up Migration

-- closed: readers find the comments that are there, and nobody adds any.
alter table stories
  drop constraint stories_comments_known,
  add constraint stories_comments_known check (comments in ('off', 'closed', 'members', 'followers', 'approved')) not valid;

-- The one comment that its author keeps on top of the comments on a story as a whole, or on a chapter.
alter table comments add column pinned_at timestamptz;
create unique index comments_pinned on comments (story_id, chapter_id) nulls not distinct where pinned_at is not null;

-- Comments with these words wait, on all stories under a pen name.
create table filtered_words (
  author_id bigint primary key references pen_names on delete cascade,
  words text[] not null,
  constraint filtered_words_count check (cardinality(words) between 1 and 200)
);
