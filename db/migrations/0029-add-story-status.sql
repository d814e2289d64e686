-- Up Migration

-- Whether a story goes on, as its author says; null where they said nothing.
alter table stories add column status text;
alter table stories add constraint stories_status_known
  check (status in ('ongoing', 'complete', 'hiatus', 'abandoned')) not valid;

-- Triggers of their own beside those of migrations 0009 and 0014, which name the columns they watch.
create trigger stories_notify_status after update of status on stories
  for each row when (old.status is distinct from new.status)
  execute function notify_of_story();
create trigger stories_notify_id_status after update of status on stories
  for each row when (old.status is distinct from new.status)
  execute function notify_of_story_id();
