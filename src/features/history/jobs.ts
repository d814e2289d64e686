import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { deleteOldHistory, HISTORY_JOB } from './service.ts';

export function historyJobs(context: Context): TaskList {
  return { [HISTORY_JOB]: () => deleteOldHistory(context) };
}

/** Runs once an hour. */
export const historyCrontab = `37 * * * * ${HISTORY_JOB}`;
