import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { cleanNextChapters } from './service/clean-older-chapters.ts';
import { PUBLISH_JOB, publishDueChapters } from './service/publication.ts';
import { RECOUNT_JOB, recountNextWords } from './service/recount-words.ts';
import { COUNTED_TABLES } from './store/recounting.ts';

const recleanPayload = z.object({ above: z.int() });
const recountPayload = z.object({ table: z.enum(COUNTED_TABLES), above: z.int() });

export function chapterJobs(context: Context): TaskList {
  return {
    [PUBLISH_JOB]: () => publishDueChapters(context),
    'reclean-chapters': async (payload) => cleanNextChapters(context, recleanPayload.parse(payload).above),
    [RECOUNT_JOB]: async (payload) => recountNextWords(context, recountPayload.parse(payload)),
  };
}

export const chapterCrontab = `* * * * * ${PUBLISH_JOB}`;
