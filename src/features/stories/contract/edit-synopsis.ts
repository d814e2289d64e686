import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { expectedUpdatedAt } from './expected-updated-at.ts';
import { storyDetailsSchema, storyIdOrSlug, storySchema } from './stories.ts';

export const editSynopsis = defineCall({
  name: 'editSynopsis',
  method: 'PUT',
  path: '/stories/{id}/synopsis',
  summary: 'Changes only the synopsis of your story.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    synopsis: storyDetailsSchema.shape.synopsis.unwrap(),
    expected_updated_at: expectedUpdatedAt,
  }),
  data: storySchema,
  errors: ['not-found', 'moved', 'not-yours', 'edit-conflict'],
});
