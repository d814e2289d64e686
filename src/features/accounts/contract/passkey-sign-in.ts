/** Signing in with a passkey, which is both factors at once. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { passkeyResponse } from '#features/second-factors/contract/passkeys.ts';
import { sessionSchema } from './session.ts';

export const signInWithPasskey = defineCall({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/accounts/login/passkey',
  summary: 'Signs in with a passkey, without a name, a password or a further factor.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ response: passkeyResponse }),
  data: sessionSchema,
  errors: ['wrong-password'],
});
