-- Up Migration

-- When a story last left the lists for another reason than its author's choice of a link, and when it came back. What was
-- published in between is news from then on.
alter table stories
  add column unlisted_at timestamptz,
  add column listed_again_at timestamptz;
create index if not exists stories_by_return on stories (listed_again_at) where listed_again_at is not null;

-- When a scheduled chapter that was late was published in fact; null for all others.
alter table chapters add column late_at timestamptz;
create index if not exists chapters_by_lateness on chapters (story_id, late_at) where late_at is not null;

-- When a story came into a series; null for those that were there before the column.
alter table series_stories add column added_at timestamptz;
alter table series_stories alter column added_at set default now();
