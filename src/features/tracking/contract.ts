/** Tracking: what is counted of reading, without ever knowing who read. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract.ts';

export const SHARE_PLATFORMS = ['twitter', 'facebook', 'email', 'copy'] as const;
export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

export const countShare = defineCall({
  name: 'countShare',
  method: 'POST',
  path: '/tracking/stories/{id}/share',
  summary: 'Counts that a story was shared, per platform and without a name.',
  who: 'anyone',
  limit: 'act',
  input: z.object({
    id: storyIdOrSlug,
    shared_platform: z.enum(SHARE_PLATFORMS, 'Platform must be twitter, facebook, email or copy'),
  }),
  data: z.object({}),
  errors: ['not-found', 'moved'],
});
