/** Feeds: what is new, for feed readers, and catalogues of books for reading programs. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const feedMessages = {
  notFound: 'There is no such feed',
  moved: 'This feed has a new address',
  badPage: 'Page must be a whole number, and not too large',
  created: 'Your address is ready. Whoever has it sees what you follow and keep.',
  renewed: 'This is your new address; the old one no longer works.',
  removed: 'The address no longer works.',
  copied: 'Address copied',
  loadFailed: 'Failed to load your private address',
  failed: 'Your private address could not be changed',
};

const addressSchema = z.object({
  token: z.string().describe('The secret part of the addresses'),
  url: z.string().describe('The feed of everything you follow, as Atom'),
  json_url: z.string().describe('The same as JSON Feed'),
  opds_url: z.string().describe('The catalogue of your shelves, as OPDS 1.2'),
  opds_v2_url: z.string().describe('The same as OPDS 2.0'),
});
export type FeedAddress = z.output<typeof addressSchema>;

export const getFeedToken = defineCall({
  name: 'getFeedToken',
  method: 'GET',
  path: '/feed-token',
  summary: 'The addresses of your private feed and catalogue; null if you have none.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ address: addressSchema.nullable() }),
  errors: [],
});

export const renewFeedToken = defineCall({
  name: 'renewFeedToken',
  method: 'POST',
  path: '/feed-token',
  summary:
    'Gives your private feed and catalogue new addresses; the earlier ones end at once. They also end when you change your password or sign out elsewhere.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: addressSchema,
  errors: [],
});

export const removeFeedToken = defineCall({
  name: 'removeFeedToken',
  method: 'DELETE',
  path: '/feed-token',
  summary: 'Ends the addresses of your private feed and catalogue at once, if there are any.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({}),
  errors: [],
});
