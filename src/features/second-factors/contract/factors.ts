/** Second factors: what an account asks for besides its password, and the codes for the day they are lost. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const RECOVERY_CODE_COUNT = 10;
const MAX_TYPED_CODE_CHARACTERS = 100;

export const factorMessages = {
  codeRequired: 'Code is required',
  codeTooLong: 'Code is too long',
  codeWrong: 'This code is wrong or was used already',
  taken: 'An authenticator app is set up already. Remove it first.',
  notBegun: 'Please start again: this setup is no longer valid.',
  none: 'There is no second factor on your account',
  confirmed: 'The authenticator app is set up.',
  removed: 'The authenticator app is removed.',
  loadFailed: 'Failed to load your second factors',
  failed: 'The second factor could not be changed',
};

/** The kinds of second factor, any of which answers. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const typedCode = z
  .string(factorMessages.codeRequired)
  .trim()
  .min(1, factorMessages.codeRequired)
  .max(MAX_TYPED_CODE_CHARACTERS, factorMessages.codeTooLong);

const recoveryCodesSchema = z.object({
  recovery_codes: z.array(z.string()).describe('Each works once; they are shown only now'),
});

export const listFactors = defineCall({
  name: 'listFactors',
  method: 'GET',
  path: '/accounts/factors',
  summary: 'The second factors of your account; they are asked for after the password.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    totp: z.object({ confirmed_at: z.iso.datetime() }).nullable().describe('An authenticator app, if set up'),
    passkey_count: z.int(),
    recovery_codes_left: z.int(),
    is_required: z
      .boolean()
      .describe('Whether the site requires one of this account, which is one of its staff'),
  }),
  errors: [],
});

export const beginTotp = defineCall({
  name: 'beginTotp',
  method: 'POST',
  path: '/accounts/totp/begin',
  summary:
    'Gives a new secret for an authenticator app (RFC 6238), which nothing asks for until it is confirmed.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({
    secret: z.string().describe('In Base32, for typing'),
    uri: z.string().describe('The same as otpauth address, for a QR code'),
  }),
  errors: ['taken'],
});

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/accounts/totp/confirm',
  summary: 'Turns the authenticator app on with a code of it, and gives new recovery codes.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ code: typedCode }),
  data: recoveryCodesSchema,
  errors: ['gone'],
});

export const removeTotp = defineCall({
  name: 'removeTotp',
  method: 'DELETE',
  path: '/accounts/totp',
  summary: 'Removes the authenticator app. Without any second factor the recovery codes go too.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({}),
  errors: [],
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/accounts/recovery-codes',
  summary: 'Gives new recovery codes; the earlier ones stop working at once.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: recoveryCodesSchema,
  errors: ['not-yours'],
});
