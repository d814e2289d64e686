/** Pins: the comment that the author keeps on top. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { commentIdInput, commentSchema } from './comments.ts';

export const pinComment = defineCall({
  name: 'pinComment',
  method: 'POST',
  path: '/comments/{id}/pin',
  summary:
    'Keeps a comment on your story, or on its chapter, on top. One can be pinned on the story and on each chapter: the former one is let go.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput }),
  data: commentSchema,
  errors: ['not-found', 'not-yours'],
});

export const unpinComment = defineCall({
  name: 'unpinComment',
  method: 'DELETE',
  path: '/comments/{id}/pin',
  summary: 'Lets a pinned comment go; repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: commentIdInput }),
  data: commentSchema,
  errors: ['not-found', 'not-yours'],
});
