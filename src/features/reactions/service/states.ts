import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { newChapterCounts } from '#features/follows/service/news.ts';
import { readableStoryIds } from '#features/stories/service/find-story.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { readStates } from '../contract/reading.ts';
import { readCounts, readingStatesOf } from '../store/reactions.ts';
import { bookmarksOnStories } from './bookmarks.ts';
import { votesOnStories } from './votes.ts';

/**
 * The reader's reactions to many stories at once, with current counts: those on a page can be older than the reader's
 * vote.
 */
export async function readOwnStates(
  { db }: Context,
  { ids: stories }: ParsedInputOf<typeof readStates>,
  { account }: CallerOf<typeof readStates>,
): Promise<Outcome<DataOf<typeof readStates>>> {
  const ids = await readableStoryIds(db, stories, account);
  const [votes, bookmarks, readingStates, counts, newChapters] = await Promise.all([
    votesOnStories(db, account.id, ids),
    bookmarksOnStories(db, account.id, ids),
    readingStatesOf(db, account.id, ids),
    readCounts(db, ids),
    newChapterCounts(db, account.id, ids),
  ]);
  const states = ids.flatMap((id) => {
    const story = counts.get(id);
    if (story === undefined) return [];
    const { upvote_count, downvote_count, bookmark_count } = story;
    return [
      {
        story_id: id,
        voteStatus: votes.get(id) ?? ('none' as const),
        isBookmarked: bookmarks.has(id),
        reading_state: readingStates.get(id) ?? null,
        new_chapters: newChapters.get(id) ?? 0,
        upvote_count,
        downvote_count,
        bookmark_count,
      },
    ];
  });
  return success({ states });
}

export { readingStatesOf };
