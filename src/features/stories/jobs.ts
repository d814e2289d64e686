import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { changeWeeklyLead, WEEKLY_LEAD_JOB } from './service/weekly-lead.ts';

export function storyJobs(context: Context): TaskList {
  return { [WEEKLY_LEAD_JOB]: () => changeWeeklyLead(context, new Date()) };
}

/** Runs on Mondays at 4:00, or when the site is up again. */
export const storyCrontab = `0 4 * * 1 ${WEEKLY_LEAD_JOB} ?fill=2d`;
