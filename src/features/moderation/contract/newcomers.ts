/** New accounts and their activity, stories that need a moderator's approval, and the action against spam. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { storySchema } from '#features/stories/contract.ts';
import { CASE_PAGE_SIZE, idInput } from './moderation.ts';

export const ACCOUNT_FILTERS = ['all', 'authors', 'spam'] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

export const newcomerMessages = {
  accountNotFound: 'Account not found',
  oneself: 'Another moderator decides about your own account and stories',
  staff: 'This account looks after the site. An admin takes that role away first.',
  notMarked: 'This account is not marked as spam any more',
  marked: 'The account is marked as spam.',
  unmarked: 'The account is what it was before.',
  letIn: 'The story is listed now.',
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
  summary: 'Accounts, newest first, with what they have done. Never with their addresses.',
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
  excerpt: z.string().describe('How the first chapter begins, as plain text'),
  links: z.array(z.string()).describe('Up to ten addresses in its texts'),
});
export type WaitingStory = z.output<typeof waitingStorySchema>;

export const listWaitingStories = defineCall({
  name: 'listWaitingStories',
  method: 'GET',
  path: '/moderation/waiting',
  summary:
    'Stories that are not listed yet: those that need a moderator first, then those whose author’s address is not verified, each oldest first.',
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
  summary:
    'Lists a story that waits. It never waits again, and links of its author are not asked about any more.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idInput }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

const markInput = z.object({ id: idInput });
const markData = z.object({
  id: z.int(),
  is_spam: z.boolean(),
  stories: z.int().describe('How many stories were withheld, or given back'),
  cases: z.int().describe('How many cases were closed, or opened again'),
});

export const markSpam = defineCall({
  name: 'markSpam',
  method: 'POST',
  path: '/moderation/accounts/{id}/spam',
  summary:
    'Marks an account as spam: suspends it, withholds all its stories and closes the cases about them. Never for moderators, admins or oneself.',
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
  summary: 'Undoes the mark: restores exactly what it changed, and opens the reports and cases again.',
  access: 'moderator',
  rateLimit: 'write',
  input: markInput,
  data: markData,
  errors: ['not-found', 'not-yours', 'invalid'],
});
