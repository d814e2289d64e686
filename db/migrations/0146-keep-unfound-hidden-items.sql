-- Up Migration

-- What a guest hid and visitors did not find when the guest signed in. No foreign keys: whether the item exists must make no
-- difference.
create table unfound_hidden_items (
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('tags', 'authors', 'stories')),
  item_id bigint not null,
  primary key (account_id, kind, item_id)
);
