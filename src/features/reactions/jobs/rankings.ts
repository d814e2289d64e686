import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sumAuthorStats } from '#features/authors/service.ts';
import {
  authorsOfStories,
  forgetRankingChanges,
  RANKINGS_JOB,
  rankingChanges,
  takeUncountedTrending,
} from '#features/stories/service/stories.ts';
import { addTagTrending } from '#features/tags/service.ts';
import type { Services } from '#platform/runtime/services.ts';

const sumRankingsPayload = z.object({
  storyIds: z.array(z.int()).default([]),
  authorIds: z.array(z.int()).default([]),
});

export function libraryJobs(services: Services): TaskList {
  return {
    'sum-rankings': async (payload) => {
      const { storyIds, ...others } = sumRankingsPayload.parse(payload);
      await sumRankingsNow(services, storyIds, others);
    },
    [RANKINGS_JOB]: () => sumChangedRankings(services),
  };
}

/** Once a minute; what readers do asks for it within seconds. */
export const libraryCrontab = `* * * * * ${RANKINGS_JOB}`;

/** While their scores are added, nobody can vote on these. */
const STORIES_HELD = 50;

/** Brings the sums of these stories' authors and tags up to date; and those of authors whose story is deleted. */
export async function sumRankingsNow(
  { db }: Pick<Services, 'db'>,
  storyIds: number[],
  others: { authorIds?: number[] } = {},
): Promise<void> {
  for (let from = 0; from < storyIds.length; from += STORIES_HELD) {
    const ids = storyIds.slice(from, from + STORIES_HELD);
    await db
      .transaction()
      .execute(async (transaction) =>
        addTagTrending(transaction, await takeUncountedTrending(transaction, ids)),
      );
  }
  // By itself: a deleted account takes these locks the other way round.
  const authorIds = await authorsOfStories(db, storyIds);
  await db
    .transaction()
    .execute((transaction) =>
      sumAuthorStats(transaction, [...new Set([...authorIds, ...(others.authorIds ?? [])])]),
    );
}

const CHANGES_AT_ONCE = 500;

/** The same for all stories that readers have moved. A story that moves again meanwhile stays noted. */
export async function sumChangedRankings({ db }: Pick<Services, 'db'>): Promise<void> {
  for (;;) {
    const changes = await rankingChanges(db, CHANGES_AT_ONCE);
    if (changes.length === 0) return;
    await sumRankingsNow(
      { db },
      changes.map((change) => change.story_id),
    );
    await forgetRankingChanges(db, changes);
    if (changes.length < CHANGES_AT_ONCE) return;
  }
}
