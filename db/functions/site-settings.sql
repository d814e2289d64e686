-- Every process keeps the settings in memory, and reads them again when they change.
create or replace function setting_changes_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'site settings');
  return null;
end $$;

create or replace trigger setting_changes_notify after insert or update or delete on setting_changes
  for each statement execute function setting_changes_notify();
