import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface ModeratedStory {
  id: number;
  slug: string;
  title: string;
  author_id: number;
  author_name: string;
  published_at: Date | null;
  featured_at: Date | null;
  waiting_for: 'address' | 'moderator' | null;
}

/** A story as a moderator handles it, locked until the transaction ends. */
export async function lockModeratedStory(
  connection: Connection,
  storyId: number,
): Promise<ModeratedStory | undefined> {
  return connection
    .selectFrom('stories')
    .innerJoin('accounts', 'accounts.id', 'stories.author_id')
    .select(['stories.id', 'stories.slug', 'stories.title', 'stories.author_id'])
    .select(['stories.published_at', 'stories.featured_at', 'stories.waiting_for'])
    .select('accounts.username as author_name')
    .where('stories.id', '=', storyId)
    .forNoKeyUpdate('stories')
    .executeTakeFirst();
}

/** Features a story, or stops featuring it. */
export async function setFeatured(
  connection: Connection,
  storyId: number,
  isFeatured: boolean,
): Promise<void> {
  await connection
    .updateTable('stories')
    .set({ featured_at: isFeatured ? sql<Date>`now()` : null })
    .where('id', '=', storyId)
    .execute();
}

export async function storyIdsOfAuthor(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('author_id', '=', accountId)
    .execute();
  return rows.map((row) => row.id);
}
