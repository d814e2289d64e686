import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { deleteOldEvents } from '#features/activity/service.ts';
import { deleteOldUnused } from '#features/invitations/service/invitations.ts';
import {
  deleteExpiredChallenges,
  deleteUnconfirmedTotp,
  type FactorChange,
} from '#features/second-factors/service/factors.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { refusalOf } from '#platform/mail/refused-addresses.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import { newTypedCode } from '#platform/security/typed-code.ts';
import {
  addressInUseMail,
  deletionMail,
  factorChangedMail,
  googleLinkedMail,
  loginCodeMail,
  newDeviceMail,
  passwordChangedMail,
  passwordRemovedMail,
  resetMail,
  trialMail,
  verificationMail,
} from '../mail/account-mails.ts';
import { confirmEmailMail, type EmailNotice, emailNoticeMail } from '../mail/email-change-mails.ts';
import { lockAccount } from '../store/accounts.ts';
import {
  type Credentials,
  credentialsByEmail,
  credentialsByLogin,
  credentialsOf,
  isAddressTaken,
} from '../store/credentials.ts';
import { deleteOldDevices } from '../store/devices.ts';
import { deleteExpiredEmailChanges, emailChangeOf } from '../store/email-changes.ts';
import { deleteOldGoogleAttempts } from '../store/google.ts';
import {
  deleteExpiredMailTokens,
  hasFreshLoginCode,
  insertMailToken,
  MAIL_TOKEN_HOURS,
  type MailPurpose,
} from '../store/mail-tokens.ts';
import { deleteExpiredSessions, deleteOldSuccessorSalts, type SessionOrigin } from '../store/sessions.ts';
import { deleteExpiredTickets } from '../store/sign-in-tickets.ts';
import { codeToken } from './login-code.ts';
import { REFRESH_GRACE_SECONDS } from './sessions.ts';

/**
 * Mails about an account. A job sends each of them: only after the answer does it check whether there is anything to
 * mail, and to whom, so neither the answer nor its duration reveals that.
 */

type CredentialsWithEmail = Credentials & { email: string };

/**
 * Mails the verification link to the given address, or, if another account owns that address, a notice to its owner.
 */
export async function mailVerification(context: Context, accountId: number): Promise<void> {
  const { db } = context;
  const account = await credentialsWithEmailOf(db, accountId);
  if (account === undefined) return;
  if (account.isVerified) return mailTrial(context, account);
  if (await isAddressTaken(db, account.email, accountId)) await mailAddressInUse(context, account.email);
  else await mailLink(context, account, 'verify', verificationMail);
}

/** Tries a verified address that refused our mails: one that arrives is enough to resume the others. */
async function mailTrial({ db, outbox }: Context, account: CredentialsWithEmail): Promise<void> {
  if ((await refusalOf(db, account.email)) === undefined) return;
  await outbox.post(db, account.email, () => trialMail(account));
}

/** Mails the link to the new address of an account, or a notice to the account that owns it. */
export async function mailEmailChange(context: Context, accountId: number): Promise<void> {
  const { db } = context;
  const account = await credentialsOf(db, accountId);
  const change = await emailChangeOf(db, accountId);
  if (account === undefined || change === undefined) return;
  const { email } = change;
  if (await isAddressTaken(db, email, accountId)) await mailAddressInUse(context, email);
  else await mailLink(context, { ...account, email }, 'confirm-email', confirmEmailMail);
}

/** Tells an address that it is, or was, replaced as the address of an account. */
export async function mailEmailNotice(
  context: Context,
  {
    accountId,
    email,
    notice,
    doubtedSince,
  }: { accountId: number; email: string; notice: EmailNotice; doubtedSince?: Date | undefined },
): Promise<void> {
  const account = await credentialsOf(context.db, accountId);
  if (account === undefined) return;
  if (notice !== 'restored') {
    const mail = (site: string, link: { username: string; token: string }) =>
      emailNoticeMail(site, { ...link, notice });
    await mailLink(context, { ...account, email, doubtedSince }, 'keep-email', mail);
    return;
  }
  const { db, outbox, publicUrl } = context;
  await db
    .transaction()
    .execute((transaction) =>
      outbox.post(transaction, email, () =>
        emailNoticeMail(publicUrl, { ...account, token: undefined, notice }),
      ),
    );
}

/** Tells the owner of an address that somebody else has entered it. */
async function mailAddressInUse({ db, outbox, publicUrl }: Context, email: string): Promise<void> {
  // Uses the address in its owner's spelling.
  const [owner] = (await credentialsByEmail(db, email)).flatMap((account) => withEmail(account) ?? []);
  if (owner === undefined) return;
  await db
    .transaction()
    .execute((transaction) =>
      outbox.post(transaction, owner.email, () => addressInUseMail(publicUrl, owner)),
    );
}

/** Mails the link for a new password, or one for each account where several gave the address and none verified it. */
export async function mailResetLink({ db, outbox, publicUrl }: Context, typedEmail: string): Promise<void> {
  const accounts = await credentialsByEmail(db, typedEmail);
  await db.transaction().execute(async (transaction) => {
    const links: (CredentialsWithEmail & { token: string })[] = [];
    for (const account of accounts.flatMap((each) => withEmail(each) ?? [])) {
      if (!(await lockAccount(transaction, account.accountId, 'change'))) continue;
      if (await isStillMeant(transaction, account, 'reset')) links.push({ ...account, token: newToken() });
    }
    const [first] = links;
    if (first === undefined) return;
    let expiresAt = new Date();
    // Uses the address in the account's spelling, because the typed one may differ in case.
    const { isDropped } = await outbox.post(transaction, first.email, (sentAt) => {
      expiresAt = expiryOf('reset', sentAt);
      return resetMail(publicUrl, links);
    });
    // Links that are not mailed must not invalidate those that their owner has.
    if (isDropped) return;
    for (const { token, accountId, email } of links)
      await insertMailToken(transaction, { token, accountId, purpose: 'reset', email, expiresAt });
  });
}

/** Mails a login code, but only to a verified address, because its reader can sign in with the code. */
export async function mailLoginCode(context: Context, login: string): Promise<void> {
  const account = withEmail(await credentialsByLogin(context.db, login));
  if (!account?.isVerified) return;
  const code = newTypedCode();
  const token = codeToken(context.signer, account.accountId, code);
  const mail = (site: string, { username }: Pick<CredentialsWithEmail, 'username'>) =>
    loginCodeMail(site, { username, code });
  await mailLink(context, account, 'login', mail, token);
}

export async function mailDeletionLink(context: Context, accountId: number): Promise<void> {
  const account = await credentialsWithEmailOf(context.db, accountId);
  if (account !== undefined) await mailLink(context, account, 'delete', deletionMail);
}

export async function mailPasswordChanged(context: Context, accountId: number): Promise<void> {
  await mailNotice(context, accountId, passwordChangedMail);
}

/** Mails a link for a new password instead of the one that went with a stopped change of address. No quota holds it back. */
export async function mailPasswordRemoved(context: Context, accountId: number): Promise<void> {
  const account = await credentialsWithEmailOf(context.db, accountId);
  if (account?.isVerified && account.passwordHash === null)
    await mailLink(context, account, 'reset', passwordRemovedMail);
}

export async function mailGoogleLinked(context: Context, accountId: number): Promise<void> {
  await mailNotice(context, accountId, googleLinkedMail);
}

export async function mailFactorChanged(
  context: Context,
  { accountId, change }: { accountId: number; change: FactorChange },
): Promise<void> {
  await mailNotice(context, accountId, (site, account) => factorChangedMail(site, { ...account, change }));
}

/** Tells of a sign-in on a device that was not known. */
export async function mailNewDevice(
  context: Context,
  { accountId, ...origin }: SessionOrigin & { accountId: number },
): Promise<void> {
  await mailNotice(context, accountId, (site, account) => newDeviceMail(site, { ...account, ...origin }));
}

async function credentialsWithEmailOf(
  connection: Connection,
  accountId: number,
): Promise<CredentialsWithEmail | undefined> {
  return withEmail(await credentialsOf(connection, accountId));
}

function withEmail(credentials: Credentials | undefined): CredentialsWithEmail | undefined {
  return credentials?.email == null ? undefined : { ...credentials, email: credentials.email };
}

const expiryOf = (purpose: MailPurpose, sentAt: Date) =>
  new Date(sentAt.getTime() + MAIL_TOKEN_HOURS[purpose] * HOUR_MILLISECONDS);

async function mailLink(
  { db, outbox, publicUrl }: Context,
  account: CredentialsWithEmail & { doubtedSince?: Date | undefined },
  purpose: MailPurpose,
  mail: typeof verificationMail,
  token = newToken(),
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { accountId, email, username, doubtedSince } = account;
    if (!(await lockAccount(transaction, accountId, 'change'))) return;
    if (!(await isStillMeant(transaction, account, purpose))) return;
    if (purpose === 'login' && (await hasFreshLoginCode(transaction, accountId))) return;
    let expiresAt = new Date();
    const { isDropped } = await outbox.post(transaction, email, (sentAt) => {
      expiresAt = expiryOf(purpose, sentAt);
      return mail(publicUrl, { username, token });
    });
    // A link that is not mailed must not invalidate the link that its owner has.
    if (isDropped) return;
    await insertMailToken(transaction, { token, accountId, purpose, email, expiresAt, doubtedSince });
  });
}

/** Whether the link still belongs to this address, which may have changed since the mail's job began. */
async function isStillMeant(
  transaction: OpenTransaction,
  { accountId, email }: CredentialsWithEmail,
  purpose: MailPurpose,
): Promise<boolean> {
  if (purpose === 'keep-email') return true;
  const holder =
    purpose === 'confirm-email'
      ? await emailChangeOf(transaction, accountId)
      : await credentialsOf(transaction, accountId);
  return holder?.email === email;
}

/** Notifies the owner of a change to the account, but only at a verified address. */
async function mailNotice(
  { db, outbox, publicUrl }: Context,
  accountId: number,
  mail: typeof passwordChangedMail,
): Promise<void> {
  const account = await credentialsWithEmailOf(db, accountId);
  if (!account?.isVerified) return;
  await db
    .transaction()
    .execute((transaction) => outbox.post(transaction, account.email, () => mail(publicUrl, account)));
}

export async function deleteExpiredAccountData({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteOldSuccessorSalts(db, REFRESH_GRACE_SECONDS);
  await deleteExpiredMailTokens(db);
  await deleteExpiredEmailChanges(db);
  await deleteOldDevices(db);
  await deleteOldGoogleAttempts(db);
  await deleteExpiredTickets(db);
  await deleteUnconfirmedTotp(db);
  await deleteExpiredChallenges(db);
  await deleteOldEvents(db);
  await deleteOldUnused(db);
}
