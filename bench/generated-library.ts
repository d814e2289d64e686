import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { BROWSE_TOTALS } from './browse-totals.ts';

/** A library of any size, the same at every run, with words as common and as rare as in real prose. */
export interface GeneratedLibrary {
  /** The words in the order of how common they are. */
  words: string[];
  /** Text from the middle of a chapter, for searches by a remembered phrase. */
  remembered: string;
  /** The username of some author. */
  author: string;
  /** Tags in the order of how often they are used. */
  tags: string[];
}

const WORDS = 40_000;
const WORDS_OF_CHAPTER = 100;
const CHAPTERS_OF_STORY = 10;
const STORIES_OF_AUTHOR = 20;
const TAGS = 400;
const BATCH = 500;

/** Numbers from 0 to 1 that are the same at every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The words of the sample library by frequency, then made-up ones. */
export async function vocabulary(): Promise<string[]> {
  const folder = new URL('../db/sample-library/stories/', import.meta.url);
  const counts = new Map<string, number>();
  for (const file of (await readdir(folder)).sort()) {
    const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll(/<[^>]*>|\\n/g, ' ');
    for (const [word] of text.toLowerCase().matchAll(/\b[a-z]{2,}\b/g))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const random = numbers(7);
  const syllables = [
    'ba',
    'cor',
    'di',
    'fen',
    'gra',
    'hol',
    'jen',
    'kir',
    'lum',
    'mor',
    'nes',
    'pol',
    'ras',
    'sti',
    'tu',
    'vel',
    'wyn',
    'zad',
  ];
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  const known = new Set(words);
  while (words.length < WORDS) {
    const word = Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('');
    if (!known.has(word)) words.push(word);
    known.add(word);
  }
  return words;
}

/** Fills an empty, migrated database with triggers disabled; the tables of the search are filled at the end. */
export async function fillGeneratedLibrary(client: pg.Client, stories: number): Promise<GeneratedLibrary> {
  const words = await vocabulary();
  const random = numbers(stories);
  // Zipf's law: the word at place r is as common as 1 / (r + 2.7).
  const span = Math.log((words.length + 2.7) / 2.7);
  const word = () => words[Math.floor(2.7 * Math.exp(random() * span) - 2.7)] ?? 'end';
  const prose = (length: number) => Array.from({ length }, word).join(' ');
  const rareWord = () => words[200 + Math.floor(random() ** 2 * 12_000)] ?? 'end';
  const tables = ['accounts', 'author_stats', 'stories', 'chapters', 'tags', 'story_tags'];
  await client.query(
    'set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = "512MB"',
  );
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);

  const authors = Math.max(5, Math.round(stories / STORIES_OF_AUTHOR));
  await client.query(
    `insert into accounts (username, display_name) select name, initcap(replace(name, '-', ' ')) from unnest($1::text[]) as name`,
    [Array.from({ length: authors }, (_, at) => `${rareWord().slice(0, 9)}-${rareWord().slice(0, 9)}-${at}`)],
  );
  const tags = Array.from({ length: TAGS }, (_, at) => `${words[150 + at * 7]} ${words[151 + at * 11]}`);
  await client.query(
    `insert into tags (name, key) select min(name), key from (select name, replace(name, ' ', '') as key from unnest($1::text[]) as name) as made group by key`,
    [tags],
  );
  let remembered = '';
  for (let from = 0; from < stories; from += BATCH) {
    const count = Math.min(BATCH, stories - from);
    const titles = Array.from({ length: count }, () => `${rareWord()} ${word()} ${rareWord()}`.slice(0, 99));
    const { rows } = await client.query<{ id: number }>(
      `insert into stories (author_id, title, slug, synopsis, published_at, last_chapter_at, created_at, upvote_count, ranked_upvote_count, downvote_count, view_count, trending, chapter_count, word_count)
       select 1 + (place * 7919) % $1::integer, title, 'made-up-' || ($2::integer + place), synopsis, at, at, at, up, up, 3, up * 20, trending_of(1 + up, timestamptz '2026-01-01 00:00:00+00'), $5::integer, $5::integer * $6::integer
       from unnest($3::text[], $4::text[]) with ordinality as made (title, synopsis, place)
       cross join lateral (select now() - ($2::integer + place) * interval '7 minutes' as at, (place * 104729) % 900 as up) as figures
       returning id`,
      [authors, from, titles, titles.map(() => prose(60)), CHAPTERS_OF_STORY, WORDS_OF_CHAPTER],
    );
    const ids = rows.map((row) => Number(row.id));
    await client.query(
      `insert into story_tags (story_id, tag_id, position, published_at, trending, top, ranked_upvote_count, last_chapter_at)
       select stories.id, tag, row_number() over (partition by stories.id), published_at, stories.trending, top, ranked_upvote_count, last_chapter_at
       from stories join unnest($1::bigint[], $2::bigint[]) as tagged (story, tag) on story = stories.id join tags on tags.id = tag
       on conflict do nothing`,
      [
        ids.flatMap((id) => Array(5).fill(id)),
        ids.flatMap(() => Array.from({ length: 5 }, () => 1 + Math.floor(random() ** 3 * TAGS))),
      ],
    );
    const texts = ids.flatMap(() => Array.from({ length: CHAPTERS_OF_STORY }, () => prose(WORDS_OF_CHAPTER)));
    if (from <= stories / 2) remembered = texts[Math.floor(texts.length / 2)] ?? '';
    await client.query(
      `insert into chapters (story_id, title, "order", content, cleaner_version, word_count)
       select ($1::bigint[])[1 + (place - 1) / $3::integer], 'Chapter', 1 + (place - 1) % $3::integer, '<p>' || text || '</p>', 1, $4::integer
       from unnest($2::text[]) with ordinality as made (text, place)`.replace(
        '$1::bigint[][',
        '($1::bigint[])[',
      ),
      [ids, texts, CHAPTERS_OF_STORY, WORDS_OF_CHAPTER],
    );
  }
  await enterSearch(client, words);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  const { rows } = await client.query<{ username: string }>(
    'select username from accounts join author_stats on account_id = id order by id limit 1',
  );
  return { words, remembered, author: rows[0]?.username ?? '', tags };
}

/**
 * Does the work of the disabled triggers at once and builds the indexes last; made-up text has no markup to
 * remove.
 */
async function enterSearch(client: pg.Client, words: readonly string[]): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename like 'search\\_%' and indexdef like '% gin %'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const statement of [
    'update story_totals set listed = (select count(*) from stories)',
    'update tags set story_count = (select count(*) from story_tags where tag_id = tags.id)',
    `insert into author_stats (account_id, story_count, total_upvotes, top)
       select author_id, count(*), sum(upvote_count), max(top) from stories group by author_id`,
    BROWSE_TOTALS,
    `insert into search_chapters (chapter_id, story_id, words)
       select id, story_id, to_tsvector('nightstand', content) from chapters`,
    `insert into search_words (word, in_head)
       select word, false from unnest(string_to_array('${words.join(' ')}', ' ')) as word where char_length(word) > 2`,
    'analyze',
    'select search_refresh_stories(array(select id from stories order by id))',
    'select search_refresh_author(account_id) from author_stats',
  ])
    await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('analyze');
}
