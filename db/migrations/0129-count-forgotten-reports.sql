-- Up Migration

-- Reports that went with what they were about, as transparency reports count them: days instead of times, and nobody named.
create table forgotten_reports (
  id bigint generated always as identity primary key,
  received_on date not null,
  subject text not null check (subject in ('story', 'author', 'list', 'comment')),
  is_grave boolean not null,
  by_guest boolean not null,
  by_trusted boolean not null,
  decided_on date,
  is_upheld boolean,
  hours double precision,
  constraint forgotten_reports_decided check (num_nonnulls(decided_on, is_upheld, hours) in (0, 3))
);
create index forgotten_reports_by_day on forgotten_reports (received_on);
create index forgotten_reports_by_decision on forgotten_reports (decided_on);
