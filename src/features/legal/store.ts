import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface TermsRevision {
  revision: number;
  hasText: boolean;
  changed_at: Date;
}

/** The revisions of the operator's own terms, oldest first; one without a text gave the shipped ones back. */
export async function termsRevisions(connection: Connection): Promise<TermsRevision[]> {
  return connection
    .selectFrom('setting_changes')
    .select(['revision', 'changed_at', sql<boolean>`value is not null`.as('hasText')])
    .where('setting', '=', 'text_terms')
    .orderBy('revision')
    .execute();
}

export async function textOfTerms(connection: Connection, revision: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('setting_changes')
    .select('value')
    .where('setting', '=', 'text_terms')
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row?.value ?? undefined;
}

export interface Acceptance {
  version: string;
  accepted_at: Date;
}

/** The acceptances of an account, latest first. */
export async function acceptancesOf(connection: Connection, accountId: number): Promise<Acceptance[]> {
  return connection
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('account_id', '=', accountId)
    .orderBy('accepted_at', 'desc')
    .orderBy('version')
    .execute();
}

export async function insertAcceptance(
  connection: Connection,
  accountId: number,
  version: string,
): Promise<void> {
  await connection
    .insertInto('terms_acceptances')
    .values({ account_id: accountId, version })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'version']).doUpdateSet({ accepted_at: sql<Date>`now()` }),
    )
    .execute();
}
