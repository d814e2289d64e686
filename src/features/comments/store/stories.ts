import { sql } from 'kysely';
import type { CommentSetting } from '#features/labels/contract/comments.ts';
import type { Connection } from '#platform/database/database.ts';

/** The facts of a story that its comments depend on. */
export interface CommentedStory {
  id: number;
  slug: string;
  title: string;
  language: string | null;
  username: string;
  display_name: string;
  /** The pen name under which it is published, and the account behind it. */
  author_id: number;
  owner_id: number;
  setting: CommentSetting;
}

export async function commentedStory(
  connection: Connection,
  id: number,
): Promise<CommentedStory | undefined> {
  return connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['stories.title', 'stories.language', 'pen_names.username', 'pen_names.display_name'])
    .select(['stories.id', 'stories.slug', 'stories.author_id', 'pen_names.account_id as owner_id'])
    .select('stories.comments as setting')
    .where('stories.id', '=', id)
    .executeTakeFirst();
}

/** Whether the first of these accounts blocks the comments of the second. */
export async function isBlocked(connection: Connection, byId: number, accountId: number): Promise<boolean> {
  const row = await connection
    .selectFrom('blocks')
    .select('kind')
    .where('account_id', '=', byId)
    .where('blocked_id', '=', accountId)
    .where('kind', '=', 'block')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these accounts that block the comments of an account. */
export async function blockersOf(
  connection: Connection,
  accountId: number,
  byIds: readonly number[],
): Promise<Set<number>> {
  if (byIds.length === 0) return new Set();
  const rows = await connection
    .selectFrom('blocks')
    .select('account_id')
    .distinct()
    .where('account_id', '=', sql<number>`any (${byIds}::bigint[])`)
    .where('blocked_id', '=', accountId)
    .where('kind', '=', 'block')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** The accounts whose stories these are. */
export async function ownersOf(
  connection: Connection,
  storyIds: number[],
): Promise<{ story_id: number; owner_id: number }[]> {
  return connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['stories.id as story_id', 'pen_names.account_id as owner_id'])
    .where('stories.id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .orderBy('stories.id')
    .execute();
}
