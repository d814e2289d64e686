import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { NOTIFY_JOB, notifyBrowser } from './service/notifying.ts';

const payloadSchema = z.object({
  id: z.int(),
  notice: z.object({ title: z.string(), body: z.string(), path: z.string() }),
  /** Missing in a notice of the previous release. */
  postedAt: z.iso.datetime().optional(),
});

export function pushJobs(context: Context): TaskList {
  return {
    [NOTIFY_JOB]: (payload) => {
      const { id, notice, postedAt } = payloadSchema.parse(payload);
      return notifyBrowser(context, { id, notice, postedAt: new Date(postedAt ?? 0) });
    },
  };
}
