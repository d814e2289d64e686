import type { FactorChange } from '#features/second-factors/service/factors.ts';
import type { MailKind } from '#platform/mail/mail-kinds.ts';
import { layOutMail, type MailContents } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';
import { LOGIN_CODE_MINUTES } from '../contract/login-code.ts';

/** Subjects do not reveal what is read here; the greeting names the account, because one person may have several. */
export type MailContent = Omit<Mail, 'to'>;

export function accountMail(kind: MailKind, content: Omit<MailContents, 'kind'>): MailContent {
  return layOutMail({ kind, ...content });
}

export const IGNORE_IF_NOT_YOU = 'Not you? Ignore this email and nothing happens.';

export function verificationMail(site: string, account: { username: string; token: string }): MailContent {
  return accountMail('verify-email', {
    subject: 'Confirm your address',
    paragraphs: [
      `You (or someone using your address) signed up as ${account.username}.`,
      'Please confirm that the address is yours.',
    ],
    action: { label: 'Confirm address', url: site + urls.verifyEmail(account.token) },
    afterwords: ['The link works for 24 hours.', IGNORE_IF_NOT_YOU],
  });
}

/** Tries an address whose mail server refused our mails. It needs no link: its arrival is what counts. */
export function trialMail(account: { username: string }): MailContent {
  return accountMail('address-trial', {
    subject: 'Your emails are back',
    paragraphs: [
      `Emails to this address came back, so you got none about what is new. You asked for this one as ${account.username}.`,
      'It has arrived, and so will the others. What you missed is waiting on the site.',
    ],
  });
}

/** Tells the owner of an address that somebody else has entered it for a new account. */
export function addressInUseMail(site: string, account: { username: string }): MailContent {
  return accountMail('address-in-use', {
    subject: 'About your account',
    paragraphs: [
      'Someone tried to use this address for another account.',
      `It already belongs to your account ${account.username}. If that was you, log in, or set a new password.`,
    ],
    action: { label: 'Set a new password', url: site + urls.resetPassword() },
    afterwords: ['Not you? Ignore this email: your account is unchanged.'],
  });
}

/** The link for a new password; of several accounts with one address, which none has verified, its reader chooses. */
export function resetMail(
  site: string,
  accounts: readonly { username: string; token: string }[],
): MailContent {
  const links = accounts.map(({ username, token }) => ({ username, url: site + urls.resetPassword(token) }));
  const [first] = links;
  if (first !== undefined && links.length === 1)
    return accountMail('reset-password', {
      subject: 'Set a new password',
      paragraphs: [`Here is the link to set a new password for the account ${first.username}.`],
      action: { label: 'Set a new password', url: first.url },
      afterwords: ['The link works once, for one hour.', IGNORE_IF_NOT_YOU],
    });
  return accountMail('reset-password', {
    subject: 'Set a new password',
    paragraphs: [
      'Several accounts gave this address, and none has confirmed it. Choose yours: the link sets a new password for that account, and confirms the address for it.',
      ...links.map(({ username, url }) => ({ label: username, url })),
    ],
    afterwords: ['Each link works once, for one hour.', IGNORE_IF_NOT_YOU],
  });
}

export function loginCodeMail(site: string, account: { username: string; code: string }): MailContent {
  return accountMail('login-code', {
    subject: 'Your code',
    paragraphs: [
      `You (or someone using your username) asked to log in as ${account.username}. Here is the code.`,
      account.code,
    ],
    action: { label: 'Log in with the code', url: site + urls.loginByCode() },
    afterwords: [
      `The code works once, for ${LOGIN_CODE_MINUTES} minutes. Enter it where you asked for it, and tell nobody: we never ask for it.`,
      'Not you? Ignore this email: without the code nobody gets in.',
    ],
  });
}

export function passwordChangedMail(site: string, account: { username: string }): MailContent {
  return accountMail('password-changed', {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of the account ${account.username} was changed. All other sessions have ended.`,
      'Not you? Set a new password now.',
    ],
    action: { label: 'Set a new password', url: site + urls.resetPassword() },
  });
}

export function passwordRemovedMail(site: string, account: { username: string; token: string }): MailContent {
  return accountMail('password-removed', {
    subject: 'Set a new password',
    paragraphs: [
      `A change of the address of the account ${account.username} was stopped. Whoever asked for it knew the password, so it no longer opens the account.`,
      'Here is the link to set a new one.',
    ],
    action: { label: 'Set a new password', url: site + urls.resetPassword(account.token) },
    afterwords: ['The link works once, for one hour. After that, ask for another one on the login page.'],
  });
}

export function googleLinkedMail(site: string, account: { username: string }): MailContent {
  return accountMail('google-linked', {
    subject: 'A new way to sign in',
    paragraphs: [
      `A Google account was linked to your account ${account.username} and can now be used to sign in.`,
      'Not you? Unlink it in your settings and change your password.',
    ],
    action: { label: 'Open settings', url: site + urls.profile('settings') },
  });
}

const factorChanges: Record<FactorChange, string> = {
  'app-added': 'An authenticator app was set up for it. From now on a login also asks for a code of the app.',
  'app-removed': 'Its authenticator app was removed: a login no longer asks for the codes of it.',
  'passkey-added': 'A passkey was added to it. From now on a login asks for more than the password.',
  'passkey-removed': 'A passkey was removed from it.',
  'codes-renewed': 'It has new recovery codes. The earlier ones no longer work.',
  'recovery-code-used': 'One of its recovery codes was used in place of a second factor.',
};

export function factorChangedMail(
  site: string,
  account: { username: string; change: FactorChange },
): MailContent {
  return accountMail('factor-changed', {
    subject: 'How you log in has changed',
    paragraphs: [
      `This is about your account ${account.username}. ${factorChanges[account.change]}`,
      'Not you? Change your password and look through your settings now.',
    ],
    action: { label: 'Open settings', url: site + urls.profile('settings') },
  });
}

export function newDeviceMail(
  site: string,
  account: { username: string; device: string | null; network: string | null },
): MailContent {
  const device = account.device ?? 'a device that we could not recognise';
  const network = account.network === null ? '' : `, in the network ${account.network}`;
  return accountMail('new-device', {
    subject: 'A sign-in on a new device',
    paragraphs: [
      `Someone signed in to your account ${account.username} with ${device}${network}.`,
      'Was it you? Then there is nothing to do.',
      'Not you? End that session in your settings, and change your password.',
    ],
    action: { label: 'See your sessions', url: site + urls.profile('settings') },
  });
}

export function deletionMail(site: string, account: { username: string; token: string }): MailContent {
  return accountMail('delete-account', {
    subject: 'Confirm a request',
    paragraphs: [
      `You (or someone using your account) asked to delete the account ${account.username} and everything in it.`,
      'Open the link to confirm it. It cannot be undone.',
    ],
    action: { label: 'Open the page', url: site + urls.deleteAccount(account.token) },
    afterwords: ['The link works for one hour.', IGNORE_IF_NOT_YOU],
  });
}
