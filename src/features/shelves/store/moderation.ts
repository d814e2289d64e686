import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { ShelfVisibility } from '../contract/shelves.ts';

export interface ModeratedList {
  id: number;
  slug: string;
  title: string;
  synopsis: string;
  visibility: ShelfVisibility;
  author_username: string | null;
  /** The account behind the pen name, which moderators act on. */
  owner_id: number;
  owner_name: string;
}

/** A list as a moderator handles it, also one that its owner has made private since. */
export async function moderatedList(connection: Connection, id: number): Promise<ModeratedList | undefined> {
  return connection
    .selectFrom('shelves')
    .innerJoin('accounts', 'accounts.id', 'shelves.owner_id')
    .leftJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select(['shelves.id', 'shelves.slug', 'shelves.title', 'shelves.synopsis', 'shelves.visibility'])
    .select(['shelves.owner_id', 'accounts.username as owner_name', 'pen_names.username as author_username'])
    .where('shelves.id', '=', id)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockModeratedList(
  transaction: OpenTransaction,
  id: number,
): Promise<ModeratedList | undefined> {
  await sql`select from shelves where id = ${id} for no key update`.execute(transaction);
  return moderatedList(transaction, id);
}

/** The stories of a list with its notes, as everybody can read them. */
export async function notesOfList(
  connection: Connection,
  id: number,
): Promise<{ slug: string; title: string; note: string }[]> {
  return connection
    .selectFrom('shelf_stories')
    .innerJoin('stories', 'stories.id', 'shelf_stories.story_id')
    .select(['stories.slug', 'stories.title', 'shelf_stories.note'])
    .where('shelf_stories.shelf_id', '=', id)
    .where('stories.published_at', 'is not', null)
    .orderBy('shelf_stories.position')
    .orderBy('shelf_stories.story_id')
    .execute();
}
