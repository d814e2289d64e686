/** The newsletter's preview, for staff; a separate file, so that only their browsers fetch it. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const previewMessages = { failed: 'The letter could not be loaded' };

export const previewNewsletter = defineCall({
  name: 'previewNewsletter',
  method: 'GET',
  path: '/moderation/newsletter/preview',
  summary:
    'The letter as it would go out now to a subscriber who wants everything; its links carry no token.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    has_news: z.boolean().describe('False: nothing would be sent'),
  }),
  errors: ['not-found'],
});
