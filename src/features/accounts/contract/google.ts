/** Signing in with Google, and linking it to an account. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { REGISTRATION_MODES } from '#base/registration.ts';
import { typedInvitation } from '#features/invitations/contract.ts';
import { existingPassword } from './accounts.ts';
import { signedInSchema, userSchema } from './session.ts';

export const startGoogle = defineCall({
  name: 'startGoogle',
  method: 'GET',
  path: '/auth/google/login',
  summary: 'Gives the address at Google to sign in with.',
  access: 'anyone',
  rateLimit: 'write',
  getWrites: true,
  input: z.object({ invitation: typedInvitation }),
  data: z.object({ auth_url: z.url() }),
  errors: ['google-unavailable'],
});

export const linkGoogle = defineCall({
  name: 'linkGoogle',
  method: 'POST',
  path: '/auth/google/link',
  summary:
    'Gives the address at Google to link it to your account; requires the password, or a fresh sign-in of an account without one.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ password: existingPassword.optional() }),
  data: z.object({ auth_url: z.url() }),
  errors: ['google-unavailable', 'fresh-sign-in-needed'],
});

export const unlinkGoogle = defineCall({
  name: 'unlinkGoogle',
  method: 'DELETE',
  path: '/auth/google/link',
  summary: 'Unlinks Google from an account that has a password or a passkey.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: userSchema,
  errors: ['invalid'],
});

const callbackInput = {
  /** The issuer that Google names in its redirect (RFC 9207). */
  iss: z.string('iss must be a string').max(500, 'iss is too long').optional(),
  code: z.string('Code is required').min(1, 'Code is required').max(2000, 'Code is too long'),
  state: z.string('State is required').min(1, 'State is required').max(500, 'State is too long'),
};

export const finishGoogle = defineCall({
  name: 'finishGoogle',
  method: 'POST',
  path: '/auth/google/callback',
  summary: 'Signs in with what Google sent back; once, and only in the browser that started it.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object(callbackInput),
  data: signedInSchema,
  errors: ['malformed', 'google-unavailable', 'registration-closed', 'network-banned', 'too-many'],
});

export const finishGoogleLink = defineCall({
  name: 'finishGoogleLink',
  method: 'POST',
  path: '/auth/google/link/callback',
  summary: 'Links the Google account that was shown, in the session that started it.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object(callbackInput),
  data: userSchema,
  errors: ['malformed', 'taken', 'google-unavailable'],
});

export const signInWays = defineCall({
  name: 'signInWays',
  method: 'GET',
  path: '/auth/ways',
  summary: 'Lists the sign-in methods of this site, and who may register.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    google: z.boolean(),
    registration: z.enum(REGISTRATION_MODES).describe('Everybody, people with an invitation, or nobody'),
    form_seconds: z
      .number()
      .describe('The least time between opening the form for registering and sending it'),
  }),
  errors: [],
});
