import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Services } from '#platform/runtime/services.ts';
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

export function accountJobs(services: Services): TaskList {
  return {
    'mail-verification': (payload) => mailVerification(services, forAccount.parse(payload).accountId),
    'mail-reset': (payload) => mailResetLink(services, forAddress.parse(payload).email),
    'mail-login-code': (payload) => mailLoginCode(services, forLogin.parse(payload).username),
    'mail-password-changed': (payload) => mailAboutPassword(services, forAccount.parse(payload).accountId),
    'mail-google-linked': (payload) => mailAboutGoogle(services, forAccount.parse(payload).accountId),
    'mail-deletion': (payload) => mailDeletionLink(services, forAccount.parse(payload).accountId),
    'clean-accounts': () => removeWhatHasExpired(services),
  };
}

/** Runs once an hour. */
export const accountCrontab = '17 * * * * clean-accounts';
