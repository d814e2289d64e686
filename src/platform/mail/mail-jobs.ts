import '../server-only.ts';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#base/durations.ts';
import type { Context } from '../runtime/context.ts';
import type { Delivery, DeliveryProblem } from './delivery.ts';
import { isCausedByStranger } from './mail-kinds.ts';
import { type MailRenewals, renewMail } from './mail-renewal.ts';
import {
  deleteEmptyMail,
  deleteOldMails,
  findOverdueMails,
  makeFutureMailsDue,
  markFailed,
  markSent,
  postponeMail,
  type ReservedMail,
  reserveMail,
} from './mail-store.ts';
import { scheduleAttempt, sendMailTask } from './outbox.ts';
import { forgetOldRefusals, forgetRefusal, rememberRefusal } from './refused-addresses.ts';

const sendMailPayload = z.object({ mailId: z.int() });

/** The waits after the first failed try, the second, and so on; after the last one the mail is parked. */
const RETRY_SECONDS = [
  ...[15, MINUTE_SECONDS, 5 * MINUTE_SECONDS, 15 * MINUTE_SECONDS],
  ...[HOUR_SECONDS, 2 * HOUR_SECONDS, 4 * HOUR_SECONDS],
];

// A try must end before another worker may take the mail: two at once would send it twice.
const MAX_ATTEMPT_SECONDS = 6 * MINUTE_SECONDS;
const RESERVATION_SECONDS = 7 * MINUTE_SECONDS;

interface Sending {
  delivery: Delivery;
  renewals: MailRenewals;
}

type MailContext = Pick<Context, 'db' | 'jobs' | 'log'>;

/** The jobs for workers that send only mail: a slow mail server delays no other job. */
export function mailJobs(context: MailContext, sending: Sending): TaskList {
  return {
    [sendMailTask]: (payload, { abortSignal }) =>
      sendMail(context, sending, sendMailPayload.parse(payload).mailId, abortSignal),
  };
}

/** Scheduled jobs for the outbox. */
export function outboxJobs(context: MailContext): TaskList {
  return { 'tend-outbox': () => maintainOutbox(context) };
}

export const outboxCrontab = '* * * * * tend-outbox';

/**
 * One try. A time in the mail's row reserves it, not a lock: a mail server may be slow, and a transaction that waited
 * for it would keep a connection. A mail is sent twice only when the server's answer was lost with the process or the
 * connection.
 */
async function sendMail(context: MailContext, sending: Sending, mailId: number, stopping: AbortSignal) {
  const { db, jobs, log } = context;
  const mail = await reserveMail(db, mailId, RESERVATION_SECONDS);
  if (mail === undefined) return;
  const outcome = await attempt(context, sending, mail, stopping);
  if (outcome === 'sent') {
    // A statement of its own, and before the mail's: nobody who holds one of the two rows waits for the other.
    await forgetRefusal(db, mail.address);
    return markSent(db, mail);
  }
  if (outcome === 'empty') return deleteEmptyMail(db, mail);
  const problem = outcome;
  const { kind, tries } = mail;
  if (problem.isRefusedAddress && !isCausedByStranger(kind)) await rememberRefusal(db, mail.address);
  const wait = problem.isPermanent ? undefined : RETRY_SECONDS[tries - 1];
  const logFields = { mailId, kind, tries, problem: problem.codes };
  if (wait === undefined) {
    await markFailed(db, mail, problem.codes);
    log.error(logFields, 'an email can’t be sent and was given up');
    return;
  }
  await db.transaction().execute(async (transaction) => {
    const runAt = await postponeMail(transaction, mail, problem.codes, wait);
    if (runAt !== undefined) await scheduleAttempt(jobs, transaction, mailId, runAt);
  });
  log.warn(logFields, 'an email could not be sent and waits for the next attempt');
}

/** Makes the mail again where its kind asks for that, and hands it over. */
async function attempt(
  { log }: MailContext,
  { delivery, renewals }: Sending,
  mail: ReservedMail,
  stopping: AbortSignal,
): Promise<DeliveryProblem | 'sent' | 'empty'> {
  let renewed: ReservedMail | undefined;
  try {
    renewed = await renewMail(renewals, mail);
  } catch (error) {
    log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'an email could not be made again');
    return { codes: 'renewal', isPermanent: false, isRefusedAddress: false };
  }
  if (renewed === undefined) return 'empty';
  const timeout = AbortSignal.timeout(MAX_ATTEMPT_SECONDS * 1000);
  return (await delivery.deliver(renewed, AbortSignal.any([stopping, timeout]))) ?? 'sent';
}

const MAX_OVERDUE = 500;

/**
 * Finds mails whose job was lost with its worker, which the queue itself recovers only after hours, and mails that
 * would wait for an old time after the clock was set back.
 */
async function maintainOutbox({ db, jobs }: MailContext): Promise<void> {
  for (const { id, try_at } of await makeFutureMailsDue(db)) await scheduleAttempt(jobs, db, id, try_at);
  for (const { id, try_at } of await findOverdueMails(db, MAX_OVERDUE))
    await scheduleAttempt(jobs, db, id, try_at);
  await deleteOldMails(db);
  await forgetOldRefusals(db);
}
