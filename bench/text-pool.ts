import type pg from 'pg';
import { numbers, vocabulary } from './generated-library.ts';

/** The number of each kind of text in the pool; they are combined in ever new ways. */
export interface PoolSizes {
  passages: number;
  sentences: number;
  names: number;
}

const BATCH = 500;

/**
 * Fills temporary tables with texts that stories are composed of: passages of a given length, sentences, and
 * names for stories, chapters and tags, each with its words for the search. A chapter is two sentences and a
 * passage, which allows 800 billion chapters whose words are already known to the search.
 */
export async function fillTextPool(
  client: pg.Client,
  wordsOfChapter: number,
  sizes: PoolSizes,
): Promise<void> {
  const words = await vocabulary();
  const random = numbers(wordsOfChapter);
  // Zipf's law: the word at place r is as common as 1 / (r + 2.7).
  const span = Math.log((words.length + 2.7) / 2.7);
  const word = () => words[Math.floor(2.7 * Math.exp(random() * span) - 2.7)] ?? 'end';
  const someWords = (count: number) => Array.from({ length: count }, word).join(' ');
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const sentence = () => `${capital(someWords(6 + Math.floor(random() * 14)))}.`;
  const paragraph = () =>
    `<p>${Array.from({ length: 2 + Math.floor(random() * 5) }, sentence).join(' ')}</p>`;
  // Chapters have lengths like real ones: a few are short, most are average, some are three times that.
  const spread = () =>
    Math.exp(0.5 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
  const passage = () => {
    const paragraphs: string[] = [];
    for (let left = wordsOfChapter * spread(); left > 0; ) {
      const next = paragraph();
      paragraphs.push(next);
      left -= next.split(' ').length;
    }
    return paragraphs.join('');
  };
  const rareWord = () => words[200 + Math.floor(random() ** 2 * 12_000)] ?? 'end';
  const name = () => `${rareWord()} ${rareWord()}`.slice(0, 45);

  await client.query(`
    create temporary table passages (id integer primary key, text text, words tsvector, word_count integer);
    create temporary table sentences (id integer primary key, text text, words tsvector, word_count integer);
    create temporary table names (id integer primary key, text text, words tsvector, word_count integer)`);
  for (const [table, count, make] of [
    ['passages', sizes.passages, passage],
    ['sentences', sizes.sentences, sentence],
    ['names', sizes.names, name],
  ] as const) {
    for (let from = 0; from < count; from += BATCH) {
      const texts = Array.from({ length: Math.min(BATCH, count - from) }, make);
      await client.query(
        `insert into ${table} select $1::integer + place, text,
           search_vector('nightstand', search_text(search_plain_text(text))), regexp_count(search_plain_text(text), '\\S+')
         from unnest($2::text[]) with ordinality as made (text, place)`,
        [from, texts],
      );
    }
  }
  await client.query('analyze passages; analyze sentences; analyze names');
}
