/** The list of an account's sessions, from which its owner can end them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';

export const MAX_LISTED_SESSIONS = 100;

export const sessionMessages = {
  unknownDevice: 'Unknown device',
  ended: 'Signed out there.',
  endFailed: 'Failed to sign out there',
  notFound: 'This session has ended already',
  loadFailed: 'Failed to load your sessions',
};

const openSessionSchema = z.object({
  id: z.int(),
  device: z.string().nullable().describe('Browser and system, such as “Firefox on Linux”; null: unknown'),
  network: z.string().nullable().describe('The beginning of the network address; null: unknown'),
  created_at: z.iso.datetime().describe('The time of the sign-in'),
  seen_at: z.iso.datetime().describe('The hour of the latest use'),
  is_current: z.boolean(),
});
export type OpenSession = z.output<typeof openSessionSchema>;

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  path: '/accounts/sessions',
  summary: `Your open sessions, the latest used first, at most ${MAX_LISTED_SESSIONS}.`,
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ sessions: z.array(openSessionSchema) }),
  errors: [],
});

export const endSessionById = defineCall({
  name: 'endSessionById',
  method: 'DELETE',
  path: '/accounts/sessions/{id}',
  summary: 'Ends one of your sessions at once.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
  }),
  data: z.object({}),
  errors: ['not-found'],
});
