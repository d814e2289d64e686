import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { cleanNextChapters } from './service/clean-older-chapters.ts';

const recleanPayload = z.object({ above: z.int() });

export function chapterJobs(context: Context): TaskList {
  return {
    'reclean-chapters': async (payload) => cleanNextChapters(context, recleanPayload.parse(payload).above),
  };
}
