-- A refused address is forgotten with the account or the subscription that has it. Another one with the same address is told again
-- by the next refusal.
create or replace function forget_refused_address() returns trigger language plpgsql as $$
begin
  delete from refused_addresses where address_key = old.email_key;
  return null;
end $$;

create or replace trigger credentials_forget_refused after delete on credentials
  for each row execute function forget_refused_address();

create or replace trigger credentials_forget_refused_changed after update of email on credentials for each row
  when (lower(old.email) is distinct from lower(new.email)) execute function forget_refused_address();

create or replace trigger newsletter_subscribers_forget_refused after delete on newsletter_subscribers
  for each row execute function forget_refused_address();
