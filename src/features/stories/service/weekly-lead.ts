import type { Context } from '#platform/runtime/context.ts';
import { featureEarliestAgain } from '../store/weekly-lead.ts';

export const WEEKLY_LEAD_JOB = 'change-weekly-lead';

/** A story leads the front page for six days and some hours before the job of Monday, which may be late, replaces it. */
const LEAD_MILLISECONDS = 6.5 * 86_400_000;

/** Lets another of the featured stories lead the front page, unless moderators have chosen one this week. */
export async function changeWeeklyLead({ db }: Pick<Context, 'db'>, now: Date): Promise<void> {
  await featureEarliestAgain(db, { since: new Date(now.getTime() - LEAD_MILLISECONDS), leadFrom: now });
}
