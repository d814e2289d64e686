import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from './stories.ts';
import { TRASH_DAYS, trashedSchema } from './trash.ts';

export const deleteStory = defineCall({
  name: 'deleteStory',
  method: 'DELETE',
  path: '/stories/{id}',
  summary: `Deletes your story with its chapters: nobody finds it. It is in your trash for ${TRASH_DAYS} days. Its slug is never reused.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug }),
  data: trashedSchema,
  errors: ['not-found', 'moved', 'not-yours'],
});
