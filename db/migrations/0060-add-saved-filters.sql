-- Up Migration

-- Filters of lists that a reader has named. Pages follow the default one.
create table saved_filters (
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  query text not null,
  is_default boolean not null,
  primary key (account_id, name),
  constraint saved_filters_name_length check (char_length(name) between 1 and 40),
  constraint saved_filters_query_length check (char_length(query) between 1 and 3000)
);

create unique index saved_filters_one_default on saved_filters (account_id) where is_default;
