import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { removeEndedBans } from './service/bans.ts';

export function networkBanJobs(context: Context): TaskList {
  return { 'remove-ended-bans': () => removeEndedBans(context) };
}

/** Runs once an hour. */
export const networkBanCrontab = '47 * * * * remove-ended-bans';
