-- Up Migration

-- The checks of age that have been passed in the last minutes: a random number for each, nothing about the person.
create table age_checks (
  id bytea primary key,
  passed_at timestamptz not null default now(),
  -- When the browser that began the check received its proof.
  taken_at timestamptz
);

create index age_checks_by_time on age_checks (passed_at);
