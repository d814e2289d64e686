/** The numbers of comments on a story and its chapters. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { COMMENT_SETTINGS } from '#features/labels/contract/comments.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const countComments = defineCall({
  name: 'countComments',
  method: 'GET',
  path: '/stories/{id}/comment-counts',
  summary: 'The number of comments on the story as a whole, and on each chapter that has some.',
  access: 'optional-auth',
  rateLimit: 'read',
  cacheTags: ['story {id}', 'comments {id}'],
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({
    setting: z.enum(COMMENT_SETTINGS),
    story_count: z.int(),
    chapters: z
      .array(
        z.object({
          id: z.int(),
          title: z.string(),
          number: z.int().describe('Its number in the story; a notice has that of the chapter before'),
          comment_count: z.int(),
        }),
      )
      .describe('In reading order; readers may not want those after the chapter that they have reached'),
  }),
  errors: ['not-found', 'moved', 'unauthenticated'],
});
