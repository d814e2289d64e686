import { canKeepRecords } from '#ui/device-records.ts';
import { isWorkerNeeded, startWorker, stopIdleWorker } from '../parts/service-worker.ts';
import { tendKept } from './keep-story.ts';

/**
 * Looks after the kept stories and the worker of a browser that needs one, and removes a worker that Quick exit or the end of
 * a session has left behind. A failure waits for the next visit.
 */
export async function tendDevice(minimumAge: number): Promise<void> {
  if (!canKeepRecords()) return;
  if (!(await isWorkerNeeded())) return stopIdleWorker().catch(() => undefined);
  await startWorker().catch(() => undefined);
  await tendKept(minimumAge).catch(() => undefined);
}
