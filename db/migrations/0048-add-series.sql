-- Up Migration

-- Stories of one pen name in an order that their author decides. author_id is the pen name, and has no foreign key: a series
-- goes with its owner's account. A story of another pen name leaves the series (stories_leave_series).
create table series (
  id bigint primary key generated always as identity,
  owner_id bigint not null references accounts on delete cascade,
  author_id bigint not null,
  slug text not null unique,
  title text not null,
  synopsis text not null default '',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint series_slug_length check (char_length(slug) <= 100),
  constraint series_title_length check (char_length(title) between 1 and 100),
  constraint series_synopsis_length check (char_length(synopsis) <= 5000)
);
create index series_by_owner on series (owner_id, id);

create table series_stories (
  series_id bigint not null references series on delete cascade,
  story_id bigint not null references stories on delete cascade,
  position integer not null,
  primary key (series_id, story_id)
);
create index series_stories_by_story on series_stories (story_id);
