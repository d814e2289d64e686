-- Up Migration

-- Whether a report came without an account: `reporter_id` also becomes null when its account is deleted, and the network
-- when it is decided. Decided reports without either stay guests', as they have been counted so far.
alter table reports add column is_from_guest boolean not null default false;
update reports set is_from_guest = true
  where reporter_id is null and (guest_network is not null or decided_at is not null);
