-- Up Migration

-- Corrections of spelling know words with digits from now on: those of titles, names, tags and synopses at once, those
-- of texts as they are written.
insert into search_words (word, in_head)
  select distinct word, true
  from search_stories, unnest(tsvector_to_array(title || head)) as word
  where word ~ '[0-9]' and word ~ '^[[:alnum:]]{3,30}$';
