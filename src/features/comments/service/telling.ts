/** Tells authors of comments on their stories and of removed waves, and writers of replies and thanks. */
import { holdRecipients, notify } from '#features/inbox/service/notify.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { writersInThread } from '../store/comments.ts';
import { type CommentedStory, ownersOf } from '../store/stories.ts';

/**
 * The accounts whom a comment answers: the writer of the comment that it replies to, and of the first one of that thread.
 * They and the author are held until the transaction ends, which comes before the lock on the story's comments.
 */
export async function holdAnswered(
  transaction: OpenTransaction,
  story: CommentedStory,
  parentId: number | null | undefined,
): Promise<number[]> {
  const answered = parentId == null ? [] : await writersInThread(transaction, parentId);
  await holdRecipients(transaction, [story.owner_id, ...answered]);
  return answered;
}

/** Puts a new comment into the inboxes of those whom it answers and of the story's author. While it waits, only the author sees it. */
export async function tellOfComment(
  transaction: OpenTransaction,
  {
    id,
    writerId,
    story,
    answered,
    isFlood,
  }: { id: number; writerId: number; story: CommentedStory; answered: number[]; isFlood: boolean },
): Promise<void> {
  const cause = { byId: writerId, storyId: story.id, commentId: id };
  for (const accountId of answered)
    if (!isFlood || accountId !== story.owner_id)
      await notify(transaction, { kind: 'reply', accountId, ...cause });
  // A flood is on the page of comments alone: told one by one, it would bury everything else, and its threads hide it.
  if (!isFlood && !answered.includes(story.owner_id))
    await notify(transaction, { kind: 'comment', accountId: story.owner_id, ...cause });
}

/** Puts thanks into the inbox of a comment's writer. Thanks are under no name: the id of an account stands for it. */
export async function tellOfThanks(
  transaction: OpenTransaction,
  { id, story_id, account_id }: { id: number; story_id: number; account_id: number | null },
  byId: number,
): Promise<void> {
  if (account_id === null) return;
  await notify(transaction, {
    kind: 'thanks',
    accountId: account_id,
    byId,
    storyId: story_id,
    commentId: id,
  });
}

/** The authors of stories, with the stories of each. They are held until the transaction ends, before the comments are. */
export async function holdAuthors(
  transaction: OpenTransaction,
  storyIds: number[],
): Promise<Map<number, number[]>> {
  const owners = Map.groupBy(await ownersOf(transaction, storyIds), ({ owner_id }) => owner_id);
  await holdRecipients(transaction, [...owners.keys()]);
  return new Map([...owners].map(([id, stories]) => [id, stories.map(({ story_id }) => story_id)]));
}

/** Puts the removal of a wave into the inboxes of the stories’ authors: one item each, however many comments it took. */
export async function tellOfSweep(
  transaction: OpenTransaction,
  sweepId: number,
  authors: Map<number, number[]>,
): Promise<void> {
  for (const [accountId, [storyId = null, ...others]] of authors)
    await notify(transaction, {
      ...{ kind: 'sweep', accountId, byId: null, sweepId },
      storyId: others.length === 0 ? storyId : null,
    });
}
