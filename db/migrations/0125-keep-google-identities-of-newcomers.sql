-- Up Migration

-- Google's answer can be redeemed once. A newcomer whose network has used up its sign-ups asks again with a proof of work,
-- and is known by what Google said before.
alter table google_attempts
  add column issuer text,
  add column subject text,
  add column email text,
  add column is_email_verified boolean;
