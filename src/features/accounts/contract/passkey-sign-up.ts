/** Signing up with a passkey in place of a password. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { newPasskeyResponse, optionsSchema } from '#features/second-factors/contract/passkeys.ts';
import { signUp, username } from './accounts.ts';
import { sessionSchema } from './session.ts';

export const passkeySignUpOptions = defineCall({
  name: 'passkeySignUpOptions',
  method: 'POST',
  path: '/accounts/signup/passkey/options',
  summary: 'Gives the options with which a browser makes the passkey of a new account.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ username }),
  data: optionsSchema,
  errors: [],
});

export const signUpWithPasskey = defineCall({
  name: 'signUpWithPasskey',
  method: 'POST',
  path: '/accounts/signup/passkey',
  summary: 'Creates an account with a passkey instead of a password, and signs in.',
  access: 'anyone',
  rateLimit: 'write',
  input: signUp.input.omit({ password: true }).extend({ response: newPasskeyResponse }),
  data: sessionSchema,
  status: 201,
  errors: ['taken', 'registration-closed', 'network-banned', 'too-many'],
});
