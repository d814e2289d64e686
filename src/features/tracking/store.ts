import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import type { SharePlatform } from './contract.ts';

export async function addShare(
  connection: Connection,
  storyId: number,
  platform: SharePlatform,
): Promise<void> {
  await connection
    .insertInto('story_shares')
    .values({ story_id: storyId, platform, share_count: 1 })
    .onConflict((on) =>
      on.columns(['story_id', 'platform']).doUpdateSet({ share_count: sql`story_shares.share_count + 1` }),
    )
    .execute();
}
