import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { deleteOldMarks } from '../store/reading.ts';

export function trackingJobs({ db }: Services): TaskList {
  return { 'delete-old-visit-marks': () => deleteOldMarks(db) };
}

/** Once an hour. */
export const trackingCrontab = '37 * * * * delete-old-visit-marks';
