import { canKeepRecords } from '#ui/device-records.ts';
import { startWorker } from '../parts/service-worker.ts';
import { tendKept } from './keep-story.ts';

/** Looks after the kept stories and the worker of a browser that needs one. A failure waits for the next visit. */
export async function tendDevice(minimumAge: number): Promise<void> {
  if (!canKeepRecords()) return;
  await startWorker().catch(() => undefined);
  await tendKept(minimumAge).catch(() => undefined);
}
