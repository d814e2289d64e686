-- Up Migration

-- Apart from 0056, so that nobody waits for a table that is read as a whole. Readers and authors go on meanwhile.
alter table tags
  validate constraint tags_canonical_id_fkey,
  validate constraint tags_canonical_is_another,
  validate constraint tags_kind_known;
