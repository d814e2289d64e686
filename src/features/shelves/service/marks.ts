import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { type Connection, isBrokenReference, type OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type getMark,
  MAX_MARKS_PER_ACCOUNT,
  type Mark,
  markMessages,
  type setMark,
} from '../contract/marks.ts';
import { countMarks, finishedStoryIds, hasMark, markOf, marksToExport, storeMark } from '../store/marks.ts';
import { shelfIdsWith } from '../store/shelf-stories.ts';

/** Changes to a mark; undefined stays as it is. */
export type MarkChanges = { [Name in keyof Mark]?: Mark[Name] | undefined };

async function present(
  connection: Connection,
  accountId: number,
  storyId: number,
): Promise<DataOf<typeof getMark>> {
  const [mark, shelves] = await Promise.all([
    markOf(connection, accountId, storyId),
    shelfIdsWith(connection, accountId, storyId),
  ]);
  return { ...mark, shelf_ids: shelves.map(String) };
}

export async function readOwnMark(
  { db }: Context,
  { id }: ParsedInputOf<typeof getMark>,
  { account }: CallerOf<typeof getMark>,
): Promise<Outcome<DataOf<typeof getMark>>> {
  const story = await findReadableStory(db, id, account);
  return story.ok ? success(await present(db, account.id, story.data)) : story;
}

export async function changeOwnMark(
  { db }: Context,
  { id, ...changes }: ParsedInputOf<typeof setMark>,
  { account }: CallerOf<typeof setMark>,
): Promise<Outcome<DataOf<typeof setMark>>> {
  const story = await findReadableStory(db, id, account);
  if (!story.ok) return story;
  return inShelfTransaction(db, account.id, async (transaction) => {
    const changed = await changeMark(transaction, account.id, story.data, changes);
    return changed.ok
      ? success(await present(transaction, account.id, story.data), markMessages.saved)
      : changed;
  });
}

/** Changes what belongs to a locked account. A story that is deleted meanwhile is not found. */
export async function inShelfTransaction<Data>(
  db: Context['db'],
  accountId: number,
  change: (transaction: OpenTransaction) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  try {
    return await inAccountTransaction(db, accountId, change);
  } catch (error) {
    if (isBrokenReference(error)) return failure('not-found', storyMessages.notFound);
    throw error;
  }
}

/** Changes the mark of a locked account. */
export async function changeMark(
  transaction: OpenTransaction,
  accountId: number,
  storyId: number,
  changes: MarkChanges,
): Promise<Outcome<Mark>> {
  const current = await markOf(transaction, accountId, storyId);
  const mark: Mark = {
    state: changes.state === undefined ? current.state : changes.state,
    rating: changes.rating === undefined ? current.rating : changes.rating,
    note: changes.note ?? current.note,
    tags: changes.tags ?? current.tags,
  };
  if (
    !(await hasMark(transaction, accountId, storyId)) &&
    (await countMarks(transaction, accountId)) >= MAX_MARKS_PER_ACCOUNT
  )
    return failure('invalid', markMessages.tooMany);
  await storeMark(transaction, accountId, storyId, mark);
  return success(mark);
}

export { finishedStoryIds, marksToExport };
