import type { Connection } from '#platform/database.ts';
import type { Services } from '#platform/services.ts';
import { newToken } from '#platform/token.ts';
import {
  addressInUseMail,
  deletionMail,
  googleLinkedMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from '../mail/account-mails.ts';
import { type Credentials, credentialsByEmail, credentialsOf, isAddressTaken } from '../store/credentials.ts';
import { deleteOldGoogleAttempts } from '../store/google.ts';
import {
  deleteExpiredMailTokens,
  deleteMailTokens,
  insertMailToken,
  type MailPurpose,
} from '../store/mail-tokens.ts';
import { deleteExpiredSessions } from '../store/sessions.ts';

/**
 * What is mailed about an account. Always by job: whether there is anything to mail, and to whom, is found out only
 * after the request was answered, so neither the answer nor its time can tell.
 */

const HOUR_MILLISECONDS = 3_600_000;
const lifetimes: Record<MailPurpose, number> = {
  verify: 24 * HOUR_MILLISECONDS,
  reset: HOUR_MILLISECONDS,
  delete: HOUR_MILLISECONDS,
};

type Addressed = Credentials & { email: string };

/** To whoever gave the address: its link, or, where it belongs to another account already, a notice to its owner. */
export async function mailVerification(services: Services, accountId: number): Promise<void> {
  const { db, outbox, publicUrl } = services;
  const account = await addressed(db, accountId);
  if (account === undefined || account.isVerified) return;
  if (!(await isAddressTaken(db, account.email, accountId))) {
    await mailLink(services, account, 'verify', verificationMail);
    return;
  }
  const owner = await credentialsByEmail(db, account.email);
  if (owner === undefined) return;
  await db
    .transaction()
    .execute((transaction) =>
      outbox.post(transaction, account.email, () => addressInUseMail(publicUrl, owner)),
    );
}

export async function mailResetLink(services: Services, email: string): Promise<void> {
  const found = await credentialsByEmail(services.db, email);
  // To the address as the account has it: the one that was typed may differ in case.
  const account = found && (await addressed(services.db, found.accountId));
  if (account === undefined) return;
  await mailLink(services, account, 'reset', resetMail);
}

export async function mailDeletionLink(services: Services, accountId: number): Promise<void> {
  const account = await addressed(services.db, accountId);
  if (account !== undefined) await mailLink(services, account, 'delete', deletionMail);
}

export async function mailAboutPassword(services: Services, accountId: number): Promise<void> {
  await mailNotice(services, accountId, passwordChangedMail);
}

export async function mailAboutGoogle(services: Services, accountId: number): Promise<void> {
  await mailNotice(services, accountId, googleLinkedMail);
}

async function addressed(connection: Connection, accountId: number): Promise<Addressed | undefined> {
  const credentials = await credentialsOf(connection, accountId);
  return credentials?.email == null ? undefined : { ...credentials, email: credentials.email };
}

async function mailLink(
  { db, outbox, publicUrl }: Services,
  account: Addressed,
  purpose: MailPurpose,
  mail: typeof verificationMail,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { accountId, email, username } = account;
    const token = newToken();
    let expiresAt = new Date();
    // A newer link to set a password or to delete makes the older ones void; of verifying ones any will do.
    if (purpose !== 'verify') await deleteMailTokens(transaction, accountId, purpose);
    await outbox.post(transaction, email, (sentAt) => {
      expiresAt = new Date(sentAt.getTime() + lifetimes[purpose]);
      return mail(publicUrl, { username, token });
    });
    await insertMailToken(transaction, { token, accountId, purpose, email, expiresAt });
  });
}

/** Notices tell of what was done to an account, and go only to an address that is known to be its owner's. */
async function mailNotice(
  { db, outbox, publicUrl }: Services,
  accountId: number,
  mail: typeof passwordChangedMail,
): Promise<void> {
  const account = await addressed(db, accountId);
  if (!account?.isVerified) return;
  await db
    .transaction()
    .execute((transaction) => outbox.post(transaction, account.email, () => mail(publicUrl, account)));
}

export async function removeWhatHasExpired({ db }: Pick<Services, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteExpiredMailTokens(db);
  await deleteOldGoogleAttempts(db);
}
