import '../server-only.ts';
import type { Connection } from '../database.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { isOneAddress } from './mail-address.ts';
import { nextTurn } from './mail-caps.ts';
import { addMail, holdAddress, turnsOf } from './mail-store.ts';

/** One mail to one person, finished: what their mail program shows. */
export interface Mail {
  /** What it is for, as counters and the operator's eyes see it: `verify-email`. */
  kind: string;
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
   * One that comes too early for its address waits for its turn, one beyond the day's cap is dropped; the caller
   * can't tell the difference, so nobody learns from an answer whom we have written to. `mail` is given the time at
   * which it will go out, so that links in it count their life from there.
   *
   * Holds the address until the transaction ends. So it comes last in it, and a transaction that writes to several
   * goes by the order of their addresses: two that held one each would wait for each other's.
   */
  post(connection: Connection, to: string, mail: (sentAt: Date) => Omit<Mail, 'to'>): Promise<void>;
}

export const sendMailTask = 'send-mail';

/** Plans a try to send a mail, in place of one that was planned before. */
export function planTry(jobs: Jobs, connection: Connection, mailId: number, runAt: Date): Promise<void> {
  return jobs.enqueue(connection, sendMailTask, { mailId }, { runAt, jobKey: `${sendMailTask} ${mailId}` });
}

export function createOutbox({ jobs, log, caps }: { jobs: Jobs; log: Log; caps: boolean }): Outbox {
  async function put(transaction: Connection, to: string, mail: (sentAt: Date) => Omit<Mail, 'to'>) {
    if (caps) await holdAddress(transaction, to);
    const { now, turns } = await turnsOf(transaction, to);
    const turn = caps ? nextTurn(turns, now) : now;
    const sendAt = turn ?? now;
    const { kind, subject, text, html, unsubscribe } = checkedMail(mail(sendAt));
    const mailId = await addMail(transaction, {
      ...{ kind, subject, text, html, address: to, send_at: sendAt },
      unsubscribeUrl: unsubscribe?.oneClickUrl ?? null,
      isDropped: turn === undefined,
    });
    await planTry(jobs, transaction, mailId, sendAt);
    if (turn === undefined)
      log.warn({ mailId, kind }, 'a mail beyond the day’s cap of its address was dropped');
  }
  return {
    async post(connection, to, mail) {
      if (!isOneAddress(to)) throw new Error('a mail can only be posted to one checked address');
      if (connection.isTransaction) await put(connection, to, mail);
      else await connection.transaction().execute((transaction) => put(transaction, to, mail));
    },
  };
}

function checkedMail(mail: Omit<Mail, 'to'>): Omit<Mail, 'to'> {
  const { kind, subject, unsubscribe } = mail;
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(kind))
    throw new Error('the kind of a mail is a word such as verify-email');
  if (subject.trim() === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
    throw new Error(`the subject of a mail is one line (${kind})`);
  if (unsubscribe !== undefined && !/^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/.test(unsubscribe.oneClickUrl))
    throw new Error(`the address for unsubscribing is a URL (${kind})`);
  return mail;
}
