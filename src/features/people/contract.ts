/** People: admins manage accounts, their roles and their sessions. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { MAX_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';
import { noteInput } from '#features/moderation/contract/moderation.ts';

const PEOPLE_PAGE_SIZE = 50;

export const ROLE_NAMES = ['user', 'moderator', 'admin'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export const peopleMessages = {
  notFound: 'Account not found',
  ownRole: 'Only another admin can change your role, so that nobody locks themselves out',
  ownSessions: 'End your own sessions in your settings',
  suspended: 'This account is suspended. Lift that first.',
  noLongerAdmin: 'You are no longer an admin',
  roleChanged: 'The role has been changed.',
  sessionsEnded: 'The sessions have been ended.',
  loadFailed: 'The accounts could not be loaded',
  branchFailed: 'The invitations could not be loaded',
};

const personSchema = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.enum(ROLE_NAMES),
  created_at: z.iso.datetime(),
  is_verified: z.boolean(),
  suspended_at: z.iso.datetime().nullable(),
  story_count: z.int(),
  session_count: z.int(),
  invited_by: z
    .object({ id: z.int(), username: z.string() })
    .nullable()
    .describe('The member whose invitation it registered with'),
  invited_count: z.int().describe('How many accounts its invitations led to'),
});
export type Person = z.output<typeof personSchema>;

export const listPeople = defineCall({
  name: 'listPeople',
  method: 'GET',
  path: '/moderation/people',
  summary:
    'Accounts by name: those whose username begins with the query, or those with a role. Never with email addresses.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({
    query: z
      .string()
      .trim()
      .max(MAX_USERNAME_CHARACTERS, `Query must be at most ${MAX_USERNAME_CHARACTERS} characters`)
      .default(''),
    role: z.enum(ROLE_NAMES).optional(),
    ...pagingInput(PEOPLE_PAGE_SIZE),
  }),
  data: z.object({ people: z.array(personSchema), pagination: paginationSchema }),
  errors: [],
});

/** A longer chain of invitations, or a wider one, is shown in part. */
const MAX_BRANCH_DEPTH = 20;
const MAX_BRANCH_ACCOUNTS = 500;
export const branchLimits = { depth: MAX_BRANCH_DEPTH, limit: MAX_BRANCH_ACCOUNTS };

const branchMemberSchema = z.object({
  id: z.int(),
  username: z.string(),
  role: z.enum(ROLE_NAMES),
  created_at: z.iso.datetime(),
  suspended_at: z.iso.datetime().nullable(),
  invited_by: z.string().describe('The username of the inviter'),
  depth: z.int().describe('1 for those whom the account itself invited'),
});
export type BranchMember = z.output<typeof branchMemberSchema>;

export const listBranch = defineCall({
  name: 'listBranch',
  method: 'GET',
  path: '/moderation/people/{id}/invited',
  summary: `Everybody whom an account invited, whom those invited, and so on; at most ${MAX_BRANCH_ACCOUNTS}.`,
  access: 'admin',
  rateLimit: 'read',
  input: z.object({ id: idSchema }),
  data: z.object({ members: z.array(branchMemberSchema) }),
  errors: [],
});

export const changeRole = defineCall({
  name: 'changeRole',
  method: 'PUT',
  path: '/moderation/people/{id}/role',
  summary: 'Gives somebody else a role, from their next request on.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema, role: z.enum(ROLE_NAMES), note: noteInput }),
  data: z.object({ id: z.int(), role: z.enum(ROLE_NAMES) }),
  errors: ['not-found', 'not-yours', 'invalid'],
});

export const endSessions = defineCall({
  name: 'endSessions',
  method: 'POST',
  path: '/moderation/people/{id}/end-sessions',
  summary: 'Signs somebody else out everywhere, at once.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema, note: noteInput }),
  data: z.object({ ended: z.int() }),
  errors: ['not-found', 'not-yours'],
});
