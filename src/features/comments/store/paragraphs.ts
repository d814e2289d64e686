import { sql } from 'kysely';
import type { RememberedParagraph } from '#base/paragraphs.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export interface StoredParagraph extends RememberedParagraph {
  id: number;
  chapter_id: number;
  text_hash: string;
}

const columns = ['id', 'chapter_id', 'index', 'text_hash', 'text', 'before', 'after', 'copies'] as const;

/**
 * The remembered paragraph with these words at this place; comments on it share it. Words that were in the text at any of
 * these times stay with it.
 */
export async function keepParagraph(
  transaction: OpenTransaction,
  paragraph: Omit<StoredParagraph, 'id'>,
): Promise<number> {
  const { text, text_hash, before, after, copies } = paragraph;
  const { id } = await transaction
    .insertInto('comment_paragraphs')
    .values(paragraph)
    .onConflict((on) =>
      on
        .columns(['chapter_id', 'index', 'text_hash'])
        .doUpdateSet(text === '' ? { text_hash } : { text, before, after, copies }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The remembered paragraphs of a chapter. */
export async function paragraphsOfChapter(
  connection: Connection,
  chapterId: number,
): Promise<StoredParagraph[]> {
  return connection
    .selectFrom('comment_paragraphs')
    .select(columns)
    .where('chapter_id', '=', chapterId)
    .orderBy('id')
    .execute();
}

/** The remembered paragraphs of comments, with the comments’ ids. */
export async function paragraphsOfComments(
  connection: Connection,
  commentIds: number[],
): Promise<(StoredParagraph & { comment_id: number })[]> {
  if (commentIds.length === 0) return [];
  return connection
    .selectFrom('comments')
    .innerJoin('comment_paragraphs as paragraph', 'paragraph.id', 'comments.paragraph_id')
    .select(['comments.id as comment_id', 'paragraph.id', 'paragraph.chapter_id', 'paragraph.index'])
    .select(['paragraph.text_hash', 'paragraph.text', 'paragraph.before', 'paragraph.after'])
    .select('paragraph.copies')
    .where('comments.id', '=', sql<number>`any (${commentIds}::bigint[])`)
    .execute();
}

/** The remembered paragraphs of a chapter on which readers find comments, with the number of comments and replies. */
export async function paragraphsWithCounts(
  connection: Connection,
  chapterId: number,
): Promise<(StoredParagraph & { comment_count: number })[]> {
  return connection
    .selectFrom('comment_paragraphs as paragraph')
    .innerJoin('comments', 'comments.paragraph_id', 'paragraph.id')
    .select(['paragraph.id', 'paragraph.chapter_id', 'paragraph.index', 'paragraph.text_hash'])
    .select(['paragraph.text', 'paragraph.before', 'paragraph.after', 'paragraph.copies'])
    .select(sql<number>`sum(comments.is_shown::integer + comments.reply_count)::integer`.as('comment_count'))
    .where('paragraph.chapter_id', '=', chapterId)
    .where('comments.is_listed', '=', true)
    .groupBy('paragraph.id')
    .orderBy('paragraph.id')
    .execute();
}

/** The text of a chapter as it is now; '' for one that is gone. */
export async function textsOfChapters(
  connection: Connection,
  chapterIds: number[],
): Promise<Map<number, string>> {
  if (chapterIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('chapters')
    .select(['id', 'content'])
    .where('id', '=', sql<number>`any (${chapterIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}
