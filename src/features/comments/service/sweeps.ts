/** Waves of comments, and their removal in one action, by authors and by moderators. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, notSignedIn, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type HoldReason,
  type listWaves,
  type Sweep,
  type sweepComments,
  sweepMessages,
  type undoSweep,
  type Wave,
} from '../contract/sweeps.ts';
import { holdComments } from '../store/comments.ts';
import {
  allowLongStatements,
  countShownWith,
  countWaitingFor,
  lockSweep,
  type Sweeper,
  storeSweep,
  storeUndoing,
  sweepsOf,
  sweptBy,
  wavesOf,
} from '../store/sweeps.ts';
import { holdAuthors, tellOfSweep } from './telling.ts';

export type { Sweeper };

export interface SweepChoice {
  story_id: number | null;
  held_for: HoldReason | null;
  with_shown: boolean;
  reason: string;
}

/** The comments that wait for a reason of the site, as a moderator finds them among the waves. */
export async function countHeldForStaff(connection: Connection, accountId: number): Promise<number> {
  return countWaitingFor(connection, { accountId, as: 'staff' });
}

/** The waves that somebody may remove, and their removals that can be undone. */
export async function wavesFor(
  db: Connection,
  sweeper: Sweeper,
): Promise<{ waves: Wave[]; sweeps: Sweep[] }> {
  const [waves, sweeps] = await Promise.all([wavesOf(db, sweeper), sweepsOf(db, sweeper)]);
  const shownCounts = await Promise.all(
    waves.map(({ story_id, held_for }) =>
      countShownWith(db, sweeper, { storyId: story_id, heldFor: held_for }),
    ),
  );
  return {
    waves: waves.map(({ first_at, last_at, ...wave }, at) => ({
      ...wave,
      shown_count: shownCounts[at] ?? 0,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    })),
    sweeps: sweeps.map(({ id, story_title, comment_count, reason, swept_at }) => ({
      ...{ id, story_title, comment_count, reason },
      swept_at: swept_at.toISOString(),
    })),
  };
}

type Swept = DataOf<typeof sweepComments>;

/** Removes the waiting comments of a choice; `note` adds to the transaction what belongs to it. */
export async function sweep(
  { db }: Pick<Context, 'db'>,
  sweeper: Sweeper,
  { story_id, held_for, with_shown, reason }: SweepChoice,
  note?: (
    transaction: OpenTransaction,
    swept: { story_id: number | null; comment_count: number },
  ) => Promise<void>,
): Promise<Outcome<Swept>> {
  const choice = { storyId: story_id, heldFor: held_for, withShown: with_shown };
  return db.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction);
    if (!(await lockAccount(transaction, sweeper.accountId, 'change'))) return notSignedIn();
    const found = await sweptBy(transaction, sweeper, choice);
    const storyIds = new Set(found.map((comment) => comment.story_id));
    const authors = sweeper.as === 'staff' ? await holdAuthors(transaction, [...storyIds]) : undefined;
    await holdComments(transaction, [...storyIds]);
    // Under the lock: somebody may have decided about them since.
    const comments = (await sweptBy(transaction, sweeper, choice)).filter((comment) =>
      storyIds.has(comment.story_id),
    );
    if (comments.length === 0) return failure('not-found', sweepMessages.nothing);
    const [only] = storyIds;
    const storyId = storyIds.size === 1 && only !== undefined ? only : null;
    const id = await storeSweep(transaction, sweeper, { storyId, reason, comments });
    if (authors !== undefined) await tellOfSweep(transaction, id, authors);
    await note?.(transaction, { story_id: storyId, comment_count: comments.length });
    return success({ id, comment_count: comments.length }, `${plural(comments.length, 'comment')} removed`);
  });
}

export async function unsweep(
  { db }: Pick<Context, 'db'>,
  sweeper: Sweeper,
  id: number,
  note?: (
    transaction: OpenTransaction,
    undone: { story_id: number | null; comment_count: number },
  ) => Promise<void>,
): Promise<Outcome<DataOf<typeof undoSweep>>> {
  return db.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction);
    if (!(await lockAccount(transaction, sweeper.accountId, 'change'))) return notSignedIn();
    const found = await lockSweep(transaction, sweeper, id);
    if (found === undefined) return failure('not-found', sweepMessages.notFound);
    await holdComments(transaction, found.story_ids);
    const comment_count = await storeUndoing(transaction, id);
    await note?.(transaction, { story_id: found.story_id, comment_count });
    return success({ comment_count }, sweepMessages.undone);
  });
}

const asAuthor = (account: { id: number }): Sweeper => ({ accountId: account.id, as: 'author' });

export async function listOwnWaves(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listWaves>,
): Promise<Outcome<DataOf<typeof listWaves>>> {
  return success(await wavesFor(db, asAuthor(account)));
}

export async function sweepOwn(
  context: Context,
  input: ParsedInputOf<typeof sweepComments>,
  { account }: CallerOf<typeof sweepComments>,
): Promise<Outcome<Swept>> {
  return sweep(context, asAuthor(account), input);
}

export async function undoOwnSweep(
  context: Context,
  { id }: ParsedInputOf<typeof undoSweep>,
  { account }: CallerOf<typeof undoSweep>,
): Promise<Outcome<DataOf<typeof undoSweep>>> {
  return unsweep(context, asAuthor(account), Number(id));
}
