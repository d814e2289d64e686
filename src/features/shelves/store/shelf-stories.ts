import { sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import type { ReadingState } from '#features/reactions/contract/reading-state.ts';
import { isOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import type { ShelfSort } from '../contract/shelves.ts';

/** The place whose stories are asked for; the id is that of a custom shelf. */
export type ShelfPlace =
  | { kind: 'state'; state: ReadingState }
  | { kind: 'bookmarks' }
  | { kind: 'custom'; id: number };

export interface ShelfEntry {
  story_id: number;
  added_at: Date;
  /** Null on the shelf of a state and for bookmarks. */
  position: number | null;
  list_note: string;
  state: ReadingState | null;
  rating: number | null;
  note: string;
  tags: string[];
}

/** The rows of a shelf, of whatever kind, as story, time, place and note. */
function entriesOf(accountId: number, place: ShelfPlace) {
  if (place.kind === 'state')
    return sql`select story_id, state_at as added_at, null::integer as position, '' as list_note from shelf_marks
      where account_id = ${accountId} and state = ${place.state}`;
  if (place.kind === 'bookmarks')
    return sql`select story_id, bookmarked_at as added_at, null::integer as position, '' as list_note from bookmarks
      where account_id = ${accountId}`;
  return sql`select story_id, added_at, position, note as list_note from shelf_stories where shelf_id = ${place.id}`;
}

const orders: Record<Exclude<ShelfSort, 'order'>, ReturnType<typeof sql>> = {
  added: sql`entries.added_at desc, entries.story_id desc`,
  state: sql`array_position(array['to_read', 'reading', 'finished', 'set_aside'], mark.state), entries.added_at desc, entries.story_id desc`,
  length: sql`stories.word_count, entries.story_id desc`,
  updated: sql`stories.updated_at desc, entries.story_id desc`,
};

interface Choice {
  sort: ShelfSort;
  state: ReadingState | 'none' | undefined;
  offset: number;
  limit: number;
  hidden: HiddenSet;
}

/**
 * A page of the stories on a shelf that the account can open now and does not hide, with what it keeps about each, and
 * the number of those that it can open.
 */
export async function shelfEntries(
  connection: Connection,
  accountId: number,
  place: ShelfPlace,
  { sort, state, offset, limit, hidden }: Choice,
): Promise<{ entries: ShelfEntry[]; total: number }> {
  const from = sql`(${entriesOf(accountId, place)}) as entries
    join stories on stories.id = entries.story_id
    left join shelf_marks as mark on mark.account_id = ${accountId} and mark.story_id = entries.story_id
    where ${isOpenTo(accountId)} and case ${state ?? null}::text
      when 'none' then mark.state is null else mark.state is not distinct from coalesce(${state ?? null}::text, mark.state) end`;
  const [page, counted] = await Promise.all([
    sql<ShelfEntry>`select entries.story_id, entries.added_at, entries.position, entries.list_note, mark.state, mark.rating,
      coalesce(mark.note, '') as note, coalesce(mark.tags, '{}') as tags
      from ${from} and ${isNotHidden(sql`entries.story_id`, hidden)} order by case when ${sort === 'order'}::boolean then entries.position end,
      ${orders[sort === 'order' ? 'added' : sort]} offset ${offset} limit ${limit}`.execute(connection),
    sql<{ total: number }>`select count(*)::integer as total from ${from}`.execute(connection),
  ]);
  return { entries: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function shelfStoryIds(connection: Connection, shelfId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('shelf_stories')
    .select('story_id')
    .where('shelf_id', '=', shelfId)
    .orderBy('position')
    .orderBy('story_id')
    .execute();
  return rows.map((row) => row.story_id);
}

/** Puts a story on a shelf: at a position, or at the end. */
export async function insertShelfStory(
  connection: Connection,
  shelfId: number,
  storyId: number,
  position?: number,
): Promise<void> {
  await sql`insert into shelf_stories (shelf_id, story_id, position)
    select ${shelfId}, ${storyId}, coalesce(${position ?? null}, max(position) + 1, 1) from shelf_stories where shelf_id = ${shelfId}
    on conflict do nothing`.execute(connection);
}

export async function listNoteOf(connection: Connection, shelfId: number, storyId: number): Promise<string> {
  const row = await connection
    .selectFrom('shelf_stories')
    .select('note')
    .where('shelf_id', '=', shelfId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return row?.note ?? '';
}

export async function setListNote(
  connection: Connection,
  shelfId: number,
  storyId: number,
  note: string,
): Promise<void> {
  await connection
    .updateTable('shelf_stories')
    .set({ note })
    .where('shelf_id', '=', shelfId)
    .where('story_id', '=', storyId)
    .execute();
}

export async function deleteShelfStory(
  connection: Connection,
  shelfId: number,
  storyId: number,
): Promise<void> {
  await connection
    .deleteFrom('shelf_stories')
    .where('shelf_id', '=', shelfId)
    .where('story_id', '=', storyId)
    .execute();
}

/** Numbers the stories of a shelf in this order. */
export async function setPositions(
  connection: Connection,
  shelfId: number,
  storyIds: readonly number[],
): Promise<void> {
  await sql`update shelf_stories set position = place.number
    from unnest(${storyIds}::bigint[]) with ordinality as place (story_id, number)
    where shelf_id = ${shelfId} and shelf_stories.story_id = place.story_id`.execute(connection);
}

/** An account's own shelves with a story. */
export async function shelfIdsWith(
  connection: Connection,
  accountId: number,
  storyId: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('shelf_stories')
    .innerJoin('shelves', 'shelves.id', 'shelf_stories.shelf_id')
    .select('shelf_stories.shelf_id')
    .where('shelves.owner_id', '=', accountId)
    .where('shelf_stories.story_id', '=', storyId)
    .orderBy('shelf_stories.shelf_id')
    .execute();
  return rows.map((row) => row.shelf_id);
}
