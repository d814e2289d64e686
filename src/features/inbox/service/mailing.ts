/** The mails about unread items: one a day or a week at most, and each item in one of them, whatever interrupts the sending. */
import { verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import { mailedUntil } from '#features/follows/rules.ts';
import { forEachId } from '#platform/jobs/for-each-id.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Context } from '#platform/runtime/context.ts';
import { inboxMail } from '../mail/inbox-mail.ts';
import { type GroupRow, groupsOf } from '../store/inbox.ts';
import { accountsToMail, setItemsMailed, setMailedUntil } from '../store/mails.ts';
import { type SettingsRow, settingsOf } from '../store/settings.ts';
import { inboxReader, textOf } from './inbox.ts';
import { mailToken } from './mail-links.ts';

/** The number of lines of a mail with titles. */
const MAX_LINES = 20;

type Sender = Pick<Context, 'db' | 'outbox' | 'publicUrl' | 'signer' | 'log'>;

/** Mails what is due by now; repeated after an interruption, it goes on where it was. */
export async function mailInboxes(context: Sender, now: Date): Promise<void> {
  const { db, log } = context;
  let failures = 0;
  for (const frequency of ['daily', 'weekly'] as const) {
    const until = mailedUntil(frequency, now);
    failures += await forEachId(
      log,
      (batch) => accountsToMail(db, frequency, until, batch),
      (accountId) => mailAccount(context, accountId, until),
    );
  }
  if (failures > 0)
    throw new Error(`${failures} mails about inboxes could not be posted; trying again later`);
}

/** Posts one mail, and notes in the same transaction which items it tells of. The account is locked against a second worker. */
async function mailAccount(context: Sender, accountId: number, until: Date): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId, 'change'))) return;
    const settings = await settingsOf(transaction, accountId);
    if (settings === undefined || !(await setMailedUntil(transaction, accountId, until))) return;
    const reader = await inboxReader(transaction, { id: accountId });
    const groups = await groupsOf(transaction, reader, {
      offset: 0,
      limit: MAX_LINES + 1,
      mailUntil: until,
    });
    const address = await verifiedAddressOf(transaction, accountId);
    const mailedAt = await setItemsMailed(transaction, reader, until);
    if (groups.length === 0 || address === undefined) return;
    const madeFrom = { accountId, mailedAt };
    await context.outbox.post(transaction, address, () => ({
      ...mailOf(context, settings, groups),
      madeFrom,
    }));
  });
}

function mailOf(
  { publicUrl, signer }: Sender,
  { titles_chosen_at, mail_key }: SettingsRow,
  groups: GroupRow[],
): Omit<Mail, 'to'> {
  return inboxMail(publicUrl, {
    lines: titles_chosen_at === null ? [] : linesOf(groups.map(textOf)),
    token: mailToken(signer, mail_key),
  });
}

/** A mail that waited as it is to go out now; none when everything in it is read or gone. */
export async function renewInboxMail(
  context: Sender,
  { accountId, mailedAt }: { accountId: number; mailedAt: string },
): Promise<Omit<Mail, 'to'> | undefined> {
  const settings = await settingsOf(context.db, accountId);
  if (settings === undefined) return undefined;
  const reader = await inboxReader(context.db, { id: accountId });
  const groups = await groupsOf(context.db, reader, { offset: 0, limit: MAX_LINES + 1, mailedAt });
  return groups.length === 0 ? undefined : mailOf(context, settings, groups);
}

function linesOf(texts: string[]): string[] {
  return texts.length > MAX_LINES ? [...texts.slice(0, MAX_LINES), 'And more in your inbox.'] : texts;
}
