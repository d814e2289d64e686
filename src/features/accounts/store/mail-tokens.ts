import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { EMAIL_CHANGE_HOURS, EMAIL_RESTORE_DAYS } from '../contract/email-change.ts';
import { LOGIN_CODE_MINUTES } from '../contract/login-code.ts';
import { lockAccount } from './accounts.ts';

export type MailPurpose = Tables['mail_tokens']['purpose'];

/** The life of a mailed link, in hours from the moment its mail is sent. */
export const MAIL_TOKEN_HOURS: Record<MailPurpose, number> = {
  ...{ verify: 24, reset: 1, delete: 1 },
  login: LOGIN_CODE_MINUTES / 60,
  'confirm-email': EMAIL_CHANGE_HOURS,
  // The notice comes with the request, and the days count from the confirmation.
  'keep-email': EMAIL_CHANGE_HOURS + EMAIL_RESTORE_DAYS * 24,
};

/**
 * A newer token of these purposes invalidates older ones. Login codes are exempt: a stranger who keeps requesting codes
 * could invalidate the one that the owner is typing.
 */
const PURPOSES_WITH_ONE_VALID_TOKEN: ReadonlySet<MailPurpose> = new Set<MailPurpose>(['reset', 'delete']);

export async function insertMailToken(
  connection: Connection,
  mail: {
    token: string;
    accountId: number;
    purpose: MailPurpose;
    email: string;
    expiresAt: Date;
    doubtedSince?: Date | undefined;
  },
): Promise<void> {
  await connection
    .insertInto('mail_tokens')
    .values({
      hash: hashOfToken(mail.token),
      account_id: mail.accountId,
      purpose: mail.purpose,
      email: mail.email,
      expires_at: mail.expiresAt,
      doubted_since: mail.doubtedSince,
    })
    .execute();
}

const MIN_FRESH_CODE_MINUTES_LEFT = 5;

interface MailToken {
  accountId: number;
  email: string;
  isUsed: boolean;
}

/** The valid mailed token, with its account locked for a change, so that concurrent uses run one after another. */
export async function lockMailToken(
  transaction: OpenTransaction,
  token: string,
  purpose: MailPurpose,
): Promise<MailToken | undefined> {
  const mailToken = await findMailToken(transaction, token, purpose);
  if (mailToken === undefined || !(await lockAccount(transaction, mailToken.accountId, 'change')))
    return undefined;
  // Reads the token again, because it may have been used during the wait for the lock.
  return findMailToken(transaction, token, purpose);
}

/** The mailed token, if it is still valid. */
export async function findMailToken(
  connection: Connection,
  token: string,
  purpose: MailPurpose,
): Promise<MailToken | undefined> {
  return connection
    .selectFrom('mail_tokens')
    .select(['account_id as accountId', 'email'])
    .select(sql<boolean>`used_at is not null`.as('isUsed'))
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(PURPOSES_WITH_ONE_VALID_TOKEN.has(purpose), (query) =>
      query.where(isNewest(MAIL_TOKEN_HOURS[purpose])),
    )
    .executeTakeFirst();
}

/** A newer token counts once its mail is sent, which may be an hour after the request. */
const isNewest = (hours: number) => sql<boolean>`not exists (
  select from mail_tokens as newer
  where newer.account_id = mail_tokens.account_id and newer.purpose = mail_tokens.purpose
    and newer.expires_at > mail_tokens.expires_at
    and newer.expires_at <= now() + make_interval(hours => ${hours}))`;

/**
 * Whether the account has a recently mailed code, so that no second one is needed. Repeated requests by strangers thus
 * cause one mail in ten minutes, and the owner always has a valid code.
 */
export async function hasFreshLoginCode(connection: Connection, accountId: number): Promise<boolean> {
  const code = await connection
    .selectFrom('mail_tokens')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'login')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() + make_interval(mins => ${MIN_FRESH_CODE_MINUTES_LEFT})`)
    .executeTakeFirst();
  return code !== undefined;
}

export async function markMailTokenUsed(connection: Connection, token: string): Promise<void> {
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
