import '../server-only.ts';
import { Transaction } from 'kysely';
import type { Connection, OpenTransaction } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../runtime/log.ts';
import { isOneAddress } from './mail-address.ts';
import { nextSendSlot } from './mail-caps.ts';
import { isOptionalMail, type MailKind, type MailQuota, quotaOf } from './mail-kinds.ts';
import { addMail, deleteWaitingMails, findSendSlots, lockAddress, readDatabaseTime } from './mail-store.ts';
import { refusalOf } from './refused-addresses.ts';

/** One complete mail to one person, as their mail program shows it. */
export interface Mail {
  /** The mail's purpose for quotas, counters and the operator. */
  kind: MailKind;
  /** One checked address, without a name. */
  to: string;
  /** One line that reveals nothing to a bystander. */
  subject: string;
  text: string;
  html: string;
  /** The one-click unsubscribe address of RFC 8058 and its page, for mails that go to many. */
  unsubscribe?: { oneClickUrl: string };
  /** Ids of what the mail tells of, for kinds that are made again when they go out (`MailRenewals`). */
  madeFrom?: object;
}

export interface Outbox {
  /**
   * Adds a mail to the outbox in the transaction of its cause: it goes out if and only if that commits. Notices go out
   * at once. A mail of another kind that comes too early for its address waits for its send slot; one beyond the day's
   * quota of its kind is dropped, and so is an optional one to an address that refuses our mails. `isDropped` is for the links in the mail and must not change an answer, so that
   * nobody learns whom we have written to. `mail` receives the time at which it will go out, so that its links expire
   * relative to that; it is called twice when that is later than now.
   *
   * Locks the address for this kind until the transaction ends, so it must come last in it. A transaction that writes
   * to several addresses goes through them in order; otherwise two could deadlock.
   */
  post(
    connection: Connection,
    to: string,
    mail: (sentAt: Date) => Omit<Mail, 'to'>,
  ): Promise<{ isDropped: boolean }>;
  /** Removes the mails with this one-click address that have not gone out: whoever unsubscribes expects none after that. */
  withdraw(connection: Connection, oneClickUrl: string): Promise<void>;
}

export const sendMailTask = 'send-mail';

/** Plans a try to send a mail; replaces an earlier plan. */
export function scheduleAttempt(
  jobs: Jobs,
  connection: Connection,
  mailId: number,
  runAt: Date,
): Promise<void> {
  return jobs.enqueue(connection, sendMailTask, { mailId }, { runAt, jobKey: `${sendMailTask} ${mailId}` });
}

export function createOutbox({ jobs, log, caps }: { jobs: Jobs; log: Log; caps: boolean }): Outbox {
  async function addToOutbox(
    transaction: OpenTransaction,
    to: string,
    mail: (sentAt: Date) => Omit<Mail, 'to'>,
  ) {
    const now = await readDatabaseTime(transaction);
    const draft = checkMail(mail(now));
    const { kind } = draft;
    const quota = caps ? quotaOf(kind) : undefined;
    const sendSlot = quota === undefined ? now : await findSendSlot(transaction, { to, kind, quota, now });
    const {
      subject,
      text,
      html,
      unsubscribe,
      madeFrom = null,
    } = sendSlot === undefined || sendSlot <= now ? draft : checkMail(mail(sendSlot));
    const isRefused = isOptionalMail(kind) && (await refusalOf(transaction, to)) !== undefined;
    const isDropped = sendSlot === undefined || isRefused;
    const sendAt = sendSlot ?? now;
    const mailId = await addMail(transaction, {
      ...{ kind, subject, text, html, address: to, send_at: sendAt },
      unsubscribeUrl: unsubscribe?.oneClickUrl ?? null,
      ...{ madeFrom, isDropped },
    });
    await scheduleAttempt(jobs, transaction, mailId, sendAt);
    if (isRefused) log.info({ mailId, kind }, 'an email to an address that refuses ours was dropped');
    else if (isDropped) log.warn({ mailId, kind }, 'an email beyond the daily quota of its kind was dropped');
    return { isDropped };
  }
  return {
    async post(connection, to, mail) {
      if (!isOneAddress(to)) throw new Error('a mail can only be posted to one checked address');
      return connection instanceof Transaction
        ? addToOutbox(connection, to, mail)
        : connection.transaction().execute((transaction) => addToOutbox(transaction, to, mail));
    },
    withdraw: deleteWaitingMails,
  };
}

async function findSendSlot(
  transaction: OpenTransaction,
  { to, kind, quota, now }: { to: string; kind: MailKind; quota: MailQuota; now: Date },
): Promise<Date | undefined> {
  await lockAddress(transaction, to, kind);
  return nextSendSlot(
    await findSendSlots(transaction, { address: to, kind, most: quota.perDay }),
    now,
    quota,
  );
}

function checkMail(mail: Omit<Mail, 'to'>): Omit<Mail, 'to'> {
  const { kind, subject, unsubscribe } = mail;
  if (subject.trim() === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
    throw new Error(`the subject of a mail is one line (${kind})`);
  if (unsubscribe !== undefined && !/^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/.test(unsubscribe.oneClickUrl))
    throw new Error(`the address for unsubscribing is a URL (${kind})`);
  return mail;
}
