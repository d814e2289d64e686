import { isDatabaseUnavailable } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Batch } from '../store/mails.ts';

const BATCH_SIZE = 200;

/**
 * Does something for each account, in order of their ids. One that fails must not stop those after it; the number of failures is
 * returned. The log does not say whose they are.
 */
export async function forEachAccount(
  log: Context['log'],
  nextAccounts: (batch: Batch) => Promise<number[]>,
  visit: (accountId: number) => Promise<void>,
): Promise<number> {
  let failures = 0;
  for (let afterId = 0; ; ) {
    const accountIds = await nextAccounts({ afterId, limit: BATCH_SIZE });
    for (const accountId of accountIds) {
      try {
        await visit(accountId);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error }, 'a reader could not be told of followed news');
        failures++;
      }
    }
    const lastId = accountIds.at(-1);
    if (lastId === undefined) return failures;
    afterId = lastId;
  }
}
