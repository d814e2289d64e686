-- Notices of trusted flaggers are marked as they come in, and lose the mark when the trust is revoked.

-- The trusted flagger with this account or email address, if there is one today.
create or replace function trusted_flagger_of(of_account bigint, of_email text) returns bigint language sql stable as $$
  select id from trusted_flaggers
  where revoked_at is null and until >= (now() at time zone 'UTC')::date
    and (account_id = of_account or address in (lower(of_email), '@' || split_part(lower(of_email), '@', 2)))
  order by id limit 1
$$;

-- A member's address counts once it is verified. A guest's is only typed: it brings priority, and is shown as such.
create or replace function reports_note_trust() returns trigger language plpgsql as $$
begin
  new.trusted_flagger_id := trusted_flagger_of(new.reporter_id, coalesce(new.guest_email, (
    select email from credentials where account_id = new.reporter_id and email_verified_at is not null)));
  -- A report stays a member's when its account is deleted.
  if tg_op = 'INSERT' then
    new.is_from_guest := new.reporter_id is null;
  end if;
  return new;
end $$;

create or replace trigger reports_note_trust before insert on reports for each row execute function reports_note_trust();

create or replace trigger reports_note_trust_again before update of guest_email, reason on reports
  for each row when (new.decided_at is null) execute function reports_note_trust();

create or replace function takedown_requests_note_trust() returns trigger language plpgsql as $$
begin
  new.trusted_flagger_id := trusted_flagger_of(null, new.requester_email);
  return new;
end $$;

create or replace trigger takedown_requests_note_trust before insert on takedown_requests
  for each row execute function takedown_requests_note_trust();

-- A notice that waits loses its priority; a decided one stays counted.
create or replace function trusted_flaggers_follow() returns trigger language plpgsql as $$
begin
  update reports set trusted_flagger_id = null where trusted_flagger_id = new.id and decided_at is null;
  update takedown_requests set trusted_flagger_id = null
    where trusted_flagger_id = new.id and waiting_since is not null;
  return null;
end $$;

create or replace trigger trusted_flaggers_follow after update of revoked_at on trusted_flaggers
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function trusted_flaggers_follow();
