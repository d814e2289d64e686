-- Up Migration

-- The stories that the site, and no moderator, has put first among the featured ones, and when.
create table weekly_leads (
  story_id integer primary key references stories on delete cascade,
  led_at timestamptz not null
);
