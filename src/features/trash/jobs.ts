import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { deleteOldTrash, TRASH_JOB } from './service.ts';

export function trashJobs(context: Context): TaskList {
  return { [TRASH_JOB]: () => deleteOldTrash(context) };
}

/** Runs once an hour. */
export const trashCrontab = `53 * * * * ${TRASH_JOB}`;
