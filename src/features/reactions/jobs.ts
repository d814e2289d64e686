import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Services } from '#platform/runtime/services.ts';
import {
  RANKINGS_JOB,
  rankWaitingReactions,
  sumChangedRankings,
  sumRankingsNow,
} from './service/rankings.ts';
import { deleteOldMarks } from './store/reading.ts';

const sumRankingsPayload = z.object({
  storyIds: z.array(z.int()).default([]),
  authorIds: z.array(z.int()).default([]),
});

export function reactionsJobs(services: Services): TaskList {
  return {
    'sum-rankings': async (payload) => {
      const { storyIds, ...others } = sumRankingsPayload.parse(payload);
      await sumRankingsNow(services, storyIds, others);
    },
    [RANKINGS_JOB]: () => sumChangedRankings(services),
    'rank-waiting-reactions': () => rankWaitingReactions(services),
    'delete-old-visit-marks': () => deleteOldMarks(services.db),
  };
}

export const reactionsCrontab = `
* * * * * ${RANKINGS_JOB}
*/10 * * * * rank-waiting-reactions
37 * * * * delete-old-visit-marks`.trim();
