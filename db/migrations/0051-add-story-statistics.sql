-- Up Migration

-- What happened to a story in a day, counted at the moment it happened: no row knows a reader. Days older than a year
-- are added up in the Monday of their week.
create table story_statistics (
  story_id bigint not null references stories on delete cascade,
  -- 0 for what concerns the whole story. Not a reference: the counts of a deleted chapter stay in its story's sums.
  chapter_id bigint not null default 0,
  day date not null,
  kind text not null check (kind in (
    'view', 'visit', 'bookmark', 'follow', 'started', 'completed',
    'from-direct', 'from-site', 'from-search', 'from-social', 'from-other')),
  -- Below zero on a day on which more readers took their bookmark back than set one.
  count integer not null,
  primary key (story_id, day, kind, chapter_id)
);

create index story_statistics_by_day on story_statistics (day);
