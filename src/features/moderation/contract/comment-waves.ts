/** Waves of comments on the stories of others, removed by moderators in one action. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import {
  sweepData,
  sweepIdInput,
  sweepInput,
  sweepSchema,
  waveSchema,
} from '#features/comments/contract/sweeps.ts';
import { noteInput } from './moderation.ts';

export const listCommentWaves = defineCall({
  name: 'listCommentWaves',
  method: 'GET',
  path: '/moderation/comment-waves',
  summary:
    'Comments that wait for a reason of the site, by story and reason, most first, and what moderators removed at once.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ waves: z.array(waveSchema), sweeps: z.array(sweepSchema) }),
  errors: [],
});

export const sweepWave = defineCall({
  name: 'sweepWave',
  method: 'POST',
  path: '/moderation/comment-sweeps',
  summary:
    'Removes all waiting comments of a wave, on one story or on all, with a reason. Their writers see it beside their comments; no emails are sent.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ ...sweepInput, reason: noteInput }),
  data: sweepData,
  errors: ['not-found'],
});

export const undoWaveSweep = defineCall({
  name: 'undoWaveSweep',
  method: 'DELETE',
  path: '/moderation/comment-sweeps/{id}',
  summary: 'Brings back what such a removal took, to where it was.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: sweepIdInput }),
  data: z.object({ comment_count: z.int() }),
  errors: ['not-found'],
});
