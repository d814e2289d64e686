import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { type Connection, isBrokenReference } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type clearHistory,
  type forgetChapter,
  type getHistory,
  type getHistoryChoice,
  type HistoryChoice,
  historyMessages,
  type setHistoryChoice,
} from './contract.ts';
import {
  choiceOf,
  countEntries,
  deleteChoice,
  deleteEntries,
  deleteOldEntries,
  entriesOf,
  entriesToExport,
  noteChapter,
  storeChoice,
} from './store.ts';

export const HISTORY_JOB = 'clear-old-history';

async function readChoice(connection: Connection, accountId: number): Promise<HistoryChoice> {
  const choice = await choiceOf(connection, accountId);
  return choice === undefined ? { keep: 'off', clear_after_days: null } : { keep: 'account', ...choice };
}

export async function readOwnHistory(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof getHistory>,
  { account }: CallerOf<typeof getHistory>,
): Promise<Outcome<DataOf<typeof getHistory>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [choice, rows, total] = await Promise.all([
    readChoice(db, account.id),
    beyond ? [] : entriesOf(db, account.id, { offset, limit }),
    countEntries(db, account.id),
  ]);
  const entries = rows.map(({ username, display_name, opened_at, finished_at, ...row }) => ({
    ...row,
    author_username: username,
    author_display_name: display_name || username,
    opened_at: opened_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }));
  return success({ choice, entries, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function readHistoryChoice(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof getHistoryChoice>,
): Promise<Outcome<HistoryChoice>> {
  return success(await readChoice(db, account.id));
}

export async function changeHistoryChoice(
  { db }: Context,
  { keep, clear_after_days }: ParsedInputOf<typeof setHistoryChoice>,
  { account }: CallerOf<typeof setHistoryChoice>,
): Promise<Outcome<HistoryChoice>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    if (keep === 'account') await storeChoice(transaction, account.id, clear_after_days);
    else {
      await deleteChoice(transaction, account.id);
      await deleteEntries(transaction, account.id);
    }
    return success(await readChoice(transaction, account.id), historyMessages.saved);
  });
}

export async function clearOwnHistory(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof clearHistory>,
): Promise<Outcome<NoData>> {
  await deleteEntries(db, account.id);
  return success({}, historyMessages.cleared);
}

export async function forgetOwnChapter(
  { db }: Context,
  { chapter_id }: ParsedInputOf<typeof forgetChapter>,
  { account }: CallerOf<typeof forgetChapter>,
): Promise<Outcome<NoData>> {
  await deleteEntries(db, account.id, chapter_id);
  return success({}, historyMessages.removed);
}

/** Notes an opened chapter for a reader who keeps a history in the account; for everyone else nothing is stored. */
export async function noteOpenedChapter(
  connection: Connection,
  opened: { accountId: number; chapterId: number; isFinished: boolean },
): Promise<void> {
  try {
    await noteChapter(connection, opened);
  } catch (error) {
    // The chapter was deleted in between.
    if (!isBrokenReference(error)) throw error;
  }
}

export async function deleteOldHistory({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteOldEntries(db);
}

export async function historyToExport(connection: Connection, accountId: number) {
  return {
    choice: await readChoice(connection, accountId),
    entries: await entriesToExport(connection, accountId),
  };
}
