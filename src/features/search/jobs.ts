import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { learnWords } from './service/learning.ts';
import {
  REFRESH_SCRIPTS_JOB,
  REFRESH_TAGS_JOB,
  refreshNextScripts,
  refreshNextTags,
} from './service/refreshing.ts';
import { deleteUnusedWords } from './service/spelling.ts';
import { countTerms } from './service/term-counts.ts';

const learnPayload = z.object({ chapterIds: z.array(z.int()) });
const refreshPayload = z.object({ above: z.int() });

export function searchJobs(context: Context): TaskList {
  return {
    'forget-unused-words': () => deleteUnusedWords(context),
    'count-search-terms': () => countTerms(context),
    'learn-words': async (payload) => learnWords(context, learnPayload.parse(payload).chapterIds),
    [REFRESH_TAGS_JOB]: async (payload) => refreshNextTags(context, refreshPayload.parse(payload).above),
    [REFRESH_SCRIPTS_JOB]: async (payload) =>
      refreshNextScripts(context, refreshPayload.parse(payload).above),
  };
}

/**
 * Deletes unused words once a week, at night, and recounts common words every six hours, as a growing library changes
 * them.
 */
export const searchCrontab = `41 3 * * 1 forget-unused-words
23 */6 * * * count-search-terms`;
