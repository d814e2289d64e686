/** Invitations: codes by which members let others register. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';

/** The days for which a member's invitations count against the limit; the staff may create any number. */
export const INVITATION_PERIOD_DAYS = 30;
/** How long an invitation works. */
export const INVITATION_DAYS = 14;
export const MAX_INVITATION_CHARACTERS = 40;

export const invitationMessages = {
  closed: 'This site takes no new accounts at the moment.',
  needed: 'Registering here needs an invitation. Members can give you one.',
  invalid: 'This invitation is not valid: it was used or taken back, or it has expired',
  required: 'Invitation is required',
  notVerified: 'Please confirm your email address first, then you can invite others.',
  staffOnly: 'Only the staff gives invitations at the moment.',
  notFound: 'This invitation was used or no longer exists',
  created: 'The invitation is ready to be sent.',
  revoked: 'The invitation no longer works.',
  loadFailed: 'Your invitations could not be loaded',
  createFailed: 'The invitation could not be created',
  revokeFailed: 'The invitation could not be taken back',
};

/** No invitation has it, because nothing is left of it without its hyphen. */
const IMPOSSIBLE_CODE = '-';

/**
 * The code as somebody types or pastes it. One of another form, however long, fails later like any unknown code: an open
 * site lets its bearer in, and Google lets in whoever has an account already.
 */
export const typedInvitation = z
  .string('Invitation must be a text')
  .trim()
  .transform((text) => (text.length > MAX_INVITATION_CHARACTERS ? IMPOSSIBLE_CODE : text))
  .optional();

const invitationSchema = z.object({
  id: z.int(),
  code: z.string().describe('For the field `invitation` of POST /accounts/signup; works once'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable().describe('When somebody registered with it; never who'),
});
export type Invitation = z.output<typeof invitationSchema>;

export const createInvitation = defineCall({
  name: 'createInvitation',
  method: 'POST',
  path: '/accounts/invitations',
  summary: `Creates an invitation, by which one person can register. Members have a limit for ${INVITATION_PERIOD_DAYS} days.`,
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  input: z.object({}),
  data: invitationSchema,
  status: 201,
  errors: ['not-yours', 'registration-closed', 'too-many'],
});

export const listInvitations = defineCall({
  name: 'listInvitations',
  method: 'GET',
  path: '/accounts/invitations',
  summary: 'Your invitations, latest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    invitations: z.array(invitationSchema),
    allowed: z
      .int()
      .nullable()
      .describe(`How many you can create in ${INVITATION_PERIOD_DAYS} days; null: any number`),
    left: z.int().nullable().describe('How many more you can create now; null: any number'),
  }),
  errors: [],
});

export const revokeInvitation = defineCall({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/accounts/invitations/{id}',
  summary: 'Takes back an invitation that nobody has used.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
  }),
  data: z.object({}),
  errors: ['not-found'],
});
