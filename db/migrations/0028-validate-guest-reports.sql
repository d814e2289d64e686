-- Up Migration

-- Apart from 0027, so that nobody waits for a table that is read as a whole.
alter table reports
  validate constraint reports_guest_has_no_account,
  validate constraint reports_guest_email,
  validate constraint reports_guest_forgotten;
