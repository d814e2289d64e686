import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Services } from '#platform/runtime/services.ts';
import { mailReceipt } from './service/requests.ts';

const forRequest = z.object({ requestId: z.int() });

export function takedownJobs(services: Services): TaskList {
  return {
    'mail-takedown-receipt': (payload) => mailReceipt(services, forRequest.parse(payload).requestId),
  };
}
