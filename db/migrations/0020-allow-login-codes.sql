-- Up Migration

-- A mailed code to sign in with is a mailed token like the others; `hash` is then of a keyed hash of account and code.
alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check check (purpose in ('verify', 'reset', 'delete', 'login'));
