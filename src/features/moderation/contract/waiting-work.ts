/** The work that waits for a moderator, as numbers. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const countWaitingWork = defineCall({
  name: 'countWaitingWork',
  method: 'GET',
  path: '/moderation/counts',
  summary: 'How much waits for you, without what concerns yourself.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    cases: z.int().describe('Open cases; a counter-notice counts from the first day of its deadline'),
    stories: z.int().describe('Stories with links from new accounts'),
    comments: z.int().describe('Comments that wait for a reason of the site, up to those removed at once'),
    tags: z.int().describe('Suggestions about tags'),
  }),
  errors: [],
});
