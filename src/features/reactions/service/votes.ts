import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { batched } from '#platform/database/batched.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { castVote, checkVote, VoteStatus } from '../contract/votes.ts';
import { storeVotes, type Vote, votesOf } from '../store/votes.ts';
import { accountStoryKey, recordReactions } from './record-reactions.ts';

type CountedVote = DataOf<typeof castVote>;

export async function vote(
  context: Pick<Context, 'db' | 'jobs'>,
  input: ParsedInputOf<typeof castVote>,
  { account }: CallerOf<typeof castVote>,
): Promise<Outcome<CountedVote>> {
  const story = await findReadableStory(context.db, input.id, account);
  if (!story.ok) return story;
  const stored = await recordBatched(context, {
    accountId: account.id,
    storyId: story.data,
    status: input.vote_type,
  });
  if (!stored.ok) return stored;
  return stored.data === undefined ? failure('not-found', storyMessages.notFound) : success(stored.data);
}

export const recordVotes = recordReactions<Vote, CountedVote>({
  keyOf: accountStoryKey,
  async store(connection, votes) {
    await storeVotes(connection, votes);
    return { movesRankings: true };
  },
  answer: ({ upvote_count, downvote_count }, { status }) => ({
    voteStatus: status,
    upvote_count,
    downvote_count,
  }),
});

const recordBatched = batched(recordVotes);

export async function readVote(
  { db }: Context,
  input: ParsedInputOf<typeof checkVote>,
  { account }: CallerOf<typeof checkVote>,
): Promise<Outcome<DataOf<typeof checkVote>>> {
  const story = await findReadableStory(db, input.id, account);
  if (!story.ok) return story;
  const votes = await votesOf(db, account.id, [story.data]);
  return success({ voteStatus: votes.get(story.data) ?? 'none' });
}

/** An account's votes on these stories; stories without one are left out. */
export async function votesOnStories(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Map<number, VoteStatus>> {
  return votesOf(connection, accountId, storyIds);
}
