import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import type { Tables } from '#platform/tables.ts';
import { hashOfToken } from '#platform/token.ts';

export type MailPurpose = Tables['mail_tokens']['purpose'];

export async function insertMailToken(
  connection: Connection,
  mail: { token: string; accountId: number; purpose: MailPurpose; email: string; expiresAt: Date },
): Promise<void> {
  await connection
    .insertInto('mail_tokens')
    .values({
      hash: hashOfToken(mail.token),
      account_id: mail.accountId,
      purpose: mail.purpose,
      email: mail.email,
      expires_at: mail.expiresAt,
    })
    .execute();
}

/** The mailed token, locked against being used twice at once, while it lives. */
export async function lockMailToken(
  connection: Connection,
  token: string,
  purpose: MailPurpose,
): Promise<{ accountId: number; email: string; isUsed: boolean } | undefined> {
  return connection
    .selectFrom('mail_tokens')
    .select(['account_id as accountId', 'email'])
    .select(sql<boolean>`used_at is not null`.as('isUsed'))
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

export async function markUsed(connection: Connection, token: string): Promise<void> {
  await connection
    .updateTable('mail_tokens')
    .set({ used_at: sql<Date>`coalesce(used_at, now())` })
    .where('hash', '=', hashOfToken(token))
    .execute();
}

/** Links of a kind that are still under way are void. */
export async function deleteMailTokens(
  connection: Connection,
  accountId: number,
  purpose: MailPurpose,
): Promise<void> {
  await connection
    .deleteFrom('mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteExpiredMailTokens(connection: Connection): Promise<void> {
  await connection.deleteFrom('mail_tokens').where('expires_at', '<=', sql<Date>`now()`).execute();
}
