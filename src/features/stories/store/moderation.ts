import { sql } from 'kysely';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export interface ModeratedStory {
  id: number;
  slug: string;
  title: string;
  /** The account behind the pen name, which moderators act on. */
  owner_id: number;
  owner_name: string;
  published_at: Date | null;
  featured_at: Date | null;
  waiting_for: 'address' | 'moderator' | null;
}

/** A story as a moderator handles it, locked until the transaction ends. */
export async function lockModeratedStory(
  transaction: OpenTransaction,
  storyId: number,
): Promise<ModeratedStory | undefined> {
  return (
    transaction
      .selectFrom('stories')
      .select(['stories.id', 'stories.slug', 'stories.title'])
      // Not by a join: with a lock, one would lose a story that moves to another pen name meanwhile.
      .select(sql<number>`account_of(stories.author_id)`.as('owner_id'))
      .select(['stories.published_at', 'stories.featured_at', 'stories.waiting_for'])
      .select(
        sql<string>`(select username from accounts where id = account_of(stories.author_id))`.as(
          'owner_name',
        ),
      )
      .where('stories.id', '=', storyId)
      .forNoKeyUpdate('stories')
      .executeTakeFirst()
  );
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

/** The stories of an account, under all its pen names. */
export async function storyIdsOfAccount(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select('stories.id')
    .where('pen_names.account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.id);
}

/** Changes the warnings that staff give a locked story, and returns the earlier and the new ones. */
export async function setStaffWarningsOfStory(
  connection: Connection,
  storyId: number,
  change: (earlier: WarningName[]) => WarningName[],
): Promise<{ earlier: WarningName[]; now: WarningName[] }> {
  const { staff_warnings: earlier } = await connection
    .selectFrom('stories')
    .select('staff_warnings')
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow();
  const now = change(earlier);
  await connection.updateTable('stories').set({ staff_warnings: now }).where('id', '=', storyId).execute();
  return { earlier, now };
}
