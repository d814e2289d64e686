/** The paragraphs that comments are about: remembered by their words, and found again in the text as it is now. */
import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '#base/contract.ts';
import {
  beginningOf,
  findParagraph,
  paragraphLine,
  rememberParagraph,
  type SearchedText,
  searchedText,
} from '#base/paragraphs.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { blockTexts } from '#platform/html/html-cleaner.ts';
import type { Comment, sendComment } from '../contract/comments.ts';
import {
  keepParagraph,
  paragraphsOfChapter,
  paragraphsOfComments,
  type StoredParagraph,
  textsOfChapters,
} from '../store/paragraphs.ts';

const linesOf = (html: string) => blockTexts(html).map(paragraphLine);

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

type SentParagraph = NonNullable<ParsedInputOf<typeof sendComment>['paragraph']>;

/**
 * Remembers the paragraph that somebody means: the one with these words. If the text has changed since they read it, the
 * comment says so.
 */
export async function rememberSent(
  transaction: OpenTransaction,
  chapterId: number,
  { index, text_hash }: SentParagraph,
): Promise<number> {
  const lines = linesOf((await textsOfChapters(transaction, [chapterId])).get(chapterId) ?? '');
  const wanted = text_hash.toLowerCase();
  const isMeant = (line: string | undefined) => line !== undefined && hashOf(line).startsWith(wanted);
  const at = isMeant(lines[index]) ? index : lines.findIndex(isMeant);
  const found = rememberParagraph(lines, at);
  return keepParagraph(transaction, {
    ...(found ?? { index, text: '', before: '', after: '', copies: 0 }),
    ...{ chapter_id: chapterId, text_hash: wanted },
  });
}

/** The remembered paragraphs that are now at this place of a chapter. */
export async function paragraphsAt(
  connection: Connection,
  chapterId: number,
  index: number,
): Promise<number[]> {
  const [paragraphs, text] = await Promise.all([
    paragraphsOfChapter(connection, chapterId),
    searchedChapter(connection, chapterId),
  ]);
  return paragraphs.filter((one) => findParagraph(one, text) === index).map(({ id }) => id);
}

/** The text of a chapter as it is now, for finding many paragraphs in it. */
export async function searchedChapter(connection: Connection, chapterId: number): Promise<SearchedText> {
  return searchedText(linesOf((await textsOfChapters(connection, [chapterId])).get(chapterId) ?? ''));
}

/** Comments with the paragraphs that they are about. */
export async function withParagraphs<Some extends Pick<Comment, 'id' | 'paragraph'>>(
  connection: Connection,
  comments: Some[],
): Promise<Some[]> {
  const stored = await paragraphsOfComments(
    connection,
    comments.map(({ id }) => id),
  );
  if (stored.length === 0) return comments;
  const texts = await textsOfChapters(connection, [...new Set(stored.map(({ chapter_id }) => chapter_id))]);
  const textOf = new Map([...texts].map(([id, html]) => [id, searchedText(linesOf(html))]));
  const paragraphOf = new Map(
    stored.map((paragraph) => [
      paragraph.comment_id,
      presentParagraph(paragraph, textOf.get(paragraph.chapter_id) ?? searchedText([])),
    ]),
  );
  return comments.map((comment) => ({ ...comment, paragraph: paragraphOf.get(comment.id) ?? null }));
}

function presentParagraph(paragraph: StoredParagraph, text: SearchedText): Comment['paragraph'] {
  const at = findParagraph(paragraph, text);
  return {
    index: at ?? paragraph.index,
    text_hash: paragraph.text_hash,
    beginning: at === undefined ? '' : beginningOf(text.lines[at] ?? ''),
    text_has_changed: at === undefined,
  };
}
