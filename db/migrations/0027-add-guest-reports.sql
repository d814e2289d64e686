-- Up Migration

-- Reports without an account. The sender is known by a keyed hash of the network prefix, and by an address only where
-- one was given; both are forgotten with the decision.
alter table reports
  add column guest_network bytea,
  add column guest_email text,
  -- The chapter whose address was given. No foreign key: the report outlives the chapter.
  add column chapter_id bigint,
  add constraint reports_guest_has_no_account check (guest_network is null or reporter_id is null) not valid,
  add constraint reports_guest_email check (guest_email is null or guest_network is not null) not valid,
  add constraint reports_guest_forgotten check (decided_at is null or guest_network is null) not valid;
