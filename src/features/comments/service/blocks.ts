import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type Block,
  blockMessages,
  type endBlock,
  type listBlocks,
  MAX_BLOCKS,
  type setBlock,
} from '../contract/blocks.ts';
import { blocksOfAccount, countBlocks, deleteBlock, findMetName, storeBlock } from '../store/blocks.ts';
import { blockersOf, isBlocked } from '../store/stories.ts';

export { blockersOf, isBlocked };

type Row = Awaited<ReturnType<typeof blocksOfAccount>>[number];

const present = ({ username, display_name, kind, created_at }: Row): Block => ({
  username,
  display_name: display_name || username,
  kind,
  created_at: created_at.toISOString(),
});

export async function listOwnBlocks(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listBlocks>,
): Promise<Outcome<DataOf<typeof listBlocks>>> {
  return success({ blocks: (await blocksOfAccount(db, account.id)).map(present) });
}

export async function blockSomebody(
  { db }: Context,
  { username, kind }: ParsedInputOf<typeof setBlock>,
  { account }: CallerOf<typeof setBlock>,
): Promise<Outcome<DataOf<typeof setBlock>>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    const named = await findMetName(transaction, username, account.id);
    if (named === undefined) return failure('not-found', blockMessages.notFound);
    if (named.account_id === account.id) return invalidField('username', blockMessages.oneself);
    if ((await countBlocks(transaction, account.id, named.id)) >= MAX_BLOCKS)
      return failure('invalid', blockMessages.tooMany);
    const previous_kind = await storeBlock(transaction, {
      ...{ account_id: account.id, author_id: named.id, blocked_id: named.account_id, kind },
    });
    const blocks = await blocksOfAccount(transaction, account.id);
    const stored = blocks.find((one) => one.username.toLowerCase() === username.toLowerCase());
    if (stored === undefined) return failure('not-found', blockMessages.notFound);
    const block = { ...present(stored), previous_kind };
    return success(block, kind === 'mute' ? blockMessages.muted : blockMessages.blocked);
  });
}

export async function unblockSomebody(
  { db }: Context,
  { username }: ParsedInputOf<typeof endBlock>,
  { account }: CallerOf<typeof endBlock>,
): Promise<Outcome<DataOf<typeof endBlock>>> {
  await deleteBlock(db, account.id, username);
  return success({}, blockMessages.ended);
}
