import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { lockForReactions, type Reaction, readCounts, type StoryCounts } from '../store/reactions.ts';
import { enqueueRankingUpdate } from './rankings.ts';

interface ReactionKind<Kind extends Reaction, Answer> {
  /** The last of several reactions with the same key wins and answers all their callers. Without keyOf each counts. */
  keyOf?(reaction: Kind): string;
  /** Stores reactions of locked accounts and stories; returns whether rankings move. */
  store(connection: Connection, reactions: Kind[]): Promise<{ movesRankings: boolean }>;
  answer(counts: StoryCounts, counted: Kind): Answer;
}

/**
 * Creates the function that records a batch of reactions of one kind in one transaction: it locks accounts and then
 * stories, stores, and answers each reaction with its story's counts. A reaction whose account or story was deleted is
 * skipped and answered with undefined; it never makes the others fail.
 */
export function recordReactions<Kind extends Reaction, Answer>({
  keyOf,
  store,
  answer,
}: ReactionKind<Kind, Answer>) {
  return ({ db, jobs }: Pick<Context, 'db' | 'jobs'>, reactions: Kind[]): Promise<(Answer | undefined)[]> =>
    db.transaction().execute(async (transaction) => {
      const keyFor = (reaction: Kind) => keyOf?.(reaction) ?? reaction;
      const last = new Map(reactions.map((reaction) => [keyFor(reaction), reaction]));
      const existing = await lockForReactions(transaction, [...last.values()]);
      const { movesRankings } = await store(transaction, existing);
      if (movesRankings) await enqueueRankingUpdate({ jobs }, transaction);
      const counted = new Map(existing.map((reaction) => [keyFor(reaction), reaction]));
      const counts = await readCounts(transaction, [
        ...new Set(existing.map((reaction) => reaction.storyId)),
      ]);
      return reactions.map((reaction) => {
        const winner = counted.get(keyFor(reaction));
        const story = winner && counts.get(winner.storyId);
        return winner && story && answer(story, winner);
      });
    });
}

/** The key for kinds of which an account has one for each story. */
export function accountStoryKey({ accountId, storyId }: { accountId: number; storyId: number }): string {
  return `${accountId} ${storyId}`;
}
