import '../server-only.ts';
import type { Connection } from '../database.ts';

/** One mail to one person, finished: what their mail program shows. */
export interface Mail {
  /** What it is for, as counters and the operator's eyes see it: `verify-email`. */
  kind: string;
  /** A checked address, alone. */
  to: string;
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
   */
  post(connection: Connection, to: string, mail: (sentAt: Date) => Omit<Mail, 'to'>): Promise<void>;
}
