import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { mailReceipt } from './service/submission.ts';

const forRequest = z.object({ requestId: z.int() });

export function takedownJobs(context: Context): TaskList {
  return {
    'mail-takedown-receipt': (payload) => mailReceipt(context, forRequest.parse(payload).requestId),
  };
}
