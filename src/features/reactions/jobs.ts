import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import {
  RANKINGS_JOB,
  rankPendingReactions,
  updateChangedRankings,
  updateRankings,
} from './service/rankings.ts';
import { relateByReaders } from './service/shared-readers.ts';
import { forgetOldFingerprints } from './service/visit-fingerprints.ts';

const sumRankingsPayload = z.object({
  storyIds: z.array(z.int()).default([]),
  authorIds: z.array(z.int()).default([]),
});

export function reactionsJobs(context: Context): TaskList {
  return {
    'sum-rankings': async (payload) => {
      const { storyIds, ...authors } = sumRankingsPayload.parse(payload);
      await updateRankings(context, storyIds, authors);
    },
    [RANKINGS_JOB]: () => updateChangedRankings(context),
    'rank-waiting-reactions': () => rankPendingReactions(context),
    'relate-by-readers': () => relateByReaders(context),
    'delete-old-visit-marks': () => forgetOldFingerprints(context),
  };
}

export const reactionsCrontab = `
* * * * * ${RANKINGS_JOB}
*/10 * * * * rank-waiting-reactions
37 * * * * delete-old-visit-marks
17 3 * * * relate-by-readers`.trim();
