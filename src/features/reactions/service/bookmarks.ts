import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { HIDDEN_COUNT_DEPTH } from '#features/hidden/contract.ts';
import { hidesNothing } from '#features/hidden/rules.ts';
import { hiddenSetFor, NO_HIDDEN_COUNTS } from '#features/hidden/service.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { withoutHidden } from '#features/stories/service/list-view.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { addBookmark, checkBookmark, listBookmarks, removeBookmark } from '../contract/bookmarks.ts';
import {
  type Bookmark,
  bookmarkedStoryIds,
  bookmarksOf,
  countBookmarks,
  latestBookmarkIds,
  storeBookmarks,
} from '../store/bookmarks.ts';
import { accountStoryKey, recordReactions } from './record-reactions.ts';

type CountedBookmark = DataOf<typeof addBookmark>;

export function bookmark(
  context: Context,
  { id }: { id: string },
  { account }: CallerOf<typeof addBookmark>,
): Promise<Outcome<CountedBookmark>> {
  return setBookmark(context, id, account, true);
}

export function unbookmark(
  context: Context,
  { id }: { id: string },
  { account }: CallerOf<typeof removeBookmark>,
): Promise<Outcome<CountedBookmark>> {
  return setBookmark(context, id, account, false);
}

async function setBookmark(
  context: Context,
  idOrSlug: string,
  account: SignedIn,
  isBookmarked: boolean,
): Promise<Outcome<CountedBookmark>> {
  const story = await findReadableStory(context.db, idOrSlug, account);
  if (!story.ok) return story;
  const stored = await recordBatched(context, { accountId: account.id, storyId: story.data, isBookmarked });
  if (!stored.ok) return stored;
  return stored.data === undefined ? failure('not-found', storyMessages.notFound) : success(stored.data);
}

const recordBatched = batched(
  recordReactions<Bookmark, CountedBookmark>({
    keyOf: accountStoryKey,
    async store(connection, bookmarks) {
      await storeBookmarks(connection, bookmarks);
      return { movesRankings: true };
    },
    answer: ({ bookmark_count }, { isBookmarked }) => ({ isBookmarked, bookmark_count }),
  }),
);

export async function readBookmark(
  { db }: Context,
  input: ParsedInputOf<typeof checkBookmark>,
  { account }: CallerOf<typeof checkBookmark>,
): Promise<Outcome<DataOf<typeof checkBookmark>>> {
  const story = await findReadableStory(db, input.id, account);
  if (!story.ok) return story;
  const bookmarked = await bookmarkedStoryIds(db, account.id, [story.data]);
  return success({ isBookmarked: bookmarked.has(story.data) });
}

export async function listOwnBookmarks(
  { db }: Context,
  { page, limit, ...input }: ParsedInputOf<typeof listBookmarks>,
  { account }: CallerOf<typeof listBookmarks>,
): Promise<Outcome<DataOf<typeof listBookmarks>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const hidden = await hiddenSetFor(db, input, account);
  const [rows, listed, { hidden: counts }] = await Promise.all([
    beyond ? [] : bookmarksOf(db, account.id, { offset, limit, hidden }),
    countBookmarks(db, account.id),
    hidesNothing(hidden)
      ? { hidden: NO_HIDDEN_COUNTS }
      : withoutHidden(db, await latestBookmarkIds(db, account.id, HIDDEN_COUNT_DEPTH), hidden),
  ]);
  const total = listed - counts.total;
  const bookmarkedAt = new Map(rows.map((row) => [row.story_id, row.bookmarked_at.toISOString()]));
  const stories = await storiesByIds(db, [...bookmarkedAt.keys()], account.id);
  const bookmarks = stories.map(({ waiting_for: _, ...story }) => ({
    ...story,
    bookmarked_at: bookmarkedAt.get(story.id) ?? '',
  }));
  return success(
    {
      bookmarks,
      pagination: pagination(page, limit, total),
      hidden: { ...counts, is_capped: !hidesNothing(hidden) && listed > HIDDEN_COUNT_DEPTH },
    },
    depthMessage(total),
  );
}

/** The bookmarked ones among these stories. */
export async function bookmarksOnStories(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Set<number>> {
  return bookmarkedStoryIds(connection, accountId, storyIds);
}
