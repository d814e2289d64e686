import type { Connection } from '#platform/database.ts';

export async function accountByUsername(
  connection: Connection,
  username: string,
): Promise<{ id: number; username: string } | undefined> {
  return connection
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
}

export async function insertAccount(
  connection: Connection,
  account: { username: string; display_name?: string; bio?: string; created_at?: Date },
): Promise<{ id: number; username: string }> {
  return connection
    .insertInto('accounts')
    .values({ ...account, profile_picture_url: null })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
}

export async function hasAccounts(connection: Connection): Promise<boolean> {
  return (await connection.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}
