import type { OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { browserById, browserIdsOf, deleteEndpoint } from '../store.ts';
import { KEPT_SECONDS, type Notice, sendNotice } from './send.ts';

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
  const postedAt = new Date().toISOString();
  for (const id of await browserIdsOf(transaction, accountId))
    await jobs.enqueue(
      transaction,
      NOTIFY_JOB,
      { id, notice, postedAt },
      // One queue takes up one worker at most: a service that does not answer must not delay the mails.
      { jobKey: `${NOTIFY_JOB} ${id}`, queueName: NOTIFY_JOB },
    );
}

/**
 * Sends a notice to a browser. Throws for another attempt when its service does not accept it now, as long as a service
 * would have kept it for a browser that is not running; older than that, it would tell of what was read elsewhere.
 */
export async function notifyBrowser(
  context: Context,
  { id, notice, postedAt }: { id: number; notice: Notice; postedAt: Date },
): Promise<void> {
  const browser = await browserById(context.db, id);
  if (browser === undefined) return;
  const outcome = await sendNotice(context, browser, notice);
  if (outcome === 'ended') await deleteEndpoint(context.db, browser.endpoint);
  if (outcome !== 'failed') return;
  if (Date.now() - postedAt.getTime() > KEPT_SECONDS * 1000) {
    context.log.warn({ browserId: id }, 'a notification was given up: its service has not accepted it');
    return;
  }
  // The address of the browser must not get into the log.
  throw new Error('a notification service did not accept a message');
}
