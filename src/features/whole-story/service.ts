import type { DataOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { publishedChapters, publishedTexts } from '#features/chapters/service/chapters.ts';
import { findStoryForChapters } from '#features/stories/service/find-story.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type wholeStory, wholeStoryMessages } from './contract.ts';
import { partNumbers } from './rules.ts';

/** The same for the author as for readers: drafts are left out. */
export async function readWholeStory(
  { db }: Context,
  { id, part }: { id: string; part: number },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof wholeStory>>> {
  const found = await findStoryForChapters(db, id, account);
  if (!found.ok) return found;
  const published = await publishedChapters(db, found.data.id);
  const numbers = partNumbers(published.map(({ bytes }) => bytes));
  const chapters = published.map(({ bytes, ...chapter }, at) => ({ ...chapter, part: numbers[at] ?? 1 }));
  const parts = numbers.at(-1) ?? 1;
  if (part > parts) return failure('not-found', wholeStoryMessages.noPart);
  const ids = chapters.filter((chapter) => chapter.part === part).map((chapter) => chapter.id);
  return success({ part, parts, chapters, texts: await publishedTexts(db, ids) });
}
