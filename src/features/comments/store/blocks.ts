import type { Connection } from '#platform/database/database.ts';

/** The pen names that an account mutes or blocks, as they were named, latest first. */
export async function blocksOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('blocks')
    .innerJoin('pen_names', 'pen_names.id', 'blocks.author_id')
    .select(['pen_names.username', 'pen_names.display_name', 'blocks.kind', 'blocks.created_at'])
    .where('blocks.account_id', '=', accountId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('pen_names.id')
    .execute();
}
