import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** What all chapters of one page may have together: their words are looked through while others wait. */
const CHARACTERS_MAXIMUM = 1_200_000;

export interface ChapterText {
  id: number;
  story_id: number;
  title: string;
  order: number;
  /** HTML, of a very long chapter, or of very many, only the beginning. */
  content: string;
}

export async function chapterTexts(connection: Connection, ids: readonly number[]): Promise<ChapterText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ChapterText>`
    select id, story_id, title, "order", left(content, ${Math.floor(CHARACTERS_MAXIMUM / ids.length)}::integer) as content
    from chapters where id = any (${ids})`.execute(connection);
  return rows;
}

/** What the index makes of words, one by one. */
export async function stemsOfWords(
  connection: Connection,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, tsvector_to_array(to_tsvector('nightstand', search_text(word))
      || to_tsvector('nightstand_words', search_text(word))) as stems
    from unnest(${words}::text[]) as word`.execute(connection);
  return new Map(rows.map((row) => [row.word, row.stems]));
}
