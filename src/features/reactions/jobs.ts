import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
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

export function reactionsJobs(context: Context): TaskList {
  return {
    'sum-rankings': async (payload) => {
      const { storyIds, ...others } = sumRankingsPayload.parse(payload);
      await sumRankingsNow(context, storyIds, others);
    },
    [RANKINGS_JOB]: () => sumChangedRankings(context),
    'rank-waiting-reactions': () => rankWaitingReactions(context),
    'delete-old-visit-marks': () => deleteOldMarks(context.db),
  };
}

export const reactionsCrontab = `
* * * * * ${RANKINGS_JOB}
*/10 * * * * rank-waiting-reactions
37 * * * * delete-old-visit-marks`.trim();
