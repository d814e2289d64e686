-- Up Migration

-- The list of an account's own corrections, latest first; it also finds those of the day, as the index before it did.
create index corrections_of_account on corrections (account_id, id desc) where account_id is not null;
drop index corrections_by_account;
