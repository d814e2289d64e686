-- Up Migration

-- Both are trusted: the site's role may add them although it is no superuser.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────
-- English stems without accents, and the words as they were typed, without accents either.
create text search configuration nightstand (copy = pg_catalog.english);
alter text search configuration nightstand
  alter mapping for word, numword with unaccent, english_stem;
create text search configuration nightstand_words (copy = pg_catalog.simple);
alter text search configuration nightstand_words
  alter mapping for word, numword with unaccent, simple;

-- The parser knows only ASCII's signs in a database like the embedded one, and takes some of them for parts of a
-- host, a path, a tag, a number or a compound: all signs become spaces, and what nobody sees within a word goes.
create function search_text(typed text) returns text language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(
      case when typed is nfc normalized then typed else normalize(typed, NFC) end,
      '[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+', '', 'g'),
    '[-_/\\.@:+~<>&#=%''\u0080-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u2000-\u2BFF'
      || '\u2E00-\u2E7F\u3000-\u3004\u3008-\u303F\uE000-\uF8FF\uFE00-\uFE6F\U0001F000-\U0001FAFF]+', ' ', 'g');

-- The text of HTML as the cleaner leaves it. Inline elements may stand within a word, all others end one.
create function search_plain_text(html text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(html, '</?(?:em|strong|a|code)(?: [^>]*)?>', '', 'g'), '<[^>]*>', ' ', 'g'),
    '&#x3C;', '<'), '&lt;', '<'), '&nbsp;', ' '), '&#x26;', '&'), '&amp;', '&');

-- A tsvector holds at most 1 MB, which no prose comes near; of anything else the beginning is found.
create function search_vector(config regconfig, words text) returns tsvector
  language plpgsql immutable parallel safe as $$
begin
  return to_tsvector(config, words);
exception when program_limit_exceeded then
  return to_tsvector(config, left(words, 100000));
end $$;

-- ── What is looked through ────────────────────────────────────────────────────────────────────────────────
-- A story has a row here if and only if it is listed.
create table search_stories (
  story_id bigint primary key references stories on delete cascade,
  -- The title twice: its stems, and all its words as they are.
  title tsvector not null,
  -- A title, B author and tags, C synopsis.
  head tsvector not null
);

-- Every chapter has one, listed or not.
create table search_chapters (
  chapter_id bigint primary key references chapters on delete cascade,
  story_id bigint not null,
  words tsvector not null
);

-- An account has a row here if and only if it has a listed story.
create table search_authors (
  account_id bigint primary key references accounts on delete cascade,
  -- Username and display name, twice like titles.
  names tsvector not null,
  -- A names, C bio.
  words tsvector not null
);

-- Every word that was ever written here, for those who mistype. Without a unique index: two who write the same new
-- word at once must not wait for each other, and a word that stands here twice does no harm.
create table search_words (
  word text not null,
  -- Whether it stands in a title, a name, a tag or a synopsis.
  in_head boolean not null
);
create index search_words_by_word on search_words (word);

-- ── Listed: the one place that says which stories lists and search may show ───────────────────────────────
create function story_is_listed(story stories) returns boolean language sql immutable parallel safe
  as 'select story.published_at is not null';

-- ── How rows get there, in the transaction of what they follow from ───────────────────────────────────────
create function search_learn(words tsvector, in_head boolean) returns void language sql as $$
  insert into search_words (word, in_head)
  select word, search_learn.in_head from unnest(tsvector_to_array(words)) as word
  where word ~ '^[[:alpha:]]{3,30}$' and not exists (
    select from search_words as known
    where known.word = word.word and (known.in_head or not search_learn.in_head)
  )
$$;

create function search_refresh_stories(ids bigint[]) returns void language plpgsql as $$
declare
  found record;
begin
  -- Whoever changes another part of the same story at the same time comes before or after, not in between: the
  -- next statement sees what they have written.
  perform 1 from stories where id = any (ids) order by id for no key update;
  delete from search_stories using stories
    where story_id = any (ids) and stories.id = story_id and not story_is_listed(stories);
  for found in
    select stories.id, search_text(title) as title, search_text(synopsis) as synopsis,
      search_text(username || ' ' || display_name) as author,
      search_text(coalesce((select string_agg(name, ' , ' order by position)
        from story_tags join tags on tags.id = tag_id where story_id = stories.id), '')) as tags
    from stories join accounts on accounts.id = author_id
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
    )
    on conflict (story_id) do update set title = excluded.title, head = excluded.head;
    perform search_learn(
      to_tsvector('nightstand_words', concat_ws(' ', found.title, found.author, found.tags, found.synopsis)), true);
  end loop;
end $$;

create function search_refresh_author(id bigint) returns void language plpgsql as $$
declare
  found record;
begin
  perform 1 from author_stats where account_id = id for no key update;
  delete from search_authors where account_id = id;
  select search_text(username || ' ' || display_name) as names, search_text(bio) as bio into found
    from accounts join author_stats on account_id = accounts.id
    where accounts.id = search_refresh_author.id and story_count > 0;
  if found is null then return; end if;
  insert into search_authors (account_id, names, words)
  values (
    id,
    to_tsvector('nightstand', found.names) || to_tsvector('nightstand_words', found.names),
    setweight(to_tsvector('nightstand', found.names), 'A') || setweight(to_tsvector('nightstand', found.bio), 'C')
  );
  perform search_learn(to_tsvector('nightstand_words', found.names), true);
end $$;

create function stories_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_stories(array[new.id]);
  return null;
end $$;
create trigger stories_enter_search_new after insert on stories for each row
  when (story_is_listed(new)) execute function stories_enter_search();
create trigger stories_enter_search after update on stories for each row
  when (story_is_listed(old) <> story_is_listed(new)
    or (story_is_listed(new) and (old.title, old.synopsis, old.author_id) <> (new.title, new.synopsis, new.author_id)))
  execute function stories_enter_search();

create function story_tags_enter_search() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select distinct story_id from changed join search_stories using (story_id) order by story_id);
begin
  if ids <> '{}' then perform search_refresh_stories(ids); end if;
  return null;
end $$;
create trigger story_tags_enter_search_new after insert on story_tags
  referencing new table as changed for each statement execute function story_tags_enter_search();
create trigger story_tags_enter_search_gone after delete on story_tags
  referencing old table as changed for each statement execute function story_tags_enter_search();

create function tags_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_stories(array(
    select story_id from story_tags where tag_id = new.id and published_at is not null order by story_id));
  return null;
end $$;
create trigger tags_enter_search after update of name on tags for each row
  when (old.name <> new.name) execute function tags_enter_search();

-- First the stories, then the author, as when a first chapter is written: else the two could wait for each other.
create function accounts_enter_search() returns trigger language plpgsql as $$
begin
  if (old.username, old.display_name) <> (new.username, new.display_name) then
    perform search_refresh_stories(array(
      select story_id from search_stories join stories on stories.id = story_id where author_id = new.id order by story_id));
  end if;
  perform search_refresh_author(new.id);
  return null;
end $$;
create trigger accounts_enter_search after update of username, display_name, bio on accounts for each row
  when ((old.username, old.display_name, old.bio) <> (new.username, new.display_name, new.bio))
  execute function accounts_enter_search();

create function author_stats_enter_search() returns trigger language plpgsql as $$
begin
  perform search_refresh_author(new.account_id);
  return null;
end $$;
create trigger author_stats_enter_search_new after insert on author_stats for each row
  when (new.story_count > 0) execute function author_stats_enter_search();
create trigger author_stats_enter_search after update of story_count on author_stats for each row
  when ((old.story_count > 0) <> (new.story_count > 0)) execute function author_stats_enter_search();

create function search_chapter_text(title text, content text) returns text language sql immutable parallel safe
  return search_text(title || ' ' || search_plain_text(content));

create function chapters_enter_search() returns trigger language plpgsql as $$
declare
  words text := search_chapter_text(new.title, new.content);
begin
  insert into search_chapters (chapter_id, story_id, words)
  values (new.id, new.story_id, search_vector('nightstand', words))
  on conflict (chapter_id) do update set story_id = excluded.story_id, words = excluded.words;
  perform search_learn(search_vector('nightstand_words', words), false);
  return null;
end $$;
create trigger chapters_enter_search after insert or update of title, content, story_id on chapters
  for each row execute function chapters_enter_search();

-- ── What is there already ─────────────────────────────────────────────────────────────────────────────────
select search_refresh_stories(array(select id from stories order by id));
select search_refresh_author(account_id) from author_stats;
insert into search_chapters (chapter_id, story_id, words)
  select id, story_id, search_vector('nightstand', search_chapter_text(title, content)) from chapters;
insert into search_words (word, in_head)
  select distinct word, false
  from chapters, unnest(tsvector_to_array(
    search_vector('nightstand_words', search_chapter_text(title, content)))) as word
  where word ~ '^[[:alpha:]]{3,30}$';

-- fastupdate puts new entries on a list that every search then reads through: a write saves what each reader pays.
create index search_stories_by_title on search_stories using gin (title) with (fastupdate = off);
create index search_stories_by_head on search_stories using gin (head) with (fastupdate = off);
create index search_chapters_by_words on search_chapters using gin (words) with (fastupdate = off);
create index search_authors_by_names on search_authors using gin (names) with (fastupdate = off);
create index search_authors_by_words on search_authors using gin (words) with (fastupdate = off);
create index search_words_by_likeness on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
