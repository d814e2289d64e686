import type { Connection } from '#platform/database/database.ts';

/** The ids of an account's pen names, retired ones included. */
export async function penNameIdsOf(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('pen_names')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.id);
}

/** The account behind a pen name, for staff; a retired name still leads to it. */
export async function accountOfUsername(
  connection: Connection,
  username: string,
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('pen_names')
    .select('account_id')
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
  return row?.account_id;
}

/** All pen names of an account with everything that is stored about them, retired ones included. */
export async function penNamesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('pen_names')
    .select(['id', 'username', 'display_name', 'bio', 'profile_picture_url', 'is_default'])
    .select(['created_at', 'retired_at', 'profile_public_at'])
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
