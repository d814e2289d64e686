/** The paragraphs that comments are about: remembered by their words, and found again in the text as it is now. */
import { createHash } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import {
  beginningOf,
  findParagraph,
  paragraphLine,
  rememberParagraph,
  type SearchedText,
  searchedText,
} from '#base/paragraphs.ts';
import { isChapterId } from '#features/chapters/rules.ts';
import type { Connection } from '#platform/database/database.ts';
import { blockTexts } from '#platform/html/html-cleaner.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type Comment,
  commentMessages,
  type countParagraphComments,
  type sendComment,
} from '../contract/comments.ts';
import { findChapter } from '../store/comments.ts';
import {
  keepParagraph,
  paragraphsOfChapter,
  paragraphsOfComments,
  paragraphsWithCounts,
  type StoredParagraph,
  textsOfChapters,
} from '../store/paragraphs.ts';
import { findStoryForComments } from './access.ts';

const linesOf = (html: string) => blockTexts(html).map(paragraphLine);

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

type SentParagraph = NonNullable<ParsedInputOf<typeof sendComment>['paragraph']>;

/**
 * Remembers the paragraph that somebody means: the one with these words. If the text has changed since they read it, the
 * comment says so.
 */
export async function rememberSent(
  transaction: Connection,
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

async function searchedChapter(connection: Connection, chapterId: number): Promise<SearchedText> {
  return searchedText(linesOf((await textsOfChapters(connection, [chapterId])).get(chapterId) ?? ''));
}

export async function countOnParagraphs(
  { db }: Context,
  { id, chapterId }: ParsedInputOf<typeof countParagraphComments>,
  { account }: Pick<CallerOf<typeof countParagraphComments>, 'account'>,
): Promise<Outcome<DataOf<typeof countParagraphComments>>> {
  const found = await findStoryForComments(db, id, account);
  if (!found.ok) return found;
  const { story, reader } = found.data;
  const chapter = isChapterId(chapterId)
    ? await findChapter(db, {
        ...{ storyId: story.id, chapterId: Number(chapterId) },
        isOwn: reader.isModerating,
      })
    : undefined;
  if (chapter === undefined) return failure('not-found', commentMessages.chapterNotFound);
  const paragraphs = story.setting === 'off' ? [] : await paragraphsWithCounts(db, chapter.id);
  if (paragraphs.length === 0) return success({ paragraphs: [] });
  const text = await searchedChapter(db, chapter.id);
  const counts = new Map<number, number>();
  for (const { comment_count, ...paragraph } of paragraphs) {
    const at = findParagraph(paragraph, text);
    if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + comment_count);
  }
  return success({
    paragraphs: [...counts]
      .sort(([one], [other]) => one - other)
      .map(([index, comment_count]) => ({
        ...{ index, comment_count },
        beginning: beginningOf(text.lines[index] ?? ''),
      })),
  });
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
