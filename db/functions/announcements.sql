-- Every web process keeps the announcements in memory, and reads them again when they change.
create or replace function announcement_revisions_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'announcements');
  return null;
end $$;

create or replace trigger announcement_revisions_notify after insert or update or delete on announcement_revisions
  for each statement execute function announcement_revisions_notify();
