import type { Connection } from '#platform/database/database.ts';

export function tagsWithApostrophe(connection: Connection) {
  return connection
    .selectFrom('tags')
    .select(['id', 'name', 'key', 'canonical_id'])
    .where('name', '~', '[’‘ʼ´`]')
    .orderBy('id')
    .execute();
}

export function tagWithKey(connection: Connection, key: string) {
  return connection
    .selectFrom('tags')
    .select(['id', 'canonical_id'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function updateTagKey(connection: Connection, id: number, key: string): Promise<void> {
  await connection.updateTable('tags').set({ key }).where('id', '=', id).execute();
}
