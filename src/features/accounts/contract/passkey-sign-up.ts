/** Signing up with a passkey in place of a password. */
import { defineCall } from '#base/contract.ts';
import { newPasskeyResponse, optionsSchema } from '#features/second-factors/contract/passkeys.ts';
import { signUp } from './accounts.ts';
import { sessionSchema } from './session.ts';

export const passkeySignUpOptions = defineCall({
  name: 'passkeySignUpOptions',
  method: 'POST',
  path: '/accounts/signup/passkey/options',
  summary:
    'Gives the options with which a browser makes the passkey of a new account; refused like the sign-up that follows.',
  access: 'anyone',
  rateLimit: 'write',
  input: signUp.input.pick({ username: true, invitation: true }),
  data: optionsSchema,
  errors: ['taken', 'registration-closed', 'network-banned'],
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
