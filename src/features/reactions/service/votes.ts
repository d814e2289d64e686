import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { storyMessages } from '#features/stories/contract.ts';
import { findStoryToActOn } from '#features/stories/service/finding.ts';
import { figuresOf, lockForActs, sumRankingsSoon } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { castVote, checkVote, VoteStatus } from '../contract/votes.ts';
import { rankVotes, storeVotes, type Vote, votesOf, votesToRank } from '../store/votes.ts';

type CountedVote = DataOf<typeof castVote>;

export async function vote(
  services: Pick<Services, 'db' | 'jobs'>,
  input: ParsedInputOf<typeof castVote>,
  { account }: CallerOf<typeof castVote>,
): Promise<Outcome<CountedVote>> {
  const found = await findStoryToActOn(services.db, input.id, account);
  if (!found.ok) return found;
  const stored = await storeGrouped(services, {
    accountId: account.id,
    storyId: found.data,
    status: input.vote_type,
  });
  if (!stored.ok) return stored;
  return stored.data === undefined ? failure('not-found', storyMessages.notFound) : success(stored.data);
}

const storeGrouped = batched(storeVotesTogether);

/** Stores votes that came together. Of two by one account on one story the later counts, for both answers. */
export function storeVotesTogether(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  votes: Vote[],
): Promise<(CountedVote | undefined)[]> {
  return db.transaction().execute(async (transaction) => {
    const last = new Map(votes.map((one) => [pairOf(one), one]));
    const kept = await lockForActs(transaction, [...last.values()]);
    await storeVotes(transaction, kept);
    const figures = await figuresOf(transaction, [...new Set(kept.map((one) => one.storyId))]);
    await sumRankingsSoon({ jobs }, transaction);
    const pairs = new Set(kept.map(pairOf));
    return votes.map((one) => {
      const story = figures.get(one.storyId);
      if (story === undefined || !pairs.has(pairOf(one))) return undefined;
      const voteStatus = last.get(pairOf(one))?.status ?? 'none';
      return { voteStatus, upvote_count: story.upvote_count, downvote_count: story.downvote_count };
    });
  });
}

function pairOf({ accountId, storyId }: Vote): string {
  return `${accountId} ${storyId}`;
}

export async function readVote(
  { db }: Services,
  input: ParsedInputOf<typeof checkVote>,
  { account }: CallerOf<typeof checkVote>,
): Promise<Outcome<DataOf<typeof checkVote>>> {
  const found = await findStoryToActOn(db, input.id, account);
  if (!found.ok) return found;
  const votes = await votesOf(db, account.id, [found.data]);
  return success({ voteStatus: votes.get(found.data) ?? 'none' });
}

/** An account's votes on these stories; those without one are left out. */
export async function votesOnStories(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Map<number, VoteStatus>> {
  return votesOf(connection, accountId, storyIds);
}

const RANKED_AT_ONCE = 200;

/** Lets votes move rankings whose accounts have been verified and are old enough by now. */
export async function rankWaitingVotes({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  for (;;) {
    const waiting = await votesToRank(db, RANKED_AT_ONCE);
    if (waiting.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      await rankVotes(transaction, await lockForActs(transaction, waiting));
      await sumRankingsSoon({ jobs }, transaction);
    });
  }
}
