import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

export type Cause = Tables['story_withholdings']['cause'];

/**
 * Withholds these locked stories for a cause; an existing withholding for that cause gets the new visibility. Triggers
 * apply the consequences for readers.
 */
export async function withhold(
  connection: Connection,
  storyIds: number[],
  why: { cause: Cause; takedownId?: number; look: 'hidden' | 'removed'; entryId: number },
): Promise<void> {
  if (storyIds.length === 0) return;
  // An author with many long stories needs more time than a request's usual timeout.
  if (storyIds.length > 1) await sql`set local statement_timeout = '60s'`.execute(connection);
  await connection
    .insertInto('story_withholdings')
    .values(
      storyIds.map((story_id) => ({
        story_id,
        cause: why.cause,
        takedown_id: why.takedownId ?? null,
        look: why.look,
        entry_id: why.entryId,
      })),
    )
    .onConflict((on) =>
      on.columns(['story_id', 'cause', 'takedown_id']).doUpdateSet({ look: why.look, entry_id: why.entryId }),
    )
    .execute();
}

/** Removes a cause; a story becomes visible when no cause is left. */
export async function release(
  connection: Connection,
  storyIds: number[],
  why: { cause: Cause; takedownId?: number },
): Promise<void> {
  if (storyIds.length === 0) return;
  if (storyIds.length > 1) await sql`set local statement_timeout = '60s'`.execute(connection);
  await connection
    .deleteFrom('story_withholdings')
    .where('story_id', 'in', storyIds)
    .where('cause', '=', why.cause)
    .$if(why.takedownId !== undefined, (query) => query.where('takedown_id', '=', why.takedownId ?? 0))
    .execute();
}

export interface Withholding {
  cause: Cause;
  look: 'hidden' | 'removed';
  entry_id: number;
}

export async function withholdingsOf(connection: Connection, storyId: number): Promise<Withholding[]> {
  return connection
    .selectFrom('story_withholdings')
    .select(['cause', 'look', 'entry_id'])
    .where('story_id', '=', storyId)
    .orderBy('entry_id')
    .execute();
}
