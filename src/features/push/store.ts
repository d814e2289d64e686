import type { Connection } from '#platform/database/database.ts';

/** A browser's push subscription. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export async function browsersOf(connection: Connection, accountId: number) {
  return connection
    .selectFrom('push_browsers')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/**
 * Stores a subscription. A browser that another account has used before is notified for this one only, under another id: a
 * notice that still waits for the earlier one is not sent.
 */
export async function upsertBrowser(
  connection: Connection,
  { accountId, sessionId, endpoint, p256dh, auth }: Subscription & { accountId: number; sessionId: number },
): Promise<number> {
  await connection
    .deleteFrom('push_browsers')
    .where('endpoint', '=', endpoint)
    .where('account_id', '<>', accountId)
    .execute();
  const owner = { account_id: accountId, session_id: sessionId, p256dh, auth };
  const { id } = await connection
    .insertInto('push_browsers')
    .values({ ...owner, endpoint })
    .onConflict((on) => on.column('endpoint').doUpdateSet(owner))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteBrowser(connection: Connection, accountId: number, id: number): Promise<void> {
  await connection
    .deleteFrom('push_browsers')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a subscription that its service has ended. */
export async function deleteEndpoint(connection: Connection, endpoint: string): Promise<void> {
  await connection.deleteFrom('push_browsers').where('endpoint', '=', endpoint).execute();
}

export async function browserIdsOf(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('push_browsers')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function browserById(connection: Connection, id: number): Promise<Subscription | undefined> {
  return connection
    .selectFrom('push_browsers')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst();
}
