/** Accounts: signing up, in and out, staying signed in, and leaving for good. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { emailSchema, MAX_EMAIL_CHARACTERS } from '#base/email-schema.ts';
import { characterCount } from '#base/text.ts';
import { typedInvitation } from '#features/invitations/contract.ts';
import {
  accountMessages,
  isUsername,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '../rules/accounts.ts';
import { sessionSchema, signedInSchema, userSchema } from './session.ts';

export const ADVISED_PASSWORD_CHARACTERS = 15;
/** The word that confirms the deletion of an account. */
export const DELETION_CONFIRMATION = 'DELETE';

export { accountMessages, MIN_PASSWORD_CHARACTERS };

export const username = z
  .string(accountMessages.usernameRequired)
  .trim()
  .min(1, accountMessages.usernameRequired)
  .refine(isUsername, accountMessages.usernameForm);

export const email = emailSchema({
  required: accountMessages.emailRequired,
  form: accountMessages.emailForm,
});

// Aborts before longer input is normalised, because sorting accents takes quadratic time.
const tooLong = { error: accountMessages.passwordLong, abort: true };

// A password to be checked is never refused for its form, which would reveal what the right one cannot be.
export const existingPassword = z
  .string(accountMessages.passwordRequired)
  .min(1, accountMessages.passwordRequired)
  .max(4 * MAX_PASSWORD_CHARACTERS, tooLong)
  .normalize('NFC');

const newPassword = existingPassword
  .refine((text) => characterCount(text) >= MIN_PASSWORD_CHARACTERS, accountMessages.passwordShort)
  .refine((text) => characterCount(text) <= MAX_PASSWORD_CHARACTERS, accountMessages.passwordLong);

// A token of another form fails later, like any unknown token.
export const token = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is too long');

const MAX_TRAP_CHARACTERS = 1000;

const noData = z.object({});

/** The name for signing in: a username, or a verified address. */
export const loginName = z
  .string(accountMessages.usernameRequired)
  .trim()
  .min(1, accountMessages.usernameRequired)
  .max(MAX_EMAIL_CHARACTERS, accountMessages.wrongLogin);

const sentForm = z.object({
  website: z
    .string('website must be a text')
    .max(MAX_TRAP_CHARACTERS, accountMessages.trapFilled)
    .describe('A field that people do not see; must be empty'),
  seconds: z.number('seconds must be a number').min(0, 'seconds must be at least 0'),
});

export const signUp = defineCall({
  name: 'signUp',
  method: 'POST',
  path: '/accounts/signup',
  summary: 'Creates an account and signs in. Never reveals whether the address already has an account.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    username,
    email,
    password: newPassword,
    invitation: typedInvitation,
    form: sentForm.optional().describe('Sent by the site’s own form only'),
  }),
  data: sessionSchema,
  status: 201,
  errors: ['taken', 'registration-closed', 'network-banned', 'too-many'],
});

export const signIn = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/accounts/login',
  summary: 'Signs in with a username or verified email address, and a password.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ username: loginName, password: existingPassword }),
  data: signedInSchema,
  errors: ['wrong-password'],
});

export const chooseUsername = defineCall({
  name: 'chooseUsername',
  method: 'PUT',
  path: '/accounts/username',
  summary: 'Chooses a username, once, to replace the one assigned at the first sign-in with Google.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ username }),
  data: userSchema,
  errors: ['taken', 'not-yours'],
});

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'PUT',
  path: '/accounts/password',
  summary:
    'Changes the password and ends all other sessions. An account without one needs a fresh sign-in instead of the old password.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ old_password: existingPassword.optional(), new_password: newPassword }),
  data: noData,
  errors: ['invalid', 'fresh-sign-in-needed'],
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/auth/logout-others',
  summary: 'Ends all your sessions except this one.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: z.object({ ended: z.int() }),
  errors: [],
});

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  method: 'POST',
  path: '/accounts/delete',
  summary:
    'Deletes the account and everything in it; confirmed by the password or by the token of an emailed link.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ password: existingPassword.optional(), token: token.optional() }),
  data: noData,
  errors: ['invalid', 'gone', 'fresh-sign-in-needed'],
});

export const askToDelete = defineCall({
  name: 'askToDelete',
  method: 'POST',
  path: '/accounts/delete-link',
  summary: 'Emails the link that confirms the deletion of an account without a password.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: noData,
  errors: ['not-yours'],
});

export const resendVerification = defineCall({
  name: 'resendVerification',
  method: 'POST',
  path: '/auth/verify-email',
  summary:
    'Emails the verification link again; to a verified address that refused our emails, one that resumes them by arriving.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: noData,
  errors: [],
});

export const verifyEmail = defineCall({
  name: 'verifyEmail',
  method: 'GET',
  path: '/auth/verify-email/{token}',
  summary: 'Verifies an address by its link; repeating it within 24 hours succeeds again.',
  access: 'anyone',
  rateLimit: 'write',
  getWrites: true,
  input: z.object({ token }),
  data: noData,
  errors: ['gone', 'taken'],
});

export const askPasswordReset = defineCall({
  name: 'askPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Emails a link to set a new password; the answer is the same for every address.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ email }),
  data: noData,
  errors: [],
});

export const resetPassword = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/password-reset/{token}',
  summary: 'Sets a new password by an emailed link, once; ends all sessions and signs in.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token, new_password: newPassword }),
  data: signedInSchema,
  errors: ['gone'],
});
