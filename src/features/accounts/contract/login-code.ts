/** Signing in with a code from a mail. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { accountMessages, loginName } from './accounts.ts';
import { secondStepSchema, sessionSchema } from './session.ts';

export const LOGIN_CODE_MINUTES = 15;
const MAX_TYPED_CODE_CHARACTERS = 100;

export const loginCode = defineCall({
  name: 'loginCode',
  method: 'POST',
  path: '/auth/login-code',
  summary:
    'Emails a code to an account’s verified address, with the same answer for every name; with the code, signs in.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    username: loginName,
    code: z
      .string(accountMessages.codeRequired)
      .trim()
      .min(1, accountMessages.codeRequired)
      .max(MAX_TYPED_CODE_CHARACTERS, accountMessages.codeTooLong)
      .optional(),
  }),
  /** Empty when the call requested a code. */
  data: z.union([sessionSchema, secondStepSchema, z.strictObject({})]),
  errors: ['wrong-password'],
});
