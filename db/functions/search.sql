-- Rows of the search index follow their source texts in the same transaction.

-- The only definition of which stories search shows.
create or replace function story_is_listed(story stories) returns boolean language sql immutable parallel safe
  as 'select story.published_at is not null';

-- The letters of scripts without spaces between words, and of Korean, whose endings are joined to their words: Thai, Lao,
-- Burmese, Khmer, Chinese, Japanese, Korean. src/features/search/rules/unspaced.ts says the same.
create or replace function search_unspaced_letter() returns text language sql immutable parallel safe
  return '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF'
    || '\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003FFFF]';

-- Each two neighbouring letters of such a script as a word, and the last letter of each run: every part of a sentence is found
-- by its pairs. All letters but the first of a run are written twice, and then cut into pairs.
create or replace function search_pairs(words text) returns text language plpgsql immutable parallel safe as $$
declare
  letter constant text := search_unspaced_letter();
begin
  if words !~ letter then return words; end if;
  return regexp_replace(
    regexp_replace(
      regexp_replace(words, '(' || letter || ')', '\1\1', 'g'),
      '(^|[^' || substr(letter, 2) || ')(' || letter || ')' || letter, '\1 \2', 'g'),
    '(' || letter || letter || '?)', '\1 ', 'g');
end $$;

-- Replaces signs by spaces, removes invisible characters, and cuts sentences without spaces into pairs. PostgreSQL's parser
-- knows only ASCII signs in a database with the C locale, and takes some signs for parts of a host, a path, a tag, a
-- number or a compound. Arabic and Hebrew lose their vowel signs, and letters that readers type for one another become one.
create or replace function search_text(typed text) returns text language sql immutable parallel safe
  return search_pairs(translate(
    regexp_replace(
      regexp_replace(
        case when typed is nfc normalized then typed else normalize(typed, NFC) end,
        '[\u00AD\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670\u06D6-\u06ED'
          || '\u200B-\u200F\u2060-\u2064\uFEFF]+', '', 'g'),
      '[-_/\\.@:+~<>&#=%''\u0080-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF'
        || '\u0589\u05BE\u05C0\u05C3\u060C\u060D\u061B-\u061F\u066A-\u066D\u06D4\u0964\u0965\u1361-\u1368\u2000-\u2BFF'
        || '\u2E00-\u2E7F\u3000-\u3004\u3008-\u303F\u30A0\u30FB\uE000-\uF8FF\uFE00-\uFE6F\uFF00-\uFF0F\uFF1A-\uFF20'
        || '\uFF3B-\uFF40\uFF5B-\uFF65\uFFE0-\uFFEF\U0001F000-\U0001FAFF]+', ' ', 'g'),
    'أإآٱىیکة', 'ااااييكه'));

-- The same of a typed term. Its last letter may be followed by others, so only its pairs are looked for.
create or replace function search_term_text(typed text) returns text language sql immutable parallel safe
  return regexp_replace(search_text(typed),
    '(' || search_unspaced_letter() || ')(' || search_unspaced_letter() || ') \2 *$', '\1\2');

-- The text of HTML as the cleaner leaves it. Inline elements may stand within a word, all others end one.
create or replace function search_plain_text(html text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(html, '</?(?:em|strong|a|code)(?: [^>]*)?>', '', 'g'), '<[^>]*>', ' ', 'g'),
    '&#x3C;', '<'), '&lt;', '<'), '&nbsp;', ' '), '&#x26;', '&'), '&amp;', '&');

create or replace function search_chapter_text(title text, content text) returns text language sql immutable parallel safe
  return search_text(title || ' ' || search_plain_text(content));

-- A tsvector holds at most 1 MB, far more than prose needs; of longer texts only the beginning is indexed.
create or replace function search_vector(config regconfig, words text) returns tsvector
  language plpgsql immutable parallel safe as $$
begin
  return to_tsvector(config, words);
exception when program_limit_exceeded then
  return to_tsvector(config, left(words, 100000));
end $$;

-- Adds the words of a text to the dictionary for misspelt queries.
create or replace function search_learn(words tsvector, in_head boolean) returns void language sql as $$
  insert into search_words (word, in_head)
  select word, search_learn.in_head from unnest(tsvector_to_array(words)) as word
  where word ~ '^[[:alnum:]]{3,30}$' and not exists (
    select from search_words as known
    where known.word = word.word and (known.in_head or not search_learn.in_head)
  )
$$;

-- A tag as it is searched: its name, and its key where that joins words. "slowburn" finds what "slow burn" does, as in the
-- addresses of tags.
create or replace function search_tag_text(name text, key text) returns text language sql immutable parallel safe
  return case when char_length(key) < char_length(name) then name || ' , ' || key else name end;

-- Rebuilds the index rows of stories, or removes those of unlisted ones.
create or replace function search_refresh_stories(ids bigint[]) returns void language plpgsql as $$
declare
  found record;
begin
  -- Serialises concurrent changes to parts of the same story: the next statement sees the changes of earlier
  -- transactions.
  perform 1 from stories where id = any (ids) order by id for no key update;
  delete from search_stories using stories
    where story_id = any (ids) and stories.id = story_id and not story_is_listed(stories);
  for found in
    select stories.id, search_text(title) as title, search_text(synopsis) as synopsis,
      search_text(username || ' ' || display_name) as author,
      search_text(coalesce((select string_agg(search_tag_text(name, key), ' , ' order by position)
        from story_tags join tags on tags.id = tag_id where story_id = stories.id and position is not null), '')) as tags,
      search_text(coalesce((select string_agg(search_tag_text(name, key), ' , ' order by name)
        from story_tags join tags on tags.id = tag_id where story_id = stories.id and position is null), '')) as implied_tags
    from stories join pen_names on pen_names.id = author_id
    where stories.id = any (ids) and story_is_listed(stories)
  loop
    insert into search_stories (story_id, title, head)
    values (
      found.id,
      to_tsvector('nightstand', found.title) || to_tsvector('nightstand_words', found.title),
      setweight(to_tsvector('nightstand', found.title), 'A')
        || setweight(to_tsvector('nightstand', found.author), 'B')
        || setweight(to_tsvector('nightstand', found.tags), 'B')
        || setweight(to_tsvector('nightstand', found.synopsis), 'C')
        || setweight(to_tsvector('nightstand', found.implied_tags), 'C')
    )
    on conflict (story_id) do update set title = excluded.title, head = excluded.head;
    perform search_learn(
      to_tsvector('nightstand_words', concat_ws(' ', found.title, found.author, found.tags, found.synopsis)), true);
  end loop;
end $$;

-- Rebuilds the index rows of an author, or removes those of an author without listed stories.
create or replace function search_refresh_author(id bigint) returns void language plpgsql as $$
declare
  found record;
begin
  perform 1 from author_stats where account_id = id for no key update;
  delete from search_authors where account_id = id;
  select search_text(username || ' ' || display_name) as names, search_text(bio) as bio into found
    from pen_names join author_stats on author_stats.account_id = pen_names.id
    where pen_names.id = search_refresh_author.id and story_count > 0;
  if found is null then return; end if;
  insert into search_authors (account_id, names, words)
  values (
    id,
    to_tsvector('nightstand', found.names) || to_tsvector('nightstand_words', found.names),
    setweight(to_tsvector('nightstand', found.names), 'A') || setweight(to_tsvector('nightstand', found.bio), 'C')
  );
  perform search_learn(to_tsvector('nightstand_words', found.names), true);
end $$;

create or replace function stories_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_stories(array[new.id]);
  return null;
end $$;

create or replace trigger stories_enter_search after insert on stories for each row
  when (story_is_listed(new)) execute function stories_enter_search();

-- A scheduled chapter is indexed when it is saved, so that publishing many at once is cheap; queries leave it out until
-- then. Its words are learned after its publication, by the job "learn-words".
create or replace function chapters_enter_search() returns trigger language plpgsql as $$
declare
  words text;
begin
  if new.state = 'draft' or new.trashed_at is not null then
    delete from search_chapters where chapter_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.title, old.content, old.story_id) = (new.title, new.content, new.story_id)
    and old.state <> 'draft' and old.trashed_at is null then return null; end if;
  words := search_chapter_text(new.title, new.content);
  insert into search_chapters (chapter_id, story_id, words)
  values (new.id, new.story_id, search_vector('nightstand', words))
  on conflict (chapter_id) do update set story_id = excluded.story_id, words = excluded.words;
  if new.state = 'published' then perform search_learn(search_vector('nightstand_words', words), false); end if;
  return null;
end $$;

create or replace trigger chapters_enter_search after insert or update of title, content, story_id, state, trashed_at
  on chapters for each row execute function chapters_enter_search();

create or replace function story_tags_enter_search() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select distinct story_id from changed join search_stories using (story_id) order by story_id);
begin
  if ids <> '{}' then perform search_refresh_stories(ids); end if;
  return null;
end $$;

create or replace trigger story_tags_enter_search_new after insert on story_tags
  referencing new table as changed for each statement execute function story_tags_enter_search();

create or replace trigger story_tags_enter_search_gone after delete on story_tags
  referencing old table as changed for each statement execute function story_tags_enter_search();

create or replace function tags_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_stories(array(
    select story_id from story_tags where tag_id = new.id and published_at is not null order by story_id));
  return null;
end $$;

create or replace trigger tags_enter_search after update of name on tags for each row
  when (old.name <> new.name) execute function tags_enter_search();

-- Locks stories first, then the author, like the first chapter of a story: two transactions never wait for each other.
create or replace function pen_names_enter_search() returns trigger language plpgsql as $$
begin
  if (old.username, old.display_name) <> (new.username, new.display_name) then
    perform search_refresh_stories(array(
      select story_id from search_stories join stories on stories.id = story_id where author_id = new.id order by story_id));
  end if;
  perform search_refresh_author(new.id);
  return null;
end $$;

create or replace trigger pen_names_enter_search after update of username, display_name, bio on pen_names for each row
  when ((old.username, old.display_name, old.bio) <> (new.username, new.display_name, new.bio))
  execute function pen_names_enter_search();

create or replace function author_stats_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_author(new.account_id);
  return null;
end $$;

create or replace trigger author_stats_enter_search_new after insert on author_stats for each row
  when (new.story_count > 0) execute function author_stats_enter_search();

create or replace trigger author_stats_enter_search after update of story_count on author_stats for each row
  when ((old.story_count > 0) <> (new.story_count > 0)) execute function author_stats_enter_search();
