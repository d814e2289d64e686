import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { FACTOR_CHANGES } from '#features/second-factors/service/factors.ts';
import type { Context } from '#platform/runtime/context.ts';
import { EMAIL_NOTICES } from './mail/email-change-mails.ts';
import {
  deleteExpiredAccountData,
  mailDeletionLink,
  mailEmailChange,
  mailEmailNotice,
  mailFactorChanged,
  mailGoogleLinked,
  mailLoginCode,
  mailNewDevice,
  mailPasswordChanged,
  mailPasswordRemoved,
  mailResetLink,
  mailVerification,
} from './service/mailing.ts';

const accountPayload = z.object({ accountId: z.int() });
const loginPayload = z.object({ username: z.string() });
const devicePayload = accountPayload.extend({
  device: z.string().nullable(),
  network: z.string().nullable(),
});
const factorPayload = accountPayload.extend({ change: z.enum(FACTOR_CHANGES) });
const noticePayload = accountPayload.extend({
  email: z.string(),
  notice: z.enum(EMAIL_NOTICES),
  // Earlier releases did not send it.
  doubtedSince: z.coerce.date().optional(),
});
const addressPayload = z.object({ email: z.string() });

export function accountJobs(context: Context): TaskList {
  return {
    'mail-verification': (payload) => mailVerification(context, accountPayload.parse(payload).accountId),
    'mail-reset': (payload) => mailResetLink(context, addressPayload.parse(payload).email),
    'mail-login-code': (payload) => mailLoginCode(context, loginPayload.parse(payload).username),
    'mail-password-changed': (payload) =>
      mailPasswordChanged(context, accountPayload.parse(payload).accountId),
    'mail-password-removed': (payload) =>
      mailPasswordRemoved(context, accountPayload.parse(payload).accountId),
    'mail-factor-changed': (payload) => mailFactorChanged(context, factorPayload.parse(payload)),
    'mail-new-device': (payload) => mailNewDevice(context, devicePayload.parse(payload)),
    'mail-google-linked': (payload) => mailGoogleLinked(context, accountPayload.parse(payload).accountId),
    'mail-email-change': (payload) => mailEmailChange(context, accountPayload.parse(payload).accountId),
    'mail-email-notice': (payload) => mailEmailNotice(context, noticePayload.parse(payload)),
    'mail-deletion': (payload) => mailDeletionLink(context, accountPayload.parse(payload).accountId),
    'clean-accounts': () => deleteExpiredAccountData(context),
  };
}

/** Runs once an hour. */
export const accountCrontab = '17 * * * * clean-accounts';
