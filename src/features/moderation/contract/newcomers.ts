/** New accounts and their activity, stories that need a moderator's approval, and the action against spam. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { storySchema } from '#features/stories/contract/stories.ts';
import { CASE_PAGE_SIZE } from './moderation.ts';

export const ACCOUNT_FILTERS = ['all', 'authors', 'spam'] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

export const newcomerMessages = {
  accountNotFound: 'Account not found',
  ownAccount: 'Another moderator decides about your own account and stories',
  staff: 'This account belongs to the staff. An admin has to remove that role first.',
  notMarked: 'This account is no longer marked as spam',
  marked: 'The account is marked as spam.',
  unmarked: 'The account is back to what it was.',
  approved: 'The story is now listed.',
  accountsFailed: 'The accounts could not be loaded',
  waitingFailed: 'The waiting stories could not be loaded',
};

const newAccountSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.enum(['user', 'moderator', 'admin']),
  created_at: z.iso.datetime(),
  is_verified: z
    .boolean()
    .describe('Whether the email address is verified; the address itself is never shown'),
  suspended_at: z.iso.datetime().nullable(),
  is_spam: z.boolean().describe('Whether it is marked as spam, which can be undone'),
  story_count: z.int(),
  listed_count: z.int(),
  waiting_count: z.int(),
  chapter_count: z.int(),
  link_count: z.int().describe('How many of its 20 latest chapters contain links'),
  report_count: z.int().describe('Reports about the account and its stories, open or decided'),
  vote_count: z.int(),
  latest_stories: z
    .array(z.object({ id: z.int(), slug: z.string(), title: z.string() }))
    .describe('The three latest'),
});
export type NewAccount = z.output<typeof newAccountSchema>;

export const listNewAccounts = defineCall({
  name: 'listNewAccounts',
  method: 'GET',
  path: '/moderation/accounts',
  summary: 'Accounts and what they have done, newest first. Never with email addresses.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ show: z.enum(ACCOUNT_FILTERS).default('all'), ...pagingInput(CASE_PAGE_SIZE) }),
  data: z.object({ accounts: z.array(newAccountSchema), pagination: paginationSchema }),
  errors: [],
});

const waitingStorySchema = z.object({
  story: storySchema,
  waiting_since: z.iso.datetime(),
  author_since: z.iso.datetime(),
  account: z.object({ id: z.int(), username: z.string() }).describe('The account behind the pen name'),
  excerpt: z.string().describe('How the first chapter begins, as plain text'),
  links: z.array(z.string()).describe('Up to ten addresses in its texts'),
});
export type WaitingStory = z.output<typeof waitingStorySchema>;

export const listWaitingStories = defineCall({
  name: 'listWaitingStories',
  method: 'GET',
  path: '/moderation/waiting',
  summary:
    'Stories that are not listed yet: first those that need a moderator, then those whose author’s address is not verified, each oldest first.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object(pagingInput(CASE_PAGE_SIZE)),
  data: z.object({ stories: z.array(waitingStorySchema), pagination: paginationSchema }),
  errors: [],
});

export const letStoryIn = defineCall({
  name: 'letStoryIn',
  method: 'POST',
  path: '/moderation/waiting/{id}/let-in',
  summary: 'Lists a waiting story. It never waits again, and its author’s links are no longer checked.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

const markInput = z.object({ id: idSchema });
const markData = z.object({
  id: z.int(),
  is_spam: z.boolean(),
  stories: z.int().describe('How many stories were withheld or restored'),
  cases: z.int().describe('How many cases were closed or reopened'),
});

export const markSpam = defineCall({
  name: 'markSpam',
  method: 'POST',
  path: '/moderation/accounts/{id}/spam',
  summary:
    'Marks an account as spam: suspends it, withholds all its stories and closes the cases about them. Refused for moderators, admins and yourself.',
  access: 'moderator',
  rateLimit: 'write',
  input: markInput,
  data: markData,
  errors: ['not-found', 'not-yours'],
});

export const unmarkSpam = defineCall({
  name: 'unmarkSpam',
  method: 'DELETE',
  path: '/moderation/accounts/{id}/spam',
  summary: 'Undoes a spam mark: restores exactly what it changed, and reopens the reports and cases.',
  access: 'moderator',
  rateLimit: 'write',
  input: markInput,
  data: markData,
  errors: ['not-found', 'not-yours', 'invalid'],
});
