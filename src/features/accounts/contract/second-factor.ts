/** The second step of signing in, and the proof of identity within a session. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { typedCode } from '#features/second-factors/contract/factors.ts';
import { passkeyResponse } from '#features/second-factors/contract/passkeys.ts';
import { existingPassword } from './accounts.ts';
import { sessionSchema } from './session.ts';

export const SIGN_IN_TICKET_MINUTES = 10;

export const signInWithSecondFactor = defineCall({
  name: 'signInWithSecondFactor',
  method: 'POST',
  path: '/accounts/login/second-factor',
  summary:
    'Finishes a sign-in that answered with a ticket, by a code of the authenticator app or a recovery code.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    ticket: z.string('Ticket is required').min(1, 'Ticket is required').max(200, 'Ticket is too long'),
    code: typedCode,
  }),
  data: sessionSchema,
  errors: ['wrong-password', 'gone'],
});

export const freshSignIn = defineCall({
  name: 'freshSignIn',
  method: 'POST',
  path: '/accounts/fresh-sign-in',
  summary:
    'Proves your identity again in this session, which sensitive calls require every 15 minutes: by a passkey or a code of the second factor if there is one, otherwise by the password or a mailed login code.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({
    password: existingPassword.optional(),
    code: typedCode.optional(),
    passkey: passkeyResponse.optional(),
  }),
  data: z.object({}),
  errors: [],
});
