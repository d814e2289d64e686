-- Up Migration

-- Random bytes from which, with the replaced token and the site's secret, its successors are computed again during
-- the grace period. Null before a token is replaced and after the grace period.
alter table refresh_tokens add column successor_salt bytea;
