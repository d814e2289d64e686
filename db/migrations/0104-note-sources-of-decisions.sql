-- Up Migration

-- What brought a decision about: part of its statement of reasons, and not to be found out later, as reports go with
-- their accounts. Null for decisions from before, and for answers to appeals.
alter table moderation_entries
  add column source text check (source in ('notice', 'trusted-flagger', 'own'));
