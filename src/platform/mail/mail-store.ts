import '../server-only.ts';
import { type ExpressionBuilder, type Insertable, type RawBuilder, sql } from 'kysely';
import { clockTime, isTooFarAhead } from '../database/clock.ts';
import type { Connection, OpenTransaction } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { MailKind } from './mail-kinds.ts';

/** A mail that is being sent. */
export interface ReservedMail {
  id: number;
  messageKey: string;
  kind: string;
  address: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string | null;
  sendAt: Date;
  /** The ids of what it tells of, for `renewMail`. */
  madeFrom?: object | undefined;
  /** This try's number, from 1. */
  tries: number;
}

const noContent = {
  ...{ subject: null, text_part: null, html_part: null, unsubscribe_url: null },
  made_from: null,
};

/** Serialises the planning of mails of a kind to one address until the transaction ends. */
export async function lockAddress(
  transaction: OpenTransaction,
  address: string,
  kind: MailKind,
): Promise<void> {
  const key = sql`${`outbox ${kind} `} || lower(${address})`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
}

export async function readDatabaseTime(connection: Connection): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clockTime} as now`.execute(connection);
  return rows[0]?.now ?? new Date();
}

/** The latest send slots of a kind at an address, latest first, without those planned by a clock that was ahead. */
export async function findSendSlots(
  connection: Connection,
  { address, kind, most: limit }: { address: string; kind: MailKind; most: number },
): Promise<Date[]> {
  const { rows } = await sql<{ turns: Date[] }>`select array(
    select send_at from outbox_mails
    where address_key = lower(${address}) and kind = ${kind} and dropped_at is null
      and not ${isTooFarAhead('created_at', 0)}
    order by send_at desc limit ${limit}) as turns`.execute(connection);
  return rows[0]?.turns ?? [];
}

type NewMail = Pick<Insertable<Tables['outbox_mails']>, 'kind' | 'address' | 'send_at'> &
  Pick<ReservedMail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'> & {
    madeFrom: object | null;
    isDropped: boolean;
  };

/** A dropped mail takes the same steps as one that will go out, so that both take the same time. */
export async function addMail(
  connection: Connection,
  { subject, text, html, unsubscribeUrl, madeFrom, isDropped, ...mail }: NewMail,
): Promise<number> {
  const content = {
    ...{ subject, text_part: text, html_part: html, unsubscribe_url: unsubscribeUrl },
    made_from: madeFrom === null ? null : JSON.stringify(madeFrom),
  };
  const { id } = await connection
    .insertInto('outbox_mails')
    .values({
      ...mail,
      try_at: mail.send_at,
      ...(isDropped ? { ...noContent, dropped_at: mail.send_at } : content),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const isWaiting = (eb: ExpressionBuilder<Tables, 'outbox_mails'>) =>
  eb.and([eb('sent_at', 'is', null), eb('parked_at', 'is', null), eb('dropped_at', 'is', null)]);

// Jobs run at whole milliseconds: a finer time here would still lie ahead when the mail's job runs.
const nowPlus = (seconds: number): RawBuilder<Date> =>
  sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${seconds})`;

/**
 * Takes a due mail for one try. It stays reserved for `seconds`, even if the worker dies, so that no other worker sends
 * it at the same time. The try is counted at its start, so that a mail that crashes workers is retried only a few
 * times.
 */
export async function reserveMail(connection: Connection, mailId: number, seconds: number) {
  const row = await connection
    .updateTable('outbox_mails')
    .set((eb) => ({ tries: eb('tries', '+', 1), try_at: nowPlus(seconds) }))
    .where('id', '=', mailId)
    .where('try_at', '<=', clockTime)
    .where(isWaiting)
    .returning(['id', 'message_key', 'kind', 'address', 'subject', 'text_part', 'html_part'])
    .returning(['unsubscribe_url', 'send_at', 'tries', 'made_from'])
    .executeTakeFirst();
  return row && toReservedMail(row);
}

function toReservedMail(row: {
  id: number;
  message_key: string;
  kind: string;
  address: string | null;
  subject: string | null;
  text_part: string | null;
  html_part: string | null;
  unsubscribe_url: string | null;
  send_at: Date;
  made_from: string | null;
  tries: number;
}): ReservedMail {
  const { id, kind, tries } = row;
  return {
    ...{ id, kind, tries, messageKey: row.message_key, sendAt: row.send_at },
    madeFrom: row.made_from === null ? undefined : JSON.parse(row.made_from),
    // The table's checks ensure that a waiting mail has these.
    ...{ address: row.address ?? '', subject: row.subject ?? '' },
    ...{ text: row.text_part ?? '', html: row.html_part ?? '', unsubscribeUrl: row.unsubscribe_url },
  };
}

/** The row of a mail, if this try still has it reserved. */
const isStillReserved = (mail: ReservedMail) => (eb: ExpressionBuilder<Tables, 'outbox_mails'>) =>
  eb.and([eb('id', '=', mail.id), eb('tries', '=', mail.tries), isWaiting(eb)]);

export async function markSent(connection: Connection, mail: ReservedMail): Promise<void> {
  await connection
    .updateTable('outbox_mails')
    .set({ ...noContent, sent_at: clockTime, problem: null })
    .where(isStillReserved(mail))
    .execute();
}

export async function markFailed(connection: Connection, mail: ReservedMail, problem: string): Promise<void> {
  await connection
    .updateTable('outbox_mails')
    .set({ ...noContent, parked_at: clockTime, problem })
    .where(isStillReserved(mail))
    .execute();
}

/**
 * Postpones a mail to its next try and returns the time of that, unless another worker has taken the mail meanwhile.
 */
export async function postponeMail(
  connection: Connection,
  mail: ReservedMail,
  problem: string,
  waitSeconds: number,
): Promise<Date | undefined> {
  const row = await connection
    .updateTable('outbox_mails')
    .set({ try_at: nowPlus(waitSeconds), problem })
    .where(isStillReserved(mail))
    .returning('try_at')
    .executeTakeFirst();
  return row?.try_at;
}

/** Removes a mail of which nothing is left to tell, if this try still has it reserved. */
export async function deleteEmptyMail(connection: Connection, mail: ReservedMail): Promise<void> {
  await connection.deleteFrom('outbox_mails').where(isStillReserved(mail)).execute();
}

/** Removes the mails that wait and have this address for unsubscribing; one that is being sent at this moment goes out. */
export async function deleteWaitingMails(connection: Connection, unsubscribeUrl: string): Promise<void> {
  await connection
    .deleteFrom('outbox_mails')
    .where('unsubscribe_url', '=', unsubscribeUrl)
    .where(isWaiting)
    .execute();
}

/** No mail waits longer: the longest wait after a failed try is four hours. */
const MAX_WAIT_SECONDS = 5 * 3_600;

/** Makes mails due that wait for a time of a clock that was set back since. */
export async function makeFutureMailsDue(connection: Connection): Promise<{ id: number; try_at: Date }[]> {
  return connection
    .updateTable('outbox_mails')
    .set({ try_at: nowPlus(0) })
    .where(isWaiting)
    .where('try_at', '>', clockTime)
    .where((eb) => eb.or([isTooFarAhead('created_at', 60), isTooFarAhead('try_at', MAX_WAIT_SECONDS)]))
    .returning(['id', 'try_at'])
    .execute();
}

/** Mails overdue by a minute or more, mostly because their worker died. Oldest first. */
export async function findOverdueMails(
  connection: Connection,
  limit: number,
): Promise<{ id: number; try_at: Date }[]> {
  return connection
    .selectFrom('outbox_mails')
    .select(['id', 'try_at'])
    .where(isWaiting)
    .where('try_at', '<', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .orderBy('try_at')
    .limit(limit)
    .execute();
}

/** The number of dropped mails of each kind since the site was created. */
export async function countDroppedMails(connection: Connection): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; mails: number }>`
    select kind, sum(mails)::float8 as mails from (
      select kind, count(*) as mails from outbox_mails where dropped_at is not null group by kind
      union all select kind, mails from forgotten_mail_drops) as drops
    group by kind`.execute(connection);
  return new Map(rows.map(({ kind, mails }) => [kind, mails]));
}

/** Deletes receivers as soon as the caps no longer need them; parked mails stay a month, without address. */
export async function deleteOldMails(connection: Connection): Promise<void> {
  const daysAgo = (days: number) => sql<Date>`clock_timestamp() - make_interval(days => ${days})`;
  await sql`with gone as (
      delete from outbox_mails
      where created_at < ${daysAgo(2)} and (sent_at is not null or dropped_at is not null)
      returning kind, dropped_at)
    insert into forgotten_mail_drops as forgotten (kind, mails)
    select kind, count(*) from gone where dropped_at is not null group by kind
    on conflict (kind) do update set mails = forgotten.mails + excluded.mails`.execute(connection);
  await connection
    .updateTable('outbox_mails')
    .set({ address: null })
    .where('created_at', '<', daysAgo(2))
    .where('parked_at', 'is not', null)
    .where('address', 'is not', null)
    .execute();
  await connection
    .deleteFrom('outbox_mails')
    .where('created_at', '<', daysAgo(30))
    .where('parked_at', 'is not', null)
    .execute();
}
