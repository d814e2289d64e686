import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { bookmarksOnStories } from '#features/bookmarks/service.ts';
import { votesOnStories } from '#features/votes/service.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Services } from '#platform/services.ts';
import type { readStates } from '../contract.ts';

/** What is one's own about many stories at once; a story that is not there has neither vote nor bookmark. */
export async function readOwnStates(
  { db }: Services,
  { ids }: ParsedInputOf<typeof readStates>,
  { account }: CallerOf<typeof readStates>,
): Promise<Outcome<DataOf<typeof readStates>>> {
  const [votes, bookmarks] = await Promise.all([
    votesOnStories(db, account.id, ids),
    bookmarksOnStories(db, account.id, ids),
  ]);
  return success({
    states: ids.map((id) => ({
      story_id: id,
      voteStatus: votes.get(id) ?? 'none',
      isBookmarked: bookmarks.has(id),
    })),
  });
}
