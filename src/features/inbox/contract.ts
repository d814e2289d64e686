/** The inbox: what concerns a member’s own words and work, in one list. Private. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { groupThousands } from '#base/text.ts';
import { INBOX_KINDS, MUTABLE_KINDS } from './rules.ts';

const INBOX_PAGE_SIZE = 20;
/** Unread items beyond this number are not counted. */
export const MAX_UNREAD_COUNT = 1000;
/** The items, latest first, that an inbox groups and shows. */
export const INBOX_DEPTH = 5000;

export const INBOX_MAILS = ['none', 'daily', 'weekly'] as const;
export type InboxMail = (typeof INBOX_MAILS)[number];

export const inboxMessages = {
  loadFailed: 'Your inbox could not be loaded',
  notFound: 'This is no longer in your inbox',
  read: 'Marked as read',
  allRead: 'Everything is marked as read',
  readFailed: 'That could not be marked as read. Please try again in a moment.',
  settingsSaved: 'Saved',
  settingsFailed: 'Your choice could not be saved. Please try again in a moment.',
  settingsLoadFailed: 'Your choices could not be loaded',
  kind: `Muted kinds must be among ${MUTABLE_KINDS.join(', ')}`,
  mail: `Mail must be one of ${INBOX_MAILS.join(', ')}`,
  mailsStopped: 'You get no more of these emails',
  stopFailed: 'The emails could not be stopped. Please try again.',
  linkUnknown: 'This link is not valid. You can stop the emails in your inbox.',
};

const groupSchema = z.object({
  id: z.int().describe('The latest item of the group, for marking it as read'),
  kind: z.enum(INBOX_KINDS),
  count: z.int().describe('How many items are grouped'),
  text: z.string().describe('What happened, in words'),
  excerpt: z
    .string()
    .nullable()
    .describe(
      'The beginning of the comment or reply that the path leads to; null: of none, or of one that waits',
    ),
  url: z.string().nullable().describe('The path of what it is about'),
  story: z.object({ id: z.int(), title: z.string(), slug: z.string() }).nullable(),
  newest_at: z.iso.datetime(),
  is_read: z.boolean(),
});
export type InboxEntry = z.output<typeof groupSchema>;

export const readInbox = defineCall({
  name: 'readInbox',
  method: 'GET',
  path: '/inbox',
  summary:
    'Comments on your stories, replies, thanks, notes, corrections, decisions, removed waves and numbers of followers, grouped, latest first. What was read together stays a group.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ ...pagingInput(INBOX_PAGE_SIZE) }),
  data: z.object({
    unread: z
      .int()
      .describe(
        `The unread items, at most ${groupThousands(MAX_UNREAD_COUNT)}, and the question about the terms`,
      ),
    asks_terms: z.boolean().describe('Whether the site asks you to accept its terms, which have changed'),
    groups: z.array(groupSchema),
    as_of: z.iso
      .datetime()
      .describe('The time of the latest item of your inbox in this answer, for marking them as read'),
    pagination: paginationSchema,
  }),
  errors: [],
});

export const countInbox = defineCall({
  name: 'countInbox',
  method: 'GET',
  path: '/inbox/count',
  summary: 'The number of unread items in your inbox.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ unread: z.int() }),
  errors: [],
});

export const markInboxRead = defineCall({
  name: 'markInboxRead',
  method: 'POST',
  path: '/inbox/read',
  summary:
    'Marks everything as read; with `until` only what was there at that time; with `id` one group, as it was listed.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({
    id: z.int('Id must be a number').min(1, 'Id must be at least 1').optional(),
    until: z.iso
      .datetime({ offset: true, error: 'Until must be a time, such as 2026-05-31T12:00:00Z' })
      .optional(),
  }),
  data: z.object({ unread: z.int() }),
  errors: ['not-found'],
});

const settingsSchema = z.object({
  muted: z.array(z.enum(MUTABLE_KINDS, inboxMessages.kind)).describe('The kinds that you are not told of'),
  mail: z
    .enum(INBOX_MAILS, inboxMessages.mail)
    .describe('How often unread items are mailed to your verified address'),
  titles_in_mails: z
    .boolean('titles_in_mails must be true or false')
    .describe('Whether the emails say what it is'),
});
export type InboxSettings = z.output<typeof settingsSchema>;

export const readInboxSettings = defineCall({
  name: 'readInboxSettings',
  method: 'GET',
  path: '/inbox/settings',
  summary: 'What you are told of in your inbox, and how often you get emails about it.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: settingsSchema,
  errors: [],
});

export const setInboxSettings = defineCall({
  name: 'setInboxSettings',
  method: 'PUT',
  path: '/inbox/settings',
  summary: 'Changes what you are told of. What is left out stays as it is.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: settingsSchema.partial(),
  data: settingsSchema,
  errors: [],
});

// The schema does not check a token's format: an ill-formed token is simply unknown.
const token = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is too long');

export const stopInboxMails = defineCall({
  name: 'stopInboxMails',
  method: 'POST',
  path: '/inbox/stop-mails/{token}',
  summary: 'Stops the emails about an inbox, by an emailed link; repeating it succeeds again.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: z.object({}),
  errors: ['gone'],
});
