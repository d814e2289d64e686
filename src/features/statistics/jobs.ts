import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { foldOldStatistics } from './service.ts';

export function statisticsJobs(context: Context): TaskList {
  return { 'fold-old-statistics': () => foldOldStatistics(context) };
}

export const statisticsCrontab = '23 3 * * 1 fold-old-statistics';
