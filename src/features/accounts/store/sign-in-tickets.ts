import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/security/token.ts';

export async function insertTicket(
  connection: Connection,
  { ticket, accountId, minutes }: { ticket: string; accountId: number; minutes: number },
): Promise<void> {
  await connection
    .insertInto('sign_in_tickets')
    .values({
      hash: hashOfToken(ticket),
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

export async function accountOfTicket(connection: Connection, ticket: string): Promise<number | undefined> {
  const row = await connection
    .selectFrom('sign_in_tickets')
    .select('account_id')
    .where('hash', '=', hashOfToken(ticket))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.account_id;
}

export async function deleteTickets(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('sign_in_tickets').where('account_id', '=', accountId).execute();
}

export async function deleteExpiredTickets(connection: Connection): Promise<void> {
  await connection.deleteFrom('sign_in_tickets').where('expires_at', '<=', sql<Date>`now()`).execute();
}
