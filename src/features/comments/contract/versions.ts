/** Earlier texts of comments, for the staff. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { commentIdInput } from './comments.ts';

/** A text that its writer has replaced since. */
export const commentVersionSchema = z.object({ content: z.string(), replaced_at: z.iso.datetime() });
export type CommentVersion = z.output<typeof commentVersionSchema>;

export const listCommentVersions = defineCall({
  name: 'listCommentVersions',
  method: 'GET',
  path: '/comments/{id}/versions',
  summary: 'The earlier texts of a comment, oldest first.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ id: commentIdInput }),
  data: z.object({ versions: z.array(commentVersionSchema) }),
  errors: ['not-found'],
});
