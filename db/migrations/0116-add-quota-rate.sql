-- Up Migration

-- The hourly total that the taken slots were counted against, because admins change it while the site runs.
alter table stranger_quota add column per_hour integer check (per_hour > 0);
