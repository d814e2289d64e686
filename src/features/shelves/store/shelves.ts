import { sql } from 'kysely';
import type { ReadingState } from '#features/reactions/contract/reading-state.ts';
import { ifOpenTo, isOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import type { ShelfVisibility } from '../contract/shelves.ts';

export interface ShelfRow {
  id: number;
  owner_id: number;
  author_id: number | null;
  slug: string;
  title: string;
  synopsis: string;
  visibility: ShelfVisibility;
  username: string | null;
  /** Whether moderators withhold the list. */
  is_withheld: boolean;
}

/** Whether moderators withhold a list. */
export const isWithheld = sql<boolean>`exists (select from list_withholdings where shelf_id = shelves.id)`;

function rows(connection: Connection, ownerId: number) {
  return connection
    .selectFrom('shelves')
    .leftJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select(['shelves.id', 'shelves.owner_id', 'shelves.author_id', 'shelves.slug', 'shelves.title'])
    .select(['shelves.synopsis', 'shelves.visibility', 'pen_names.username'])
    .select(isWithheld.as('is_withheld'))
    .where('shelves.owner_id', '=', ownerId);
}

export async function shelvesOf(connection: Connection, ownerId: number): Promise<ShelfRow[]> {
  return rows(connection, ownerId).orderBy('shelves.id').execute();
}

/** An account's own shelf; that of anybody else is not there. */
export async function ownShelf(
  connection: Connection,
  ownerId: number,
  named: { id: number } | { slug: string },
): Promise<ShelfRow | undefined> {
  return (
    'id' in named
      ? rows(connection, ownerId).where('shelves.id', '=', named.id)
      : rows(connection, ownerId).where('shelves.slug', '=', named.slug)
  ).executeTakeFirst();
}

export async function insertShelf(
  connection: Connection,
  shelf: Omit<ShelfRow, 'id' | 'username' | 'is_withheld'>,
): Promise<number> {
  const { id } = await connection
    .insertInto('shelves')
    .values(shelf)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateShelf(
  connection: Connection,
  id: number,
  changes: {
    [Name in 'author_id' | 'slug' | 'title' | 'synopsis' | 'visibility']?: ShelfRow[Name] | undefined;
  },
): Promise<void> {
  await connection
    .updateTable('shelves')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteShelfRow(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('shelves').where('id', '=', id).execute();
}

/** The numbers of stories on each shelf that the account can open now. */
export async function shelfCounts(
  connection: Connection,
  accountId: number,
): Promise<{ states: Map<ReadingState, number>; bookmarks: number; custom: Map<number, number> }> {
  const total = sql<number>`count(*)::integer`.as('total');
  const [states, bookmarks, custom] = await Promise.all([
    connection
      .selectFrom('shelf_marks')
      .innerJoin('stories', 'stories.id', 'shelf_marks.story_id')
      .select(['shelf_marks.state', total])
      .where('shelf_marks.account_id', '=', accountId)
      .where('shelf_marks.state', 'is not', null)
      .where(isOpenTo(accountId))
      .groupBy('shelf_marks.state')
      .execute(),
    connection
      .selectFrom('bookmarks')
      .innerJoin('stories', 'stories.id', 'bookmarks.story_id')
      .select(total)
      .where('bookmarks.account_id', '=', accountId)
      .where(isOpenTo(accountId))
      .executeTakeFirstOrThrow(),
    connection
      .selectFrom('shelf_stories')
      .innerJoin('shelves', 'shelves.id', 'shelf_stories.shelf_id')
      .innerJoin('stories', 'stories.id', 'shelf_stories.story_id')
      .select(['shelf_stories.shelf_id', total])
      .where('shelves.owner_id', '=', accountId)
      .where(isOpenTo(accountId))
      .groupBy('shelf_stories.shelf_id')
      .execute(),
  ]);
  return {
    states: new Map(states.flatMap(({ state, total }) => (state === null ? [] : [[state, total] as const]))),
    bookmarks: bookmarks.total,
    custom: new Map(custom.map(({ shelf_id, total }) => [shelf_id, total])),
  };
}

/** An account's own shelves, with their stories in order. */
export async function shelvesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('shelves')
    .leftJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select(['shelves.id', 'shelves.slug', 'shelves.title', 'shelves.synopsis', 'shelves.visibility'])
    .select(['pen_names.username as author_username', 'shelves.created_at', 'shelves.updated_at'])
    .select(isWithheld.as('is_withheld'))
    .select(
      sql<{ story: string | null; note: string; added_at: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('story', ${ifOpenTo(accountId, 'stories.slug')}, 'note', shelf_stories.note,
          'added_at', shelf_stories.added_at) order by shelf_stories.position, shelf_stories.story_id)
        from shelf_stories join stories on stories.id = shelf_stories.story_id
        where shelf_stories.shelf_id = shelves.id), '[]')`.as('stories'),
    )
    .where('shelves.owner_id', '=', accountId)
    .orderBy('shelves.id')
    .execute();
}
