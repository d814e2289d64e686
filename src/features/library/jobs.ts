import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sumAuthorStats } from '#features/authors/service.ts';
import { authorsOfStories } from '#features/stories/service.ts';
import { sumTagTrending } from '#features/tags/service.ts';
import type { Services } from '#platform/services.ts';

const sumRankingsPayload = z.object({ storyIds: z.array(z.int()) });

export function libraryJobs(services: Services): TaskList {
  return {
    'sum-rankings': async (payload) => sumRankingsNow(services, sumRankingsPayload.parse(payload).storyIds),
  };
}

/** Brings the sums of these stories' authors and tags up to date. */
export async function sumRankingsNow({ db }: Pick<Services, 'db'>, storyIds: number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sumTagTrending(transaction, storyIds);
    await sumAuthorStats(transaction, await authorsOfStories(transaction, storyIds));
  });
}
