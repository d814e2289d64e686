-- Up Migration

-- Codes that let somebody register while registration needs an invitation.
create table invitations (
  id bigint generated always as identity primary key,
  -- Readable, because its owner copies it again from the list.
  code text not null unique check (char_length(code) between 10 and 40),
  -- The member who invites; null: the operator's command line. Goes with the member, and the link with it.
  account_id bigint references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The account that was created with it; null: unused, or that account is deleted.
  used_by bigint unique references accounts on delete set null,
  check (used_by is null or used_at is not null)
);
create index invitations_by_account on invitations (account_id, created_at);
create index invitations_by_expiry on invitations (expires_at) where used_at is null;

-- The invitation typed before the visit to Google, for an account that the visit may create.
alter table google_attempts add column invitation text check (char_length(invitation) <= 40);
