/** Votes: readers' ratings of a story, one from each account. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const VOTE_TYPES = ['upvote', 'downvote', 'none'] as const;
export type VoteStatus = (typeof VOTE_TYPES)[number];

export const voteStatus = z.enum(VOTE_TYPES);

export const castVote = defineCall({
  name: 'castVote',
  method: 'POST',
  path: '/tracking/stories/{id}/vote',
  summary: 'Casts, changes or withdraws your vote on a story. Repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'vote',
  input: z.object({
    id: storyIdOrSlug,
    vote_type: z.enum(VOTE_TYPES, 'Vote type must be upvote, downvote or none'),
  }),
  data: z.object({ voteStatus, upvote_count: z.int(), downvote_count: z.int() }),
  errors: ['not-found', 'moved'],
});

export const checkVote = defineCall({
  name: 'checkVote',
  method: 'GET',
  path: '/tracking/stories/{id}/vote/check',
  summary: 'Your own vote on a story.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ voteStatus }),
  errors: ['not-found', 'moved'],
});
