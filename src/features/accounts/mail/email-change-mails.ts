import { plural } from '#base/text.ts';
import { urls } from '#urls.ts';
import { EMAIL_CHANGE_HOURS, EMAIL_RESTORE_DAYS } from '../contract/email-change.ts';
import { accountMail, IGNORE_IF_NOT_YOU, type MailContent } from './account-mails.ts';

/** The occasions on which an address is told that it is, or was, replaced. */
export const EMAIL_NOTICES = ['requested', 'changed', 'restored'] as const;
export type EmailNotice = (typeof EMAIL_NOTICES)[number];

export function confirmEmailMail(site: string, account: { username: string; token: string }): MailContent {
  return accountMail('confirm-email', {
    subject: 'Confirm your new address',
    paragraphs: [
      `Someone asked to make this the address of the account ${account.username}.`,
      'If that was you, please confirm that the address is yours.',
    ],
    action: { label: 'Confirm address', url: site + urls.confirmEmail(account.token) },
    afterwords: [`The link works for ${EMAIL_CHANGE_HOURS} hours.`, IGNORE_IF_NOT_YOU],
  });
}

type Notice = { username: string; token: string | undefined; notice: EmailNotice };

/** Mails without the other address: whoever reads one of the two need not learn the other. */
export function emailNoticeMail(site: string, { username, token, notice }: Notice): MailContent {
  if (notice === 'restored')
    return accountMail('email-changed', {
      subject: 'The address of your account',
      paragraphs: [
        `The change of the address of the account ${username} was undone from its earlier address. This address no longer belongs to it, and all its sessions have ended.`,
      ],
      action: { label: 'Contact us', url: site + urls.contact() },
      afterwords: ['Was this a mistake? Log in and change the address again.'],
    });
  const paragraphs =
    notice === 'requested'
      ? [
          `Someone asked to give the account ${username} another address. Nothing changes until it is confirmed there.`,
          'Was it you? Then there is nothing to do here.',
          'Not you? Stop this now. It also ends all sessions of the account, locks its password until you set a new one, and removes what has been added since for logging in: passkeys, an app, Google.',
        ]
      : [
          `The account ${username} now has another address, as was asked for. We no longer write to this one.`,
          'Was it you? Then there is nothing to do here.',
          'Not you? Take the address back now. It also ends all sessions of the account, locks its password until you set a new one, and removes what has been added since for logging in: passkeys, an app, Google.',
        ];
  return accountMail('email-changed', {
    subject: 'The address of your account',
    paragraphs,
    action: {
      label: notice === 'requested' ? 'Stop this' : 'Take it back',
      url: site + urls.keepEmail(token),
    },
    afterwords: [`The link works until ${plural(EMAIL_RESTORE_DAYS, 'day')} after the address has changed.`],
  });
}
