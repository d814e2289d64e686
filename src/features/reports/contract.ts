/** Reports: readers tell moderators what breaks the rules. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract.ts';

export const REPORT_REASON_MINIMUM = 10;
export const REPORT_REASON_MAXIMUM = 500;
export const REPORTS_A_DAY = 10;

export const reportMessages = {
  signedOut: 'You must be logged in to submit a report',
  tooLong: 'Reason must be less than 500 characters',
  required: 'Reason is required',
  ownStory: 'You cannot report your own story',
  oneself: 'You cannot report yourself',
  tooMany: 'You have sent 10 reports within a day. Please come back tomorrow.',
  failed: 'Failed to submit report',
  sent: 'Thank you. Your report has been sent to the moderators.',
};

const reason = z
  .string()
  .describe('Trimmed; up to 500 characters. A reason under 10 characters is padded with spaces');

export const reportStory = defineCall({
  name: 'reportStory',
  method: 'POST',
  path: '/stories/{id}/report',
  summary: 'Reports a story to the moderators. While one’s report is open, a second one replaces its text.',
  who: 'signed-in',
  limit: 'act',
  keyed: true,
  status: 201,
  input: z.object({ id: storyIdOrSlug, reason }),
  data: z.object({}),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const reportAuthor = defineCall({
  name: 'reportAuthor',
  method: 'POST',
  path: '/authors/{accountId}/report',
  summary: 'Reports an author to the moderators. While one’s report is open, a second one replaces its text.',
  who: 'signed-in',
  limit: 'act',
  keyed: true,
  status: 201,
  input: z.object({
    accountId: z.string().regex(/^[0-9]{1,15}$/, 'Account id must be a number'),
    reason,
  }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});
