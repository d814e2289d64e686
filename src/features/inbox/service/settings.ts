import type { ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type InboxSettings,
  inboxMessages,
  type readInboxSettings,
  type setInboxSettings,
} from '../contract.ts';
import { setAllMailed, settingsOf, storeSettings } from '../store/settings.ts';

async function read(connection: Connection, accountId: number): Promise<InboxSettings> {
  const settings = await settingsOf(connection, accountId);
  return {
    muted: settings?.muted_kinds ?? [],
    mail: settings?.mail ?? 'none',
    titles_in_mails: (settings?.titles_chosen_at ?? null) !== null,
  };
}

export async function readOwnSettings(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof readInboxSettings>,
): Promise<Outcome<InboxSettings>> {
  return success(await read(db, account.id));
}

export async function changeOwnSettings(
  { db }: Context,
  changes: ParsedInputOf<typeof setInboxSettings>,
  { account }: CallerOf<typeof setInboxSettings>,
): Promise<Outcome<InboxSettings>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    const before = await read(transaction, account.id);
    const muted = [...new Set(changes.muted ?? before.muted)];
    const mail = changes.mail ?? before.mail;
    const hasTitles = changes.titles_in_mails ?? before.titles_in_mails;
    if (before.mail === 'none' && mail !== 'none') await setAllMailed(transaction, account.id);
    await storeSettings(transaction, account.id, { muted, mail, hasTitles });
    return success(await read(transaction, account.id), inboxMessages.settingsSaved);
  });
}
