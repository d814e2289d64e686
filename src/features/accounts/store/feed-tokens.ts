import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface StoredFeedToken {
  token_hash: Buffer;
  salt: Buffer;
}

/** Stores the token of an account's private feed; an earlier one ends. */
export async function storeFeedToken(
  connection: Connection,
  accountId: number,
  token: StoredFeedToken,
): Promise<void> {
  await connection
    .insertInto('feed_tokens')
    .values({ account_id: accountId, ...token })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...token, created_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function storedFeedToken(
  connection: Connection,
  accountId: number,
): Promise<StoredFeedToken | undefined> {
  return connection
    .selectFrom('feed_tokens')
    .select(['token_hash', 'salt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function deleteFeedToken(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('feed_tokens').where('account_id', '=', accountId).execute();
}

/** The account that a token belongs to; none while it is suspended. */
export async function accountOfFeedToken(
  connection: Connection,
  tokenHash: Buffer,
): Promise<{ id: number; username: string } | undefined> {
  return connection
    .selectFrom('feed_tokens')
    .innerJoin('accounts', 'accounts.id', 'feed_tokens.account_id')
    .innerJoin('pen_names', 'pen_names.id', 'accounts.id')
    .select(['accounts.id', 'pen_names.username'])
    .where('feed_tokens.token_hash', '=', tokenHash)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst();
}
