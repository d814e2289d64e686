-- Every web process keeps the bans in memory, and reads them again when they change.
create or replace function network_bans_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'network bans');
  return null;
end $$;

create or replace trigger network_bans_notify after insert or update or delete on network_bans
  for each statement execute function network_bans_notify();
