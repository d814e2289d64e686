-- Up Migration

-- The names that readers see. An account's default name has the account's id and follows its row (accounts_mirror_pen_name);
-- the ids of its other names are random. No name is ever deleted or given to another account while its account exists.
create table pen_names (
  id bigint not null,
  account_id bigint not null,
  username text not null,
  username_key text generated always as (lower(username)) stored,
  display_name text not null default '',
  bio text not null default '',
  profile_picture_url text,
  profile_public_at timestamptz,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  is_default boolean not null generated always as (id = account_id) stored
);

-- Fills the default name in the transaction of its account. Its text from now on: db/functions/pen-names.sql.
create function accounts_mirror_pen_name() returns trigger language plpgsql as $$
begin
  insert into pen_names as mirror (id, account_id, username, display_name, bio, profile_picture_url, profile_public_at, created_at)
  values (new.id, new.id, new.username, new.display_name, new.bio, new.profile_picture_url, new.profile_public_at, new.created_at)
  on conflict (id) do update set username = excluded.username, display_name = excluded.display_name, bio = excluded.bio,
    profile_picture_url = excluded.profile_picture_url, profile_public_at = excluded.profile_public_at;
  return null;
end $$;

-- Sign-ups wait from here to the end, for as long as it takes to copy the table.
create trigger accounts_mirror_pen_name
  after insert or update of username, display_name, bio, profile_picture_url, profile_public_at on accounts
  for each row execute function accounts_mirror_pen_name();

insert into pen_names (id, account_id, username, display_name, bio, profile_picture_url, profile_public_at, created_at)
  select id, id, username, display_name, bio, profile_picture_url, profile_public_at, created_at from accounts;

alter table pen_names
  add primary key (id),
  add foreign key (account_id) references accounts on delete cascade,
  add unique (username_key),
  add constraint pen_names_username_check check (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  add constraint pen_names_display_name_check check (char_length(display_name) <= 60),
  add constraint pen_names_bio_check check (char_length(bio) <= 2000),
  add constraint pen_names_default_stays check (retired_at is null or id <> account_id);
create index pen_names_by_account on pen_names (account_id);
create index pen_names_by_look on pen_names (username_skeleton(username));
create index pen_names_by_small_look on pen_names (username_skeleton(lower(username)));

-- An author is a pen name. Every stored id is right already, because it is that of a default name. The columns named account_id
-- keep their name for the release before this one; they hold ids of pen names.
alter table stories drop constraint stories_author_id_fkey,
  add constraint stories_author_id_fkey foreign key (author_id) references pen_names on delete cascade not valid;
alter table author_stats drop constraint author_stats_account_id_fkey,
  add constraint author_stats_account_id_fkey foreign key (account_id) references pen_names on delete cascade not valid;
alter table search_authors drop constraint search_authors_account_id_fkey,
  add constraint search_authors_account_id_fkey foreign key (account_id) references pen_names on delete cascade not valid;

-- A report about an author names the pen name that its reporter saw, and the account that moderators act on.
alter table reports add column owner_id bigint;
create function reports_note_owner() returns trigger language plpgsql as $$
begin
  if new.owner_id is null then new.owner_id := (select account_id from pen_names where id = new.author_id); end if;
  return new;
end $$;
create trigger reports_note_owner before insert on reports for each row execute function reports_note_owner();
update reports set owner_id = author_id where author_id is not null;
create index reports_by_owner on reports (owner_id);
