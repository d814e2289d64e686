/** Stories like a story. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { hiddenInput } from '#features/hidden/contract.ts';
import { storyIdOrSlug, storySchema } from './stories.ts';

export const RELATED_STORIES = 3;
const MAX_RELATED_STORIES = 12;

export const relatedStories = defineCall({
  name: 'relatedStories',
  method: 'GET',
  path: '/stories/{id}/related',
  summary:
    'Listed stories that share the most distinctive tags, or many readers, with this one; three by default.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}', 'lists'],
  privateInput: 'hidden',
  input: z.object({
    id: storyIdOrSlug,
    limit: z.coerce
      .number('Limit must be a number')
      .int('Limit must be a whole number')
      .min(1, 'Limit must be at least 1')
      .max(MAX_RELATED_STORIES, `Limit must be at most ${MAX_RELATED_STORIES}`)
      .default(RELATED_STORIES),
    ...hiddenInput,
  }),
  data: z.object({ stories: z.array(storySchema) }),
  errors: ['not-found', 'moved'],
});
