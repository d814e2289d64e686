import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import {
  mailAboutGoogle,
  mailAboutPassword,
  mailDeletionLink,
  mailLoginCode,
  mailResetLink,
  mailVerification,
  removeWhatHasExpired,
} from './service/mailing.ts';

const forAccount = z.object({ accountId: z.int() });
const forLogin = z.object({ username: z.string() });
const forAddress = z.object({ email: z.string() });

export function accountJobs(context: Context): TaskList {
  return {
    'mail-verification': (payload) => mailVerification(context, forAccount.parse(payload).accountId),
    'mail-reset': (payload) => mailResetLink(context, forAddress.parse(payload).email),
    'mail-login-code': (payload) => mailLoginCode(context, forLogin.parse(payload).username),
    'mail-password-changed': (payload) => mailAboutPassword(context, forAccount.parse(payload).accountId),
    'mail-google-linked': (payload) => mailAboutGoogle(context, forAccount.parse(payload).accountId),
    'mail-deletion': (payload) => mailDeletionLink(context, forAccount.parse(payload).accountId),
    'clean-accounts': () => removeWhatHasExpired(context),
  };
}

/** Runs once an hour. */
export const accountCrontab = '17 * * * * clean-accounts';
