import type { OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { browserById, browserIdsOf, deleteEndpoint } from '../store.ts';
import { type Notice, sendNotice } from './send.ts';

export const NOTIFY_JOB = 'notify-browser';

/**
 * Notifies all browsers of an account once the transaction commits. A notice that still waits, because a service does not
 * answer, is replaced.
 */
export async function notifyBrowsers(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  notice: Notice,
): Promise<void> {
  for (const id of await browserIdsOf(transaction, accountId))
    await jobs.enqueue(
      transaction,
      NOTIFY_JOB,
      { id, notice },
      // One queue takes up one worker at most: a service that does not answer must not delay the mails.
      { jobKey: `${NOTIFY_JOB} ${id}`, queueName: NOTIFY_JOB },
    );
}

/** Sends a notice to a browser; throws for another attempt when its service does not accept it now. */
export async function notifyBrowser(context: Context, id: number, notice: Notice): Promise<void> {
  const browser = await browserById(context.db, id);
  if (browser === undefined) return;
  const outcome = await sendNotice(context, browser, notice);
  if (outcome === 'ended') await deleteEndpoint(context.db, browser.endpoint);
  // The address of the browser must not get into the log.
  if (outcome === 'failed') throw new Error('a notification service did not accept a message');
}
