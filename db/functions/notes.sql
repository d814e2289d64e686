-- Private notes: what becomes of them with their writer's account. With the author's account the story goes, and all with it.

create or replace function accounts_withdraw_notes() returns trigger language plpgsql as $$
begin
  delete from note_threads where sender_id = old.id
    and not exists (select from notes where thread_id = note_threads.id and is_from_author and deleted_at is null);
  update notes set content = '', deleted_at = clock_timestamp() where not is_from_author and deleted_at is null
    and thread_id in (select id from note_threads where sender_id = old.id);
  return old;
end $$;

create or replace trigger accounts_withdraw_notes before delete on accounts
  for each row execute function accounts_withdraw_notes();
