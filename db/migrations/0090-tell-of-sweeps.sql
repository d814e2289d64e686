-- Up Migration

-- The author of a story hears of comments that moderators removed there at once: one item for all of them.
alter table inbox_items
  add column sweep_id bigint,
  add constraint inbox_items_sweep_id_fkey foreign key (sweep_id) references comment_sweeps on delete cascade not valid,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in
    ('comment', 'reply', 'thanks', 'decision', 'followers', 'note', 'correction', 'sweep')) not valid,
  drop constraint inbox_items_one_cause,
  add constraint inbox_items_one_cause check (
    num_nonnulls(comment_id, entry_id, correction_id, note_id, sweep_id, follower_count) = 1) not valid;
create index if not exists inbox_items_by_sweep on inbox_items (sweep_id) where sweep_id is not null;
create unique index if not exists inbox_items_once_each on inbox_items (account_id, kind, comment_id, entry_id,
  correction_id, note_id, sweep_id, follower_count, by_id, story_id, author_id, series_id, list_id) nulls not distinct;
drop index inbox_items_once;
