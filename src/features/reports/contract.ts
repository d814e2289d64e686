/** Reports: readers tell moderators about content that breaks the rules. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { emailSchema } from '#base/email-schema.ts';
import { tooLongMessage } from '#base/plain-text.ts';
import { commentIdInput } from '#features/comments/contract/comments.ts';
import { threadIdInput } from '#features/notes/contract.ts';
import { listSlug } from '#features/shelves/contract/lists.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const MIN_REPORT_REASON_CHARACTERS = 10;
export const MAX_REPORT_REASON_CHARACTERS = 500;
export const MAX_REPORTS_PER_DAY = 10;
export const MAX_REPORTED_ADDRESS_CHARACTERS = 2000;

/** The kinds of things that can be reported. */
export type ReportedKind = 'story' | 'author' | 'list' | 'comment';

export const reportMessages = {
  signedOut: 'You must be logged in to submit a report',
  tooLong: `Reason must be less than ${MAX_REPORT_REASON_CHARACTERS} characters`,
  required: 'Reason is required',
  ownStory: 'You cannot report your own story',
  ownList: 'You cannot report your own reading list',
  ownComment: 'You cannot report your own comment',
  oneself: 'You cannot report yourself',
  tooMany: `You have sent ${MAX_REPORTS_PER_DAY} reports within a day`,
  failed: 'Failed to submit report',
  sent: 'Thank you. Your report has been sent to the moderators.',
  urlRequired: 'Address is required',
  urlTooLong: tooLongMessage('Address', MAX_REPORTED_ADDRESS_CHARACTERS),
  urlElsewhere:
    'This address is not on this site. Open the story, chapter, author, reading list or comment and copy it from the address bar.',
  urlNothing: 'There is no story, chapter, author, reading list or comment at this address',
  emailForm: 'Please enter a valid email address, or leave this empty',
};

const REASON_RULE = `Trimmed; up to ${MAX_REPORT_REASON_CHARACTERS} characters. A reason under ${MIN_REPORT_REASON_CHARACTERS} characters is padded with spaces`;
const reason = z.string().describe(REASON_RULE);

export const sendGuestReport = defineCall({
  name: 'sendGuestReport',
  method: 'POST',
  path: '/reports',
  summary:
    'Reports a story, chapter, author, reading list or comment without an account. While a report about it from the same network is open, a second one replaces its text and keeps its number.',
  access: 'anyone',
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({
    url: z
      .string(reportMessages.urlRequired)
      .trim()
      .min(1, reportMessages.urlRequired)
      .max(MAX_REPORTED_ADDRESS_CHARACTERS, reportMessages.urlTooLong)
      .describe(
        'The address of a story, chapter, author, reading list or comment on this site; the path alone will do',
      ),
    reason: z.string(reportMessages.required).describe(REASON_RULE),
    email: z
      .string(reportMessages.emailForm)
      .trim()
      .nullish()
      .transform((text) => (text === null || text === '' ? undefined : text))
      .refine((text) => text === undefined || isEmail(text), reportMessages.emailForm)
      .describe('Where to send the decision; deleted with it'),
  }),
  data: z.object({ number: z.int().describe('The number to quote') }),
  errors: [],
});

function isEmail(text: string): boolean {
  return emailSchema({ required: reportMessages.emailForm, form: reportMessages.emailForm }).safeParse(text)
    .success;
}

export const reportStory = defineCall({
  name: 'reportStory',
  method: 'POST',
  path: '/stories/{id}/report',
  summary: 'Reports a story to the moderators. While your report is open, a second one replaces its text.',
  access: 'signed-in',
  signedOutMessage: reportMessages.signedOut,
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({ id: storyIdOrSlug, reason }),
  data: z.object({}),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const reportAuthor = defineCall({
  name: 'reportAuthor',
  method: 'POST',
  path: '/authors/{accountId}/report',
  summary: 'Reports an author to the moderators. While your report is open, a second one replaces its text.',
  access: 'signed-in',
  signedOutMessage: reportMessages.signedOut,
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({
    accountId: z.string().regex(/^[0-9]{1,15}$/, 'Account id must be a number'),
    reason,
  }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const reportReadingList = defineCall({
  name: 'reportReadingList',
  method: 'POST',
  path: '/lists/{slug}/report',
  summary:
    'Reports a published reading list to the moderators. While your report is open, a second one replaces its text.',
  access: 'signed-in',
  signedOutMessage: reportMessages.signedOut,
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({ slug: listSlug, reason }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const reportComment = defineCall({
  name: 'reportComment',
  method: 'POST',
  path: '/comments/{id}/report',
  summary: 'Reports a comment to the moderators. While your report is open, a second one replaces its text.',
  access: 'signed-in',
  signedOutMessage: reportMessages.signedOut,
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({ id: commentIdInput, reason }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const reportNote = defineCall({
  name: 'reportNote',
  method: 'POST',
  path: '/notes/{id}/report',
  summary:
    'Reports the other person in a private conversation to the moderators, who get what that person wrote in it, and nothing else.',
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  status: 201,
  input: z.object({ id: threadIdInput, reason }),
  data: z.object({}),
  errors: ['not-found'],
});
