/** Changing the address of an account: asked for, confirmed at the new address, stopped at the old one. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { email, existingPassword, token } from './accounts.ts';

/** The life of the link that confirms a new address, and of the change that waits for it. */
export const EMAIL_CHANGE_HOURS = 24;
/** From the confirmation on, the former address can be restored this long. */
export const EMAIL_RESTORE_DAYS = 7;

export const emailChangeMessages = {
  same: 'This is your address already',
  requested: 'We have sent a link to the new address. It is yours here once you have opened it.',
  sentAgain: 'We have sent the link again.',
  cancelled: 'The change is cancelled. Your address stays as it is.',
  none: 'No change is waiting for a confirmation',
  failed: 'The address could not be changed',
  trialSent: 'An email is on its way. Once it arrives, the others go on.',
  trialFailed: 'The email could not be sent. Please try again in a moment.',
  loadFailed: 'Failed to load the change of your address',
  confirmed: 'Your address is changed.',
  linkExpired: 'This link is no longer valid. Please ask for a new one in your settings.',
  stopped: 'Your address is the one that this email went to. All sessions of the account have ended.',
  stopExpired: 'This link is no longer valid.',
  stopTaken: 'This address belongs to another account by now. Please write to us.',
};

const emailChangeSchema = z.object({
  change: z
    .object({
      email: z.string().describe('The new address, as it was typed'),
      requested_at: z.iso.datetime(),
      expires_at: z.iso.datetime().describe('Until then the new address can be confirmed'),
    })
    .nullable()
    .describe('The change that waits for its confirmation'),
});
export type EmailChange = z.output<typeof emailChangeSchema>['change'];

const noData = z.object({});

export const getEmailChange = defineCall({
  name: 'getEmailChange',
  method: 'GET',
  path: '/accounts/email',
  summary:
    'The new address that you have asked for and not confirmed yet, and whether our emails to the present one come back.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: emailChangeSchema.extend({
    refused_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'When a mail server last refused our emails to your verified address; until it takes one, you get none about what is new',
      ),
  }),
  errors: [],
});

export const changeEmail = defineCall({
  name: 'changeEmail',
  method: 'PUT',
  path: '/accounts/email',
  summary:
    'Asks for another address: emails a link to it, and a notice to the present one. The answer never reveals whether the address is in use. An account without a password, or with a second factor, needs a fresh sign-in.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ email, password: existingPassword.optional() }),
  data: emailChangeSchema,
  errors: ['fresh-sign-in-needed'],
});

export const resendEmailChange = defineCall({
  name: 'resendEmailChange',
  method: 'POST',
  path: '/accounts/email/resend',
  summary: 'Emails the link for the new address again.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: noData,
  errors: ['not-found'],
});

export const cancelEmailChange = defineCall({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/accounts/email',
  summary: 'Cancels a change of address that is not confirmed yet; its link stops working.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: noData,
  errors: [],
});

export const confirmEmailChange = defineCall({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/accounts/email/confirm/{token}',
  summary: 'Changes the address, by the link that was emailed to the new one.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: noData,
  errors: ['gone', 'taken'],
});

export const stopEmailChange = defineCall({
  name: 'stopEmailChange',
  method: 'POST',
  path: '/accounts/email/stop/{token}',
  summary: `Keeps the address that the link was emailed to, or restores it up to ${EMAIL_RESTORE_DAYS} days after a change; ends all sessions, and emails a link for a new password instead of the present one.`,
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token }),
  data: noData,
  errors: ['gone', 'taken'],
});
