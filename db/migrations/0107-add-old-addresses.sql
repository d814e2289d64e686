-- Up Migration

-- Addresses that stories, chapters, series and authors had on another site before an archive was imported. A row stays
-- when its target is deleted: it then leads nowhere, and another run of the import does not bring the target back.
create table old_addresses (
  -- The path, and what of the query names the page, as rules/old-addresses.ts of archives writes them.
  address text primary key check (char_length(address) <= 500),
  story_id bigint references stories (id) on delete set null,
  chapter_id bigint references chapters (id) on delete set null,
  series_id bigint references series (id) on delete set null,
  pen_name_id bigint references pen_names (id) on delete set null
);
create index old_addresses_by_story on old_addresses (story_id) where story_id is not null;
create index old_addresses_by_chapter on old_addresses (chapter_id) where chapter_id is not null;
create index old_addresses_by_series on old_addresses (series_id) where series_id is not null;
create index old_addresses_by_pen_name on old_addresses (pen_name_id) where pen_name_id is not null;
