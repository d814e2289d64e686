import { sql } from 'kysely';
import { type HiddenSet, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import { isOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';

export interface Bookmark {
  accountId: number;
  storyId: number;
  /** Whether the bookmark should exist. */
  isBookmarked: boolean;
}

type Pair = Pick<Bookmark, 'accountId' | 'storyId'>;

function pairsAsRows(pairs: Pair[]) {
  return sql`unnest(${pairs.map((pair) => pair.accountId)}::bigint[], ${pairs.map((pair) => pair.storyId)}::bigint[])
    as pair (account_id, story_id)`;
}

/**
 * Adds and removes bookmarks of locked accounts and stories; at most one per pair. Triggers update the stories'
 * counters.
 */
export async function storeBookmarks(connection: Connection, bookmarks: Bookmark[]): Promise<void> {
  const added = bookmarks.filter((bookmark) => bookmark.isBookmarked);
  const removed = bookmarks.filter((bookmark) => !bookmark.isBookmarked);
  if (added.length > 0) {
    await sql`
      insert into bookmarks (account_id, story_id, ranked_at)
      select account_id, story_id, case when moves_rankings(account_id, story_id) then now() end
      from ${pairsAsRows(added)}
      on conflict do nothing`.execute(connection);
  }
  if (removed.length > 0) {
    await sql`
      delete from bookmarks using ${pairsAsRows(removed)}
      where bookmarks.account_id = pair.account_id and bookmarks.story_id = pair.story_id`.execute(
      connection,
    );
  }
}

/** The bookmarked ones among these stories. */
export async function bookmarkedStoryIds(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Set<number>> {
  if (storyIds.length === 0) return new Set();
  const rows = await connection
    .selectFrom('bookmarks')
    .select('story_id')
    .where('account_id', '=', accountId)
    .where('story_id', 'in', storyIds)
    .execute();
  return new Set(rows.map((row) => row.story_id));
}

const openBookmarks = (connection: Connection, accountId: number) =>
  connection
    .selectFrom('bookmarks')
    .innerJoin('stories', 'stories.id', 'bookmarks.story_id')
    .where('bookmarks.account_id', '=', accountId)
    .where(isOpenTo(accountId));

/** The ids of an account's latest bookmarked stories. */
export async function latestBookmarkIds(
  connection: Connection,
  accountId: number,
  limit: number,
): Promise<number[]> {
  const rows = await bookmarksOf(connection, accountId, { offset: 0, limit, hidden: NOTHING_HIDDEN });
  return rows.map((row) => row.story_id);
}

/** An account's bookmarks of stories that it can open, latest first, without hidden ones. */
export async function bookmarksOf(
  connection: Connection,
  accountId: number,
  window: { offset: number; limit: number; hidden: HiddenSet },
): Promise<{ story_id: number; bookmarked_at: Date }[]> {
  return openBookmarks(connection, accountId)
    .select(['bookmarks.story_id', 'bookmarks.bookmarked_at'])
    .where(isNotHidden(sql`stories.id`, window.hidden))
    .orderBy(sql`bookmarked_at desc, story_id desc`)
    .offset(window.offset)
    .limit(window.limit)
    .execute();
}

export async function countBookmarks(connection: Connection, accountId: number): Promise<number> {
  const row = await openBookmarks(connection, accountId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}
