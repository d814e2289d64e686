import { ifOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';

/** The items of an account without those who caused them. */
export async function itemsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('inbox_items')
    .leftJoin('stories', 'stories.id', 'inbox_items.story_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['inbox_items.kind', 'inbox_items.comment_id as comment'])
    .select(['inbox_items.entry_id as decision', 'inbox_items.follower_count', 'inbox_items.created_at'])
    .select('inbox_items.read_at')
    .where('inbox_items.account_id', '=', accountId)
    .orderBy('inbox_items.id')
    .execute();
}

export async function settingsToExport(connection: Connection, accountId: number) {
  const settings = await connection
    .selectFrom('inbox_settings')
    .select(['muted_kinds', 'mail', 'titles_chosen_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return settings ?? null;
}
