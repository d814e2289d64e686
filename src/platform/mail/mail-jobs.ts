import '../server-only.ts';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '../runtime/context.ts';
import type { Delivery } from './delivery.ts';
import {
  bringForwardMails,
  forgetMails,
  holdMail,
  noteSent,
  overdueMails,
  park,
  putBack,
} from './mail-store.ts';
import { planTry, sendMailTask } from './outbox.ts';

const sendMailPayload = z.object({ mailId: z.int() });

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** The waits after the first failed try, the second, and so on; after the last one the mail is parked. */
const retryWaits = [
  ...[15, MINUTE_SECONDS, 5 * MINUTE_SECONDS, 15 * MINUTE_SECONDS],
  ...[HOUR_SECONDS, 2 * HOUR_SECONDS, 4 * HOUR_SECONDS],
];

// A try must end before another worker may take the mail: two at once would send it twice.
const LONGEST_TRY_SECONDS = 6 * MINUTE_SECONDS;
const HOLD_SECONDS = 7 * MINUTE_SECONDS;

type Needed = Pick<Context, 'db' | 'jobs' | 'log'>;

/** The jobs for workers that send only mail: a slow mail server delays no other job. */
export function mailJobs(context: Needed, delivery: Delivery): TaskList {
  return {
    [sendMailTask]: (payload, { abortSignal }) =>
      sendMail(context, delivery, sendMailPayload.parse(payload).mailId, abortSignal),
  };
}

/** Scheduled jobs for the outbox. */
export function outboxJobs(context: Needed): TaskList {
  return { 'tend-outbox': () => tendOutbox(context) };
}

export const outboxCrontab = '* * * * * tend-outbox';

/**
 * One try. A time in the mail's row reserves it, not a lock: a mail server may be slow, and a transaction that waited
 * for it would keep a connection. A mail is sent twice only when the server's answer was lost with the process or the
 * connection.
 */
async function sendMail(context: Needed, delivery: Delivery, mailId: number, stopping: AbortSignal) {
  const { db, jobs, log } = context;
  const mail = await holdMail(db, mailId, HOLD_SECONDS);
  if (mail === undefined) return;
  const isTooLong = AbortSignal.timeout(LONGEST_TRY_SECONDS * 1000);
  const problem = await delivery.deliver(mail, AbortSignal.any([stopping, isTooLong]));
  if (problem === undefined) {
    await noteSent(db, mail);
    return;
  }
  const { kind, tries } = mail;
  const wait = problem.isPermanent ? undefined : retryWaits[tries - 1];
  const facts = { mailId, kind, tries, problem: problem.codes };
  if (wait === undefined) {
    await park(db, mail, problem.codes);
    log.error(facts, 'a mail can’t be sent and was parked');
    return;
  }
  await db.transaction().execute(async (transaction) => {
    const runAt = await putBack(transaction, mail, problem.codes, wait);
    if (runAt !== undefined) await planTry(jobs, transaction, mailId, runAt);
  });
  log.warn(facts, 'a mail could not be sent and waits for the next try');
}

const MOST_OVERDUE = 500;

/**
 * Finds mails whose job was lost with its worker, which the queue itself recovers only after hours, and mails that
 * would wait for an old time after the clock was set back.
 */
async function tendOutbox({ db, jobs }: Needed): Promise<void> {
  for (const { id, try_at } of await bringForwardMails(db)) await planTry(jobs, db, id, try_at);
  for (const { id, try_at } of await overdueMails(db, MOST_OVERDUE)) await planTry(jobs, db, id, try_at);
  await forgetMails(db);
}
