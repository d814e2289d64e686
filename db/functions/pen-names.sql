-- The names that readers see, and the account behind each.

-- Keeps the default name equal to its account, which only its own columns change.
create or replace function accounts_mirror_pen_name() returns trigger language plpgsql as $$
begin
  insert into pen_names as mirror (id, account_id, username, display_name, bio, profile_picture_url, profile_public_at, created_at)
  values (new.id, new.id, new.username, new.display_name, new.bio, new.profile_picture_url, new.profile_public_at, new.created_at)
  on conflict (id) do update set username = excluded.username, display_name = excluded.display_name, bio = excluded.bio,
    profile_picture_url = excluded.profile_picture_url, profile_public_at = excluded.profile_public_at;
  return null;
end $$;

create or replace trigger accounts_mirror_pen_name
  after insert or update of username, display_name, bio, profile_picture_url, profile_public_at on accounts
  for each row execute function accounts_mirror_pen_name();

-- Serialises transactions that take the same username, as an account's or as a pen name.
create or replace function hold_username(username text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(lower(username), 46))
$$;

-- Accounts and pen names share one namespace. A new account with the name of somebody's pen name is not inserted, like one
-- with the name of another account under "on conflict do nothing".
create or replace function accounts_claim_username() returns trigger language plpgsql as $$
begin
  perform hold_username(new.username);
  if exists (select from pen_names where username_key = lower(new.username) and id <> new.id and not is_default) then
    if tg_op = 'INSERT' then return null; end if;
    raise unique_violation using message = 'a pen name has this username';
  end if;
  return new;
end $$;

create or replace trigger accounts_claim_username before insert or update of username on accounts
  for each row execute function accounts_claim_username();

create or replace function pen_names_claim_username() returns trigger language plpgsql as $$
begin
  perform hold_username(new.username);
  return new;
end $$;

create or replace trigger pen_names_claim_username before insert or update of username on pen_names
  for each row execute function pen_names_claim_username();

-- The account behind a pen name.
create or replace function account_of(pen_name bigint) returns bigint language sql stable parallel safe
  return (select account_id from pen_names where id = pen_name);

-- Keeps the account of a reported name for moderators, also after the account is deleted.
create or replace function reports_note_owner() returns trigger language plpgsql as $$
begin
  if new.owner_id is null then new.owner_id := account_of(new.author_id); end if;
  return new;
end $$;

create or replace trigger reports_note_owner before insert on reports
  for each row execute function reports_note_owner();
