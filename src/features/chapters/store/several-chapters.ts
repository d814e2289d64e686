import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { ChapterDetails } from '../contract/chapters.ts';
import type { Publication } from '../rules.ts';
import { nextUpdatedAt } from './chapters.ts';

/** A chapter without its text. */
export interface PlacedChapter extends Publication, Pick<ChapterDetails, 'title' | 'kind' | 'volume'> {
  id: number;
  published_at: Date | null;
}

/** Locks these chapters of a locked story until the transaction ends; those in the trash are left out. */
export async function lockChapters(
  transaction: OpenTransaction,
  storyId: number,
  chapterIds: readonly number[],
): Promise<PlacedChapter[]> {
  return transaction
    .selectFrom('chapters')
    .select(['id', 'title', 'kind', 'volume', 'state', 'publish_at', 'published_at'])
    .where('story_id', '=', storyId)
    .where('id', '=', sql<number>`any (${chapterIds}::bigint[])`)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Gives locked chapters their state, time and volume. */
export async function updatePlaces(
  connection: Connection,
  chapters: readonly (Publication & { id: number; volume: string | null })[],
): Promise<void> {
  await sql`
    update chapters set state = next.state, publish_at = next.publish_at, volume = next.volume, updated_at = ${nextUpdatedAt}
    from unnest(${chapters.map(({ id }) => id)}::bigint[], ${chapters.map(({ state }) => state)}::text[],
      ${chapters.map(({ publish_at }) => publish_at)}::timestamptz[], ${chapters.map(({ volume }) => volume)}::text[])
      as next (id, state, publish_at, volume)
    where chapters.id = next.id`.execute(connection);
}
