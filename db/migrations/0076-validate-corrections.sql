-- Up Migration

alter table stories validate constraint stories_corrections_known;
alter table corrections validate constraint corrections_author;
alter table corrections validate constraint corrections_credit_known;
alter table corrections validate constraint corrections_credit_for_accepted;
