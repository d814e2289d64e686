-- Up Migration

-- Which text of db/functions is in force, by file. Unlogged: after a crash all files are applied again, which changes
-- nothing, and a backup leaves the table out, as a restored database is given the functions of the release it starts with.
create unlogged table function_files (
  name text primary key,
  checksum text not null
);
