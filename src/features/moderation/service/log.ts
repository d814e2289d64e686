import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { readLog } from '../contract/log.ts';
import { findLogEntries, insertLogEntry } from '../store/log-entries.ts';

export async function listLog(
  { db }: Context,
  { action, story_id, account_id, page, limit }: ParsedInputOf<typeof readLog>,
  { account }: CallerOf<typeof readLog>,
): Promise<Outcome<DataOf<typeof readLog>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { entries, total } = await findLogEntries(db, {
    readerId: account.id,
    action,
    storyId: story_id,
    accountId: account_id,
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  return success({ entries, pagination: pagination(page, limit, total) }, depthMessage(total));
}

/** Writes an action into the log, in the transaction of that action. */
export { insertLogEntry };
