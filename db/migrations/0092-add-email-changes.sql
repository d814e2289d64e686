-- Up Migration

-- A new address that an account has asked for and not confirmed yet. Its links are mailed tokens like the others: one
-- confirms the new address, the other keeps the former one, or restores it.
create table email_changes (
  account_id bigint primary key references accounts on delete cascade,
  email text not null check (char_length(email) <= 254),
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_changes_by_expiry on email_changes (expires_at);

alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check
    check (purpose in ('verify', 'reset', 'delete', 'login', 'confirm-email', 'keep-email'));
