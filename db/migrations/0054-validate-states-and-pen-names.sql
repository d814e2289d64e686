-- Up Migration

-- Apart from 0045 and 0046, so that nobody waits for a table that is read as a whole. Readers and authors go on meanwhile.
alter table stories
  validate constraint stories_status_known,
  validate constraint stories_visibility_known,
  validate constraint stories_language_length,
  validate constraint stories_warnings_known,
  validate constraint stories_author_id_fkey;
alter table chapters
  validate constraint chapters_state_known,
  validate constraint chapters_scheduled,
  validate constraint chapters_kind_known,
  validate constraint chapters_volume_length,
  validate constraint chapters_warnings_known;
alter table publication_counts validate constraint publication_counts_scheduled_count_check;
alter table author_stats validate constraint author_stats_account_id_fkey;
alter table search_authors validate constraint search_authors_account_id_fkey;
