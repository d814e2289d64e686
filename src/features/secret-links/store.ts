import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** Stores the link of a story; an earlier one ends. */
export async function storeLink(
  connection: Connection,
  storyId: number,
  link: { token_hash: Buffer; salt: Buffer },
): Promise<void> {
  await connection
    .insertInto('secret_links')
    .values({ story_id: storyId, ...link })
    .onConflict((conflict) =>
      conflict.column('story_id').doUpdateSet({ ...link, created_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function linkOfStory(
  connection: Connection,
  storyId: number,
): Promise<{ token_hash: Buffer; salt: Buffer } | undefined> {
  return connection
    .selectFrom('secret_links')
    .select(['token_hash', 'salt'])
    .where('story_id', '=', storyId)
    .executeTakeFirst();
}

export async function deleteLink(connection: Connection, storyId: number): Promise<void> {
  await connection.deleteFrom('secret_links').where('story_id', '=', storyId).execute();
}

/** The story that a link shows: not while it is withheld or in the trash, or its author is suspended. */
export async function storyOfLink(connection: Connection, tokenHash: Buffer): Promise<number | undefined> {
  const row = await connection
    .selectFrom('secret_links')
    .innerJoin('stories', 'stories.id', 'secret_links.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .innerJoin('accounts', 'accounts.id', 'pen_names.account_id')
    .select('stories.id')
    .where('secret_links.token_hash', '=', tokenHash)
    .where('stories.withheld_at', 'is', null)
    .where('stories.trashed_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
