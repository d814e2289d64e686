-- Up Migration

-- The warnings of a story: its author's (warnings, null until asked), its readable chapters' (chapter_warnings, by a
-- trigger), and those that staff added. Only `warnings` may hold none or not_told.
alter table stories
  add column chapter_warnings text[] not null default '{}',
  add column staff_warnings text[] not null default '{}',
  add constraint stories_chapter_warnings_known check (chapter_warnings
    <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}') not valid,
  add constraint stories_staff_warnings_known check (staff_warnings
    <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}') not valid;
alter table chapters
  add column staff_warnings text[] not null default '{}',
  add constraint chapters_staff_warnings_known check (staff_warnings
    <@ '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief}') not valid;

-- Warnings of chapters are one release old: few rows have any.
update stories set chapter_warnings = carried.warnings from (
  select story_id, array_agg(distinct known.name order by known.name) as warnings
  from chapters cross join unnest(chapters.warnings) as known (name)
  where chapters.warnings is not null and chapters.state = 'published' and chapters.trashed_at is null
    and known.name not in ('none', 'not_told')
  group by story_id
) as carried where stories.id = carried.story_id;
