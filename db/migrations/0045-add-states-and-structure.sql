-- Up Migration

-- Who may read a story, what it says about itself, and the trash. All columns are null or constant: no row is rewritten.
alter table stories
  add column visibility text not null default 'public',
  add column language text,
  -- Null: its author was not asked yet.
  add column warnings text[],
  add column trashed_at timestamptz,
  -- The story's place in the lists. The trigger stories_derive_listing derives published_at from it, and fills it from
  -- published_at, withheld_published_at or waiting_published_at at the first change of an older story.
  add column listed_since timestamptz,
  add constraint stories_visibility_known check (visibility in ('public', 'draft', 'link', 'members')) not valid,
  add constraint stories_language_length check (char_length(language) <= 35) not valid,
  add constraint stories_warnings_known check (warnings = '{none}' or warnings = '{not_told}' or (cardinality(warnings) > 0
    and warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}')) not valid;

-- published_at is the first publication; null for a published chapter of an older release, which was published when it was
-- created, and for one in a story that is still a draft.
alter table chapters
  add column state text not null default 'published',
  add column publish_at timestamptz,
  add column published_at timestamptz,
  add column kind text not null default 'chapter',
  add column volume text,
  add column note_before text not null default '',
  add column note_after text not null default '',
  add column warnings text[],
  add column trashed_at timestamptz,
  add constraint chapters_state_known check (state in ('draft', 'scheduled', 'published')) not valid,
  add constraint chapters_scheduled check ((state = 'scheduled') = (publish_at is not null)) not valid,
  add constraint chapters_kind_known check (kind in ('chapter', 'interlude', 'notice')) not valid,
  add constraint chapters_volume_length check (char_length(volume) <= 100) not valid,
  add constraint chapters_warnings_known check (warnings = '{none}' or warnings = '{not_told}' or (cardinality(warnings) > 0
    and warnings <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}')) not valid;

-- Few rows at a time: those that the next minutes and months publish.
create index chapters_due on chapters (publish_at, id) where state = 'scheduled';

-- Chapters that were scheduled for the first time since the counts began.
alter table publication_counts
  add column scheduled_count integer not null default 0,
  add constraint publication_counts_scheduled_count_check check (scheduled_count >= 0) not valid;
