import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { storyMessages } from '#features/stories/contract.ts';
import { findStoryToActOn } from '#features/stories/service/finding.ts';
import { figuresOf, lockForActs, storiesByIds, sumRankingsSoon } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { addBookmark, checkBookmark, listBookmarks } from '../contract/bookmarks.ts';
import {
  type Bookmark,
  bookmarkedAmong,
  bookmarksOf,
  bookmarksToRank,
  countBookmarks,
  rankBookmarks,
  storeBookmarks,
} from '../store/bookmarks.ts';

type CountedBookmark = DataOf<typeof addBookmark>;

export function bookmark(
  services: Services,
  { id }: { id: string },
  { account }: Caller<SignedIn>,
): Promise<Outcome<CountedBookmark>> {
  return setBookmark(services, id, account, true);
}

export function unbookmark(
  services: Services,
  { id }: { id: string },
  { account }: Caller<SignedIn>,
): Promise<Outcome<CountedBookmark>> {
  return setBookmark(services, id, account, false);
}

async function setBookmark(
  services: Services,
  story: string,
  account: SignedIn,
  isBookmarked: boolean,
): Promise<Outcome<CountedBookmark>> {
  const found = await findStoryToActOn(services.db, story, account);
  if (!found.ok) return found;
  const stored = await storeGrouped(services, { accountId: account.id, storyId: found.data, isBookmarked });
  if (!stored.ok) return stored;
  return stored.data === undefined ? failure('not-found', storyMessages.notFound) : success(stored.data);
}

/** Stores what came together. Of two acts of one account on one story the later counts, for both answers. */
const storeGrouped = batched<Bookmark, CountedBookmark | undefined>(({ db, jobs }, acts) =>
  db.transaction().execute(async (transaction) => {
    const last = new Map(acts.map((one) => [pairOf(one), one]));
    const kept = await lockForActs(transaction, [...last.values()]);
    await storeBookmarks(transaction, kept);
    const figures = await figuresOf(transaction, [...new Set(kept.map((one) => one.storyId))]);
    await sumRankingsSoon({ jobs }, transaction);
    const pairs = new Set(kept.map(pairOf));
    return acts.map((one) => {
      const story = figures.get(one.storyId);
      if (story === undefined || !pairs.has(pairOf(one))) return undefined;
      const isBookmarked = last.get(pairOf(one))?.isBookmarked ?? false;
      return { isBookmarked, bookmark_count: story.bookmark_count };
    });
  }),
);

function pairOf({ accountId, storyId }: Bookmark): string {
  return `${accountId} ${storyId}`;
}

export async function readBookmark(
  { db }: Services,
  input: ParsedInputOf<typeof checkBookmark>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof checkBookmark>>> {
  const found = await findStoryToActOn(db, input.id, account);
  if (!found.ok) return found;
  const bookmarked = await bookmarkedAmong(db, account.id, [found.data]);
  return success({ isBookmarked: bookmarked.has(found.data) });
}

export async function listOwnBookmarks(
  { db }: Services,
  { page, limit }: ParsedInputOf<typeof listBookmarks>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof listBookmarks>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [rows, total] = await Promise.all([
    beyond ? [] : bookmarksOf(db, account.id, { offset, limit }),
    countBookmarks(db, account.id),
  ]);
  const bookmarkedAt = new Map(rows.map((row) => [row.story_id, row.bookmarked_at.toISOString()]));
  const stories = await storiesByIds(db, [...bookmarkedAt.keys()]);
  const bookmarks = stories.map((story) => ({ ...story, bookmarked_at: bookmarkedAt.get(story.id) ?? '' }));
  return success({ bookmarks, pagination: pagination(page, limit, total) }, depthMessage(total));
}

/** Which of these stories an account has bookmarked. */
export async function bookmarksOnStories(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Set<number>> {
  return bookmarkedAmong(connection, accountId, storyIds);
}

const RANKED_AT_ONCE = 200;

/** Lets bookmarks move rankings whose accounts have been verified and are old enough by now. */
export async function rankWaitingBookmarks({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  for (;;) {
    const waiting = await bookmarksToRank(db, RANKED_AT_ONCE);
    if (waiting.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      await rankBookmarks(transaction, await lockForActs(transaction, waiting));
      await sumRankingsSoon({ jobs }, transaction);
    });
  }
}
