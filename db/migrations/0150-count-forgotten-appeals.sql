-- Up Migration

-- Answered appeals that went with the account of their author, as transparency reports count them: days instead of times, and
-- nobody named.
create table forgotten_appeals (
  id bigint generated always as identity primary key,
  received_on date not null,
  answered_on date not null,
  is_granted boolean not null,
  hours double precision not null
);
create index forgotten_appeals_by_day on forgotten_appeals (received_on);
create index forgotten_appeals_by_answer on forgotten_appeals (answered_on);
