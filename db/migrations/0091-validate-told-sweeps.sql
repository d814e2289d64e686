-- Up Migration

alter table inbox_items
  validate constraint inbox_items_sweep_id_fkey,
  validate constraint inbox_items_kind_check,
  validate constraint inbox_items_one_cause;
