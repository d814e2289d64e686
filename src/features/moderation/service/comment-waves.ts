import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { type Sweeper, sweep, unsweep, wavesFor } from '#features/comments/service/sweeps.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { listCommentWaves, sweepWave, undoWaveSweep } from '../contract/comment-waves.ts';
import { MAX_NOTE_CHARACTERS } from '../contract/moderation.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';

type Account = CallerOf<typeof sweepWave>['account'];

const asStaff = (account: Account): Sweeper => ({ accountId: account.id, as: 'staff' });

export async function listWavesForStaff(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listCommentWaves>,
): Promise<Outcome<DataOf<typeof listCommentWaves>>> {
  return success(await wavesFor(db, asStaff(account)));
}

export async function removeWave(
  context: Context,
  input: ParsedInputOf<typeof sweepWave>,
  { account }: CallerOf<typeof sweepWave>,
): Promise<Outcome<DataOf<typeof sweepWave>>> {
  return sweep(context, asStaff(account), input, (transaction, swept) =>
    log(transaction, account, 'sweep-comments', swept, input.reason),
  );
}

export async function undoRemoval(
  context: Context,
  { id }: ParsedInputOf<typeof undoWaveSweep>,
  { account }: CallerOf<typeof undoWaveSweep>,
): Promise<Outcome<DataOf<typeof undoWaveSweep>>> {
  return unsweep(context, asStaff(account), Number(id), (transaction, undone) =>
    log(transaction, account, 'restore-comments', undone, ''),
  );
}

async function log(
  transaction: OpenTransaction,
  account: Account,
  action: 'sweep-comments' | 'restore-comments',
  { story_id, comment_count }: { story_id: number | null; comment_count: number },
  reason: string,
): Promise<void> {
  const [story] = story_id === null ? [] : await storiesByIds(transaction, [story_id]);
  await insertLogEntry(transaction, {
    actor: logActorOf(account),
    ...{ action, story, note: noteOf(comment_count, reason) },
  });
}

/** The number comes first, and the reason fills the rest. */
function noteOf(count: number, reason: string): string {
  return `${plural(count, 'comment', 'comments')}. ${reason}`.trim().slice(0, MAX_NOTE_CHARACTERS);
}
