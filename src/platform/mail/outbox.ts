import '../server-only.ts';
import type { Connection } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../runtime/log.ts';
import { isOneAddress } from './mail-address.ts';
import { nextTurn } from './mail-caps.ts';
import { type MailKind, type MailQuota, quotaOf } from './mail-kinds.ts';
import { addMail, databaseTime, holdAddress, turnsOf } from './mail-store.ts';

/** One mail to one person, finished: what their mail program shows. */
export interface Mail {
  /** Its purpose, as quotas, counters and the operator see it. */
  kind: MailKind;
  /** A checked address, alone. */
  to: string;
  /** One line that gives nothing away to whoever looks over a shoulder. */
  subject: string;
  text: string;
  html: string;
  /** For mails that go to many: the addresses of RFC 8058's one-click unsubscribing and of its page. */
  unsubscribe?: { oneClickUrl: string };
}

export interface Outbox {
  /**
   * Puts a mail into the outbox in the transaction of what caused it: it goes out if and only if that commits.
   * Notices go out at once. A mail of another kind that comes too early for its address waits for its turn, one beyond
   * the day's quota of its kind is dropped; `isDropped` is for the links in it, never for an answer, so that nobody
   * learns whom we have written to. `mail` is given the time at which it will go out, so that links in it count their
   * life from there; it is asked twice when that is later than now.
   *
   * Holds the address for this kind until the transaction ends. So it comes last in it, and a transaction that writes
   * to several goes by the order of their addresses: two that held one each would wait for each other's.
   */
  post(
    connection: Connection,
    to: string,
    mail: (sentAt: Date) => Omit<Mail, 'to'>,
  ): Promise<{ isDropped: boolean }>;
}

export const sendMailTask = 'send-mail';

/** Plans a try to send a mail, in place of one that was planned before. */
export function planTry(jobs: Jobs, connection: Connection, mailId: number, runAt: Date): Promise<void> {
  return jobs.enqueue(connection, sendMailTask, { mailId }, { runAt, jobKey: `${sendMailTask} ${mailId}` });
}

export function createOutbox({ jobs, log, caps }: { jobs: Jobs; log: Log; caps: boolean }): Outbox {
  async function put(transaction: Connection, to: string, mail: (sentAt: Date) => Omit<Mail, 'to'>) {
    const now = await databaseTime(transaction);
    const draft = checkedMail(mail(now));
    const { kind } = draft;
    const quota = caps ? quotaOf(kind) : undefined;
    const turn = quota === undefined ? now : await turnOf(transaction, { to, kind, quota, now });
    const { subject, text, html, unsubscribe } =
      turn === undefined || turn <= now ? draft : checkedMail(mail(turn));
    const isDropped = turn === undefined;
    const sendAt = turn ?? now;
    const mailId = await addMail(transaction, {
      ...{ kind, subject, text, html, address: to, send_at: sendAt },
      unsubscribeUrl: unsubscribe?.oneClickUrl ?? null,
      isDropped,
    });
    await planTry(jobs, transaction, mailId, sendAt);
    if (isDropped) log.warn({ mailId, kind }, 'a mail beyond the day’s quota of its kind was dropped');
    return { isDropped };
  }
  return {
    async post(connection, to, mail) {
      if (!isOneAddress(to)) throw new Error('a mail can only be posted to one checked address');
      return connection.isTransaction
        ? put(connection, to, mail)
        : connection.transaction().execute((transaction) => put(transaction, to, mail));
    },
  };
}

async function turnOf(
  transaction: Connection,
  { to, kind, quota, now }: { to: string; kind: MailKind; quota: MailQuota; now: Date },
): Promise<Date | undefined> {
  await holdAddress(transaction, to, kind);
  return nextTurn(await turnsOf(transaction, { address: to, kind, most: quota.perDay }), now, quota);
}

function checkedMail(mail: Omit<Mail, 'to'>): Omit<Mail, 'to'> {
  const { kind, subject, unsubscribe } = mail;
  if (subject.trim() === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
    throw new Error(`the subject of a mail is one line (${kind})`);
  if (unsubscribe !== undefined && !/^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/.test(unsubscribe.oneClickUrl))
    throw new Error(`the address for unsubscribing is a URL (${kind})`);
  return mail;
}
