import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sumAuthorStats } from '#features/authors/service.ts';
import {
  authorsOfStories,
  forgetRankingChanges,
  RANKINGS_JOB,
  rankingChanges,
} from '#features/stories/service.ts';
import { sumTagTrending } from '#features/tags/service.ts';
import type { Services } from '#platform/services.ts';

const sumRankingsPayload = z.object({ storyIds: z.array(z.int()) });

export function libraryJobs(services: Services): TaskList {
  return {
    'sum-rankings': async (payload) => sumRankingsNow(services, sumRankingsPayload.parse(payload).storyIds),
    [RANKINGS_JOB]: () => sumChangedRankings(services),
  };
}

/** Once a minute; what readers do asks for it within seconds. */
export const libraryCrontab = `* * * * * ${RANKINGS_JOB}`;

/** Brings the sums of these stories' authors and tags up to date. */
export async function sumRankingsNow({ db }: Pick<Services, 'db'>, storyIds: number[]): Promise<void> {
  // Each by itself: a deleted account takes these locks the other way round.
  await sumTagTrending(db, storyIds);
  await sumAuthorStats(db, await authorsOfStories(db, storyIds));
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
