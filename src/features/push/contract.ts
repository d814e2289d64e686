/** Notifications of a browser about what is new among follows, relayed by the browser's vendor (Web Push). */

import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';

/** The number of browsers that an account can notify. */
export const MAX_PUSH_BROWSERS = 10;
const MAX_ENDPOINT_CHARACTERS = 1000;

export const pushMessages = {
  badEndpoint: 'Endpoint must be an address of this browser’s notification service',
  badKey: 'Keys must be those of a subscription',
  tooMany: `You can turn notifications on in up to ${MAX_PUSH_BROWSERS} browsers. Turn them off in one first.`,
  turnedOn: 'Notifications are on in this browser',
  turnedOff: 'Notifications are off in this browser',
  removed: 'Notifications turned off',
  unreachable: 'Your browser’s notification service can’t be reached. Please try again later.',
  failed: 'That could not be saved. Please try again in a moment.',
  loadFailed: 'Failed to load your notifications',
};

const browserSchema = z.object({
  id: z.int(),
  service: z.string().describe('The company that relays the notifications, such as Mozilla'),
  created_at: z.iso.datetime(),
  endpoint: z.string().describe('The address of its push subscription, by which a browser recognises itself'),
});

export type PushBrowser = z.output<typeof browserSchema>;

export const getPush = defineCall({
  name: 'getPush',
  method: 'GET',
  path: '/push',
  summary:
    'The browsers in which you have turned notifications on, and the key for turning them on in another.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    public_key: z.string().describe('The site’s VAPID key, for PushManager.subscribe'),
    browsers: z.array(browserSchema),
  }),
  errors: [],
});

export const addPushBrowser = defineCall({
  name: 'addPushBrowser',
  method: 'POST',
  path: '/push/browsers',
  summary: `Turns notifications on for a browser’s push subscription until its session ends; at most ${MAX_PUSH_BROWSERS}. Repeating it changes nothing.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    endpoint: z.url(pushMessages.badEndpoint).max(MAX_ENDPOINT_CHARACTERS, pushMessages.badEndpoint),
    p256dh: z.base64url(pushMessages.badKey).min(87, pushMessages.badKey).max(88, pushMessages.badKey),
    auth: z.base64url(pushMessages.badKey).min(22, pushMessages.badKey).max(24, pushMessages.badKey),
  }),
  data: z.object({ id: z.int() }),
  errors: ['invalid'],
});

export const removePushBrowser = defineCall({
  name: 'removePushBrowser',
  method: 'DELETE',
  path: '/push/browsers/{id}',
  summary: 'Turns notifications off in a browser; repeating it changes nothing.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
  }),
  data: z.object({}),
  errors: [],
});
