import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export interface FlaggerRow {
  id: number;
  organisation: string;
  username: string | null;
  address: string | null;
  until: string;
  added_at: Date;
  revoked_at: Date | null;
  is_trusted: boolean;
  notice_count: number;
  upheld_count: number;
}

const MAX_SHOWN = 500;

export async function findFlaggers(connection: Connection): Promise<FlaggerRow[]> {
  const { rows } = await sql<FlaggerRow>`
    select flagger.id, organisation, accounts.username, address, until, added_at, revoked_at,
      revoked_at is null and until >= (now() at time zone 'UTC')::date as is_trusted,
      (select count(*)::integer from reports where trusted_flagger_id = flagger.id)
        + (select count(*)::integer from takedown_requests where trusted_flagger_id = flagger.id) as notice_count,
      (select count(*)::integer from reports
        where trusted_flagger_id = flagger.id and decision <> 'dismissed') as upheld_count
    from trusted_flaggers as flagger left join accounts on accounts.id = flagger.account_id
    order by flagger.id desc limit ${MAX_SHOWN}`.execute(connection);
  return rows;
}

/** The id of an account by its username, which stays until the transaction ends. */
export async function holdAccount(
  transaction: OpenTransaction,
  username: string,
): Promise<number | undefined> {
  const account = await transaction
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .forKeyShare()
    .executeTakeFirst();
  return account?.id;
}

export async function insertFlagger(
  connection: Connection,
  flagger: { organisation: string; account_id: number | null; address: string | null; until: string },
): Promise<number> {
  const { id } = await connection
    .insertInto('trusted_flaggers')
    .values({ ...flagger, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setRevoked(
  connection: Connection,
  id: number,
): Promise<{ organisation: string } | undefined> {
  return connection
    .updateTable('trusted_flaggers')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('organisation')
    .executeTakeFirst();
}
