import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

export type WithholdingCause = Tables['story_withholdings']['cause'];

/**
 * Withholds these locked stories for a cause; an existing withholding for that cause gets the new visibility. Triggers
 * apply the consequences for readers.
 */
export async function withhold(
  connection: Connection,
  storyIds: number[],
  withholding: {
    cause: WithholdingCause;
    takedownId?: number;
    visibility: 'hidden' | 'removed';
    entryId: number;
  },
): Promise<void> {
  if (storyIds.length === 0) return;
  // An author with many long stories needs more time than a request's usual timeout.
  if (storyIds.length > 1) await sql`set local statement_timeout = '60s'`.execute(connection);
  await connection
    .insertInto('story_withholdings')
    .values(
      storyIds.map((story_id) => ({
        story_id,
        cause: withholding.cause,
        takedown_id: withholding.takedownId ?? null,
        look: withholding.visibility,
        entry_id: withholding.entryId,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['story_id', 'cause', 'takedown_id'])
        .doUpdateSet({ look: withholding.visibility, entry_id: withholding.entryId }),
    )
    .execute();
}

/** Removes a cause; a story becomes visible when no cause is left. */
export async function release(
  connection: Connection,
  storyIds: number[],
  why: { cause: WithholdingCause; takedownId?: number },
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
  cause: WithholdingCause;
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

/** Withholds a list, or releases it. A trigger tells the caches of its page. */
export async function withholdList(connection: Connection, listId: number, entryId: number): Promise<void> {
  await connection
    .insertInto('list_withholdings')
    .values({ shelf_id: listId, entry_id: entryId })
    .onConflict((on) => on.column('shelf_id').doNothing())
    .execute();
}

export async function releaseList(connection: Connection, listId: number): Promise<void> {
  await connection.deleteFrom('list_withholdings').where('shelf_id', '=', listId).execute();
}

/** A list is withheld for one cause only: with its owner's account all lists are gone. */
export async function withholdingsOfList(connection: Connection, listId: number): Promise<Withholding[]> {
  const rows = await connection
    .selectFrom('list_withholdings')
    .select('entry_id')
    .where('shelf_id', '=', listId)
    .execute();
  return rows.map(({ entry_id }) => ({ cause: 'decision', look: 'hidden', entry_id }));
}

/** Notes that the staff removed a comment by this decision, or that it is shown again. */
export async function withholdComment(
  connection: Connection,
  commentId: number,
  entryId: number,
): Promise<void> {
  await connection
    .insertInto('comment_withholdings')
    .values({ comment_id: commentId, entry_id: entryId })
    .onConflict((on) => on.column('comment_id').doUpdateSet({ entry_id: entryId }))
    .execute();
}

export async function releaseComment(connection: Connection, commentId: number): Promise<void> {
  await connection.deleteFrom('comment_withholdings').where('comment_id', '=', commentId).execute();
}

export async function withholdingsOfComment(
  connection: Connection,
  commentId: number,
): Promise<Withholding[]> {
  const rows = await connection
    .selectFrom('comment_withholdings')
    .select('entry_id')
    .where('comment_id', '=', commentId)
    .execute();
  return rows.map(({ entry_id }) => ({ cause: 'decision', look: 'removed', entry_id }));
}
