import '../server-only.ts';
import { z } from 'zod';

// The queue adds the time at which the job was due, which is in the past after an outage.
const cronPayload = z.object({ _cron: z.object({ ts: z.iso.datetime() }) });

/** The time at which a scheduled job was due. */
export function scheduledTime(payload: unknown): Date {
  return new Date(cronPayload.parse(payload)._cron.ts);
}
