-- Up Migration

-- The addresses to which a mail server permanently refused mail, as addresses are compared.
create table refused_addresses (
  address_key text primary key,
  refused_at timestamptz not null
);
create index refused_addresses_by_age on refused_addresses (refused_at);
