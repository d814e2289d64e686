import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { lockAccountStatus } from '#features/accounts/service/account-status.ts';
import { lockModeratedStory } from '#features/stories/service/moderation.ts';
import { approveStory } from '#features/stories/service/publishing.ts';
import { ownersOfStories, storiesByIds } from '#features/stories/service/stories.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import {
  type letStoryIn,
  type listNewAccounts,
  type listWaitingStories,
  newcomerMessages,
} from '../contract/newcomers.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { findNewestAccounts, findWaitingStories } from '../store/newcomers.ts';
import { logActorOf } from './actor.ts';

export async function listAccounts(
  { db }: Context,
  { show, page, limit }: ParsedInputOf<typeof listNewAccounts>,
): Promise<Outcome<DataOf<typeof listNewAccounts>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const window = { show, offset: beyond ? 0 : offset, limit: beyond ? 0 : limit };
  const { accounts, total } = await findNewestAccounts(db, window);
  return success(
    {
      accounts: accounts.map((one) => ({
        ...one,
        created_at: one.created_at.toISOString(),
        suspended_at: one.suspended_at?.toISOString() ?? null,
      })),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function listWaiting(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listWaitingStories>,
): Promise<Outcome<DataOf<typeof listWaitingStories>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const window = { offset: beyond ? 0 : offset, limit: beyond ? 0 : limit };
  const { stories: rows, total } = await findWaitingStories(db, window);
  const stories = await storiesByIds(
    db,
    rows.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return success(
    {
      stories: stories.flatMap((story) => {
        const row = rowOf.get(story.id);
        if (row === undefined) return [];
        const { waiting_since, author_since, account_id, account_username, excerpt, links } = row;
        return {
          story,
          waiting_since: waiting_since.toISOString(),
          author_since: author_since.toISOString(),
          account: { id: account_id, username: account_username },
          ...{ excerpt, links },
        };
      }),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

/** Approves a waiting story. If another moderator was faster, nothing changes and nothing is logged. */
export async function letStory(
  { db, jobs }: Context,
  { id }: ParsedInputOf<typeof letStoryIn>,
  { account }: CallerOf<typeof letStoryIn>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    // The account is locked first, as in every transaction that may make it an author.
    const [ownerId] = await ownersOfStories(transaction, [id]);
    if (ownerId !== undefined) await lockAccountStatus(transaction, ownerId);
    const story = await lockModeratedStory(transaction, id);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (story.owner_id === account.id) return failure('not-yours', newcomerMessages.ownAccount);
    if (story.waiting_for === null) return success({}, newcomerMessages.approved);
    await approveStory(transaction, id);
    await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [id] });
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: 'let-in', story },
      account: { id: story.owner_id, username: story.owner_name },
    });
    return success({}, newcomerMessages.approved);
  });
}
