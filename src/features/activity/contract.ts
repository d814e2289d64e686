/** The log of what concerned the safety of an account, for its owner alone. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

/** An event is deleted this long after it. */
export const ACTIVITY_DAYS = 90;
export const MAX_LISTED_ACTIVITY = 200;

const ACTIVITY_KINDS = [
  'signed-in',
  'signed-in-on-new-device',
  'sign-in-failed',
  'password-changed',
  'password-removed',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'codes-renewed',
  'recovery-code-used',
  'google-linked',
  'google-unlinked',
  'sessions-ended',
  'token-reused',
  'email-change-asked',
  'email-changed',
  'email-restored',
  'data-exported',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const activityMessages = { loadFailed: 'Failed to load the log of your account' };

const eventSchema = z.object({
  kind: z.enum(ACTIVITY_KINDS),
  happened_at: z.iso.datetime(),
  count: z.int().describe('Sessions that ended, or failed sign-ins of that day; otherwise 1'),
  device: z
    .string()
    .nullable()
    .describe('Browser and system of a sign-in, or of a session whose token was copied; null: unknown'),
  network: z.string().nullable().describe('The beginning of the network address of the same; null: unknown'),
});
export type ActivityEvent = z.output<typeof eventSchema>;

export const listActivity = defineCall({
  name: 'listActivity',
  method: 'GET',
  path: '/accounts/activity',
  summary: `What concerned the safety of your account in the last ${ACTIVITY_DAYS} days, the latest first; at most ${MAX_LISTED_ACTIVITY} events.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ events: z.array(eventSchema) }),
  errors: [],
});
