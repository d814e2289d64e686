import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { NEWS_KINDS, type Preferences } from '../contract/newsletter.ts';
import { buildPreferences, newsColumns } from '../rules.ts';

export interface Subscriber {
  id: number;
  email: string;
  preferences: Preferences;
  tokenHash: Buffer;
}

export const PREFERENCE_COLUMNS = Object.values(newsColumns);
type PreferenceColumns = Record<(typeof PREFERENCE_COLUMNS)[number], boolean>;

export function columnsOf(preferences: Preferences): PreferenceColumns {
  return Object.fromEntries(
    NEWS_KINDS.map((kind) => [newsColumns[kind], preferences[kind]]),
  ) as PreferenceColumns;
}

export function preferencesOf(row: PreferenceColumns): Preferences {
  return buildPreferences((kind) => row[newsColumns[kind]]);
}

const subscriberQuery = (connection: Connection) =>
  connection
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'token_hash', ...PREFERENCE_COLUMNS]);

type SubscriberRow = PreferenceColumns & { id: number; email: string; token_hash: Buffer };

function toSubscriber(row: SubscriberRow): Subscriber {
  return { id: row.id, email: row.email, tokenHash: row.token_hash, preferences: preferencesOf(row) };
}

export async function subscriberByEmail(
  connection: Connection,
  email: string,
): Promise<Subscriber | undefined> {
  const row = await subscriberQuery(connection)
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst();
  return row && toSubscriber(row);
}

export async function subscriberByToken(
  connection: Connection,
  token: string,
): Promise<Subscriber | undefined> {
  const row = await subscriberQuery(connection)
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  return row && toSubscriber(row);
}

/** Locks a subscriber until the transaction ends; undefined when they have unsubscribed. */
export async function lockSubscriber(
  transaction: OpenTransaction,
  id: number,
): Promise<Subscriber | undefined> {
  const row = await subscriberQuery(transaction).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && toSubscriber(row);
}

/** An existing subscription stays unchanged. */
export async function insertSubscriber(
  connection: Connection,
  subscriber: { email: string; preferences: Preferences; token: string },
): Promise<void> {
  await connection
    .insertInto('newsletter_subscribers')
    .values({
      email: subscriber.email,
      token_hash: hashOfToken(subscriber.token),
      ...columnsOf(subscriber.preferences),
    })
    .onConflict((on) => on.column('email_key').doNothing())
    .execute();
}

/** Returns whether the subscriber exists. */
export async function updatePreferences(
  connection: Connection,
  email: string,
  preferences: Preferences,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('newsletter_subscribers')
    .set(columnsOf(preferences))
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export async function updateToken(connection: Connection, id: number, token: string): Promise<void> {
  await connection
    .updateTable('newsletter_subscribers')
    .set({ token_hash: hashOfToken(token) })
    .where('id', '=', id)
    .execute();
}

export async function deleteSubscriber(connection: Connection, email: string): Promise<void> {
  await connection
    .deleteFrom('newsletter_subscribers')
    .where('email_key', '=', email.toLowerCase())
    .execute();
}
