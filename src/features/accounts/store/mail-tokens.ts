import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { LOGIN_CODE_MINUTES } from '../contract/login-code.ts';
import { holdAccount } from './accounts.ts';

export type MailPurpose = Tables['mail_tokens']['purpose'];

/** The life of a mailed link, in hours from the moment its mail is sent. */
export const mailTokenHours: Record<MailPurpose, number> = {
  ...{ verify: 24, reset: 1, delete: 1 },
  login: LOGIN_CODE_MINUTES / 60,
};

/**
 * A newer token of these purposes invalidates older ones. Login codes are exempt: a stranger who keeps requesting codes
 * could invalidate the one that the owner is typing.
 */
const replaced: ReadonlySet<MailPurpose> = new Set<MailPurpose>(['reset', 'delete']);

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

const FRESH_CODE_MINUTES_LEFT = 5;

interface HeldMailToken {
  accountId: number;
  email: string;
  isUsed: boolean;
}

/** The valid mailed token, with its account locked for a change, so that concurrent uses run one after another. */
export async function holdMailToken(
  transaction: Connection,
  token: string,
  purpose: MailPurpose,
): Promise<HeldMailToken | undefined> {
  const seen = await mailToken(transaction, token, purpose);
  if (seen === undefined || !(await holdAccount(transaction, seen.accountId, 'change'))) return undefined;
  // Reads the token again, because it may have been used during the wait for the lock.
  return mailToken(transaction, token, purpose);
}

/** The mailed token, if it is still valid. */
export async function mailToken(
  connection: Connection,
  token: string,
  purpose: MailPurpose,
): Promise<HeldMailToken | undefined> {
  return connection
    .selectFrom('mail_tokens')
    .select(['account_id as accountId', 'email'])
    .select(sql<boolean>`used_at is not null`.as('isUsed'))
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(replaced.has(purpose), (query) => query.where(hasNoNewer(mailTokenHours[purpose])))
    .executeTakeFirst();
}

/** A newer token counts once its mail is sent, which may be an hour after the request. */
const hasNoNewer = (hours: number) => sql<boolean>`not exists (
  select from mail_tokens as newer
  where newer.account_id = mail_tokens.account_id and newer.purpose = mail_tokens.purpose
    and newer.expires_at > mail_tokens.expires_at
    and newer.expires_at <= now() + make_interval(hours => ${hours}))`;

/**
 * Whether the account has a recently mailed code, so that no second one is needed. Repeated requests by strangers thus
 * cause one mail in ten minutes, and the owner always has a valid code.
 */
export async function hasFreshLoginCode(connection: Connection, accountId: number): Promise<boolean> {
  const found = await connection
    .selectFrom('mail_tokens')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'login')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() + make_interval(mins => ${FRESH_CODE_MINUTES_LEFT})`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function markUsed(connection: Connection, token: string): Promise<void> {
  await connection
    .updateTable('mail_tokens')
    .set({ used_at: sql<Date>`coalesce(used_at, now())` })
    .where('hash', '=', hashOfToken(token))
    .execute();
}

/** Deletes an account's unused links of a purpose. */
export async function deleteMailTokens(
  connection: Connection,
  accountId: number,
  purpose: MailPurpose,
): Promise<void> {
  await connection
    .deleteFrom('mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteExpiredMailTokens(connection: Connection): Promise<void> {
  await connection.deleteFrom('mail_tokens').where('expires_at', '<=', sql<Date>`now()`).execute();
}
