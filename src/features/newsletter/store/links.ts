import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { hashOfToken } from '#platform/security/token.ts';
import type { Preferences } from '../contract/newsletter.ts';
import { columnsOf, PREFERENCE_COLUMNS, preferencesOf } from './subscribers.ts';

export type LinkPurpose = Tables['newsletter_links']['purpose'];

export async function insertLink(
  connection: Connection,
  link: { token: string; purpose: LinkPurpose; email: string; preferences: Preferences; expiresAt: Date },
): Promise<void> {
  await connection
    .insertInto('newsletter_links')
    .values({
      hash: hashOfToken(link.token),
      purpose: link.purpose,
      email: link.email,
      ...columnsOf(link.preferences),
      expires_at: link.expiresAt,
    })
    .execute();
}

/** The unexpired link with this token, if it serves one of these purposes. */
export async function linkByToken(
  connection: Connection,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<{ email: string; preferences: Preferences } | undefined> {
  const row = await connection
    .selectFrom('newsletter_links')
    .select(['email', ...PREFERENCE_COLUMNS])
    .where('hash', '=', hashOfToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && { email: row.email, preferences: preferencesOf(row) };
}

/** Replaces the preferences that a requested link shows. */
export async function updateLink(
  connection: Connection,
  token: string,
  preferences: Preferences,
): Promise<void> {
  await connection
    .updateTable('newsletter_links')
    .set(columnsOf(preferences))
    .where('hash', '=', hashOfToken(token))
    .execute();
}

export async function deleteLinks(
  connection: Connection,
  email: string,
  purpose: LinkPurpose,
): Promise<void> {
  await connection
    .deleteFrom('newsletter_links')
    .where('email_key', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteExpiredLinks(connection: Connection): Promise<void> {
  await connection.deleteFrom('newsletter_links').where('expires_at', '<=', sql<Date>`now()`).execute();
}
