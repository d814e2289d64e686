import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { fillNextTimes, LAST_CHAPTER_JOB } from './service/last-chapter-times.ts';
import { changeWeeklyLead, WEEKLY_LEAD_JOB } from './service/weekly-lead.ts';

const fillPayload = z.object({ above: z.int() });

export function storyJobs(context: Context): TaskList {
  return {
    [WEEKLY_LEAD_JOB]: () => changeWeeklyLead(context, new Date()),
    [LAST_CHAPTER_JOB]: async (payload) => fillNextTimes(context, fillPayload.parse(payload).above),
  };
}

/** Runs on Mondays at 4:00, or when the site is up again. */
export const storyCrontab = `0 4 * * 1 ${WEEKLY_LEAD_JOB} ?fill=2d`;
