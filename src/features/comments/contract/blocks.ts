/** Muting and blocking: readers keep somebody’s comments out of sight, or somebody off their own stories. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { groupThousands } from '#base/text.ts';
import { MAX_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';

const BLOCK_KINDS = ['mute', 'block'] as const;
export const MAX_BLOCKS = 1000;

export const blockMessages = {
  notFound: 'There is nobody of this name',
  oneself: 'You cannot mute or block yourself',
  tooMany: `You mute or block ${groupThousands(MAX_BLOCKS)} people, the most an account can keep.`,
  loadFailed: 'The people that you mute or block could not be loaded',
  saveFailed: 'This could not be saved',
  muted: 'Muted. Their comments are folded for you.',
  blocked: 'Blocked. They can no longer comment on your stories.',
  ended: 'Taken back',
};

const blockSchema = z.object({
  username: z.string(),
  display_name: z.string(),
  kind: z.enum(BLOCK_KINDS),
  created_at: z.iso.datetime(),
});
export type Block = z.output<typeof blockSchema>;

/** A name that has just been muted or blocked. */
export const newBlockSchema = z.object({
  username: z.string(),
  previous_kind: z
    .enum(BLOCK_KINDS)
    .nullable()
    .describe('What you did with this name before; null for nothing'),
});
export type NewBlock = z.output<typeof newBlockSchema>;

const usernameInput = z
  .string()
  .trim()
  .min(1, 'Username is required')
  .max(MAX_USERNAME_CHARACTERS, 'Username is too long');

export const listBlocks = defineCall({
  name: 'listBlocks',
  method: 'GET',
  path: '/blocks',
  summary: 'The names that you mute or block, latest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ blocks: z.array(blockSchema) }),
  errors: [],
});

export const setBlock = defineCall({
  name: 'setBlock',
  method: 'PUT',
  path: '/blocks/{username}',
  summary:
    'Mutes or blocks somebody, silently. mute: their comments under this name are folded for you; block: also, under none of their names can they comment on your stories.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    username: usernameInput,
    kind: z.enum(BLOCK_KINDS, `Kind must be one of ${BLOCK_KINDS.join(', ')}`),
  }),
  data: blockSchema.extend(newBlockSchema.shape),
  errors: ['not-found'],
});

export const endBlock = defineCall({
  name: 'endBlock',
  method: 'DELETE',
  path: '/blocks/{username}',
  summary: 'Takes back that you mute or block this name; repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ username: usernameInput }),
  data: z.object({}),
  errors: [],
});
