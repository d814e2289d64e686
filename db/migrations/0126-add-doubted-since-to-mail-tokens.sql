-- Up Migration

-- Of a link by which a change of address is stopped: what was set up for signing in from then on goes with the change.
alter table mail_tokens add column doubted_since timestamptz;
