import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Services } from '#platform/runtime/services.ts';
import { recleanSome } from './service/recleaning.ts';

const recleanPayload = z.object({ above: z.int() });

export function chapterJobs(services: Services): TaskList {
  return {
    'reclean-chapters': async (payload) => recleanSome(services, recleanPayload.parse(payload).above),
  };
}
