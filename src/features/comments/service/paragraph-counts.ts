import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { beginningOf, findParagraph } from '#base/paragraphs.ts';
import { isChapterId } from '#features/chapters/rules.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { commentMessages } from '../contract/comments.ts';
import type { countParagraphComments } from '../contract/paragraphs.ts';
import { findChapter } from '../store/comments.ts';
import { paragraphsWithCounts } from '../store/paragraphs.ts';
import { findStoryForComments } from './access.ts';
import { searchedChapter } from './paragraphs.ts';

/** Counts the comments on each paragraph of a chapter, in the text as it is now. */
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
