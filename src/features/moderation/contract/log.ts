/** The log of all actions, and the choice of featured stories. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { LOG_PAGE_SIZE, LOGGED_ACTIONS, logEntrySchema } from './moderation.ts';

export const readLog = defineCall({
  name: 'readLog',
  method: 'GET',
  path: '/moderation/log',
  summary: 'What moderators, admins and the operator have done, latest first. Nothing in it can be changed.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({
    action: z.enum(LOGGED_ACTIONS).optional(),
    story_id: idSchema.optional(),
    account_id: idSchema.optional(),
    ...pagingInput(LOG_PAGE_SIZE),
  }),
  data: z.object({ entries: z.array(logEntrySchema), pagination: paginationSchema }),
  errors: [],
});

export const featureStory = defineCall({
  name: 'featureStory',
  method: 'PUT',
  path: '/moderation/featured/{id}',
  summary: 'Features a story that readers can find.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'not-yours', 'invalid'],
});

export const unfeatureStory = defineCall({
  name: 'unfeatureStory',
  method: 'DELETE',
  path: '/moderation/featured/{id}',
  summary: 'Takes a story from the featured ones.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});
