-- Up Migration

-- A private note takes the items that tell of it along.
alter table inbox_items add constraint inbox_items_note_id_fkey
  foreign key (note_id) references notes on delete cascade;
