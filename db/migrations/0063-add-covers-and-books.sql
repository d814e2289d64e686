-- Up Migration

-- The author's choices for a story's cover, null where the house chooses, and whether readers may take it away as a book.
alter table stories
  add column cover_paper text,
  add column cover_foil text,
  add column cover_ornament text,
  add column cover_setting text,
  add column cover_previews text not null default 'own',
  add column books boolean not null default true,
  add constraint stories_cover_paper_known check (cover_paper is null
    or cover_paper in ('night', 'ink', 'plum', 'oxblood', 'moss', 'slate', 'linen', 'ash')) not valid,
  add constraint stories_cover_foil_known check (cover_foil is null
    or cover_foil in ('amber', 'rose', 'verdigris', 'bone')) not valid,
  add constraint stories_cover_ornament_known check (cover_ornament is null
    or cover_ornament in ('lamp', 'key', 'stair', 'wave', 'moth', 'moon', 'letter', 'gate', 'bed', 'leaf', 'cup', 'star')) not valid,
  add constraint stories_cover_setting_known check (cover_setting is null
    or cover_setting in ('centred', 'ranged', 'label')) not valid,
  add constraint stories_cover_previews_known check (cover_previews in ('own', 'neutral')) not valid;
