import type { Connection } from '#platform/database/database.ts';

/** The tables that store counts of words, in the order in which they are counted again. */
export const COUNTED_TABLES = ['chapters', 'chapter_versions'] as const;
export type CountedTable = (typeof COUNTED_TABLES)[number];

/**
 * A sign on a letter, a joiner, or a letter of a script that has such signs or no spaces. Texts without any, most of a
 * library, are counted as ever.
 */
const OTHERWISE_COUNTED = String.raw`[\u0300-\u036F\u0483-\u0489\u0589-\u1FEF\u200C\u200D\u20D0-\u20FF\u2CEF-\u2CF1\u2DE0-\u2DFF\u3000-\uFFEF\U00010000-\U000EFFFF]`;

export interface CountedText {
  id: number;
  /** The text, if its words may be counted otherwise. */
  content: string | null;
  word_count: number;
}

/** The next texts of a table with an id above `above`. */
export async function textsAfter(
  connection: Connection,
  table: CountedTable,
  above: number,
  limit: number,
): Promise<CountedText[]> {
  return connection
    .selectFrom(table)
    .select(['id', 'word_count'])
    .select((text) =>
      text.case().when('content', '~', OTHERWISE_COUNTED).then(text.ref('content')).end().as('content'),
    )
    .where('id', '>', above)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function storyOfChapter(connection: Connection, id: number): Promise<number | undefined> {
  const row = await connection
    .selectFrom('chapters')
    .select('story_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.story_id;
}

/** Replaces the count of a text, unless its author has saved another text meanwhile. */
export async function replaceCount(
  connection: Connection,
  table: CountedTable,
  { id, content }: CountedText,
  wordCount: number,
): Promise<void> {
  await connection
    .updateTable(table)
    .set({ word_count: wordCount })
    .where('id', '=', id)
    .where('content', '=', content)
    .execute();
}
