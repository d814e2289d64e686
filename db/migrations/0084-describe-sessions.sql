-- Up Migration

-- The facts by which people recognise their sessions, no finer than that takes.
alter table sessions
  -- Browser and system, such as "Firefox on Linux"; null: unknown.
  add column device text check (char_length(device) <= 60),
  -- The beginning of the network address, such as 203.0.113.x; null: unknown.
  add column network text check (char_length(network) <= 40),
  -- To the hour; null: not since this column exists.
  add column seen_at timestamptz,
  -- The latest proof of identity after the sign-in itself.
  add column proven_at timestamptz;
