import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { scheduledTime } from '#platform/jobs/scheduled-time.ts';
import type { MailRenewals } from '#platform/mail/mail-renewal.ts';
import type { Context } from '#platform/runtime/context.ts';
import { preferencesSchema } from './contract/newsletter.ts';
import { composeIssue, renewLetter, resumeIssues, sendIssue } from './service/issues.ts';
import { deleteExpiredRows, mailRequestedLink } from './service/mailing.ts';

const linkRequestPayload = z.discriminatedUnion('request', [
  z.object({ request: z.literal('subscribe'), email: z.string(), preferences: preferencesSchema }),
  z.object({ request: z.literal('preferences'), email: z.string(), preferences: preferencesSchema }),
  z.object({ request: z.literal('choice'), email: z.string() }),
  z.object({ request: z.literal('unsubscribe'), email: z.string() }),
]);
const issuePayload = z.object({ issueId: z.int() });
const letterSource = z.object({ issueId: z.int(), subscriberId: z.int() });

export function newsletterJobs(context: Context): TaskList {
  return {
    'mail-newsletter-link': (payload) => mailRequestedLink(context, linkRequestPayload.parse(payload)),
    'compose-newsletter': (payload) => composeIssue(context, scheduledTime(payload)),
    'send-newsletter': (payload) => sendIssue(context, issuePayload.parse(payload).issueId),
    'resume-newsletter': () => resumeIssues(context),
    'clean-newsletter': () => deleteExpiredRows(context),
  };
}

export function newsletterRenewals(context: Context): MailRenewals {
  return { 'newsletter-letter': (madeFrom) => renewLetter(context, letterSource.parse(madeFrom)) };
}

/** Composes on Fridays at 17:00, or later when the site was down then. */
export const newsletterCrontab = [
  '0 17 * * 5 compose-newsletter ?fill=2d',
  '*/10 * * * * resume-newsletter',
  '27 * * * * clean-newsletter',
].join('\n');
