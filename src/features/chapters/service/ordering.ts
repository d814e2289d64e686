import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { lockOwnStory } from '#features/stories/service/stories.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { chapterMessages, type orderChapters } from '../contract/chapters.ts';
import { chapterEntries, storeOrder } from '../store/chapters.ts';

export async function orderOwnChapters(
  { db }: Context,
  { id, chapter_ids }: ParsedInputOf<typeof orderChapters>,
  { account }: CallerOf<typeof orderChapters>,
): Promise<Outcome<DataOf<typeof orderChapters>>> {
  return db.transaction().execute(async (transaction) => {
    const own = await lockOwnStory(transaction, id, account.id, chapterMessages.notYours);
    if (!own.ok) return own;
    const present = await chapterEntries(transaction, own.data.id, 'author');
    const named = new Set(chapter_ids);
    const isComplete =
      named.size === chapter_ids.length &&
      named.size === present.length &&
      present.every((chapter) => named.has(chapter.id));
    if (!isComplete) return invalidField('chapter_ids', chapterMessages.orderIncomplete);
    await storeOrder(transaction, own.data.id, chapter_ids);
    return success({ chapters: await chapterEntries(transaction, own.data.id, 'author') });
  });
}
