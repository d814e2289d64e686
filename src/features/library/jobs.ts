import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sumAuthorStats } from '#features/authors/service.ts';
import { authorsOfStories } from '#features/stories/service.ts';
import { sumTagTrending } from '#features/tags/service.ts';
import type { Services } from '#platform/services.ts';

const sumRankingsPayload = z.object({
  storyIds: z.array(z.int()).default([]),
  tagIds: z.array(z.int()).default([]),
  authorIds: z.array(z.int()).default([]),
});

export function libraryJobs(services: Services): TaskList {
  return {
    'sum-rankings': async (payload) => {
      const { storyIds, ...others } = sumRankingsPayload.parse(payload);
      await sumRankingsNow(services, storyIds, others);
    },
  };
}

/**
 * Brings the sums of these stories' authors and tags up to date; and others', whose story is deleted or has lost
 * the tag.
 */
export async function sumRankingsNow(
  { db }: Pick<Services, 'db'>,
  storyIds: number[],
  others: { tagIds?: number[]; authorIds?: number[] } = {},
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sumTagTrending(transaction, storyIds, others.tagIds);
    const authorIds = await authorsOfStories(transaction, storyIds);
    await sumAuthorStats(transaction, [...authorIds, ...(others.authorIds ?? [])]);
  });
}
