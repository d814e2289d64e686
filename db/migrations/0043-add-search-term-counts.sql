-- Up Migration

-- How common the commonest words, and beginnings of words (with a star), are in each place that is searched, counted in a
-- sample now and then.
create table search_term_counts (
  place text not null check (place in ('title', 'head', 'text', 'name', 'author')),
  term text collate "C" not null,
  -- Of all rows of the place, and how many those were.
  share double precision not null,
  total integer not null,
  primary key (place, term)
);
