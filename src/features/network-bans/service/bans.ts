import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { logActorOf } from '#features/moderation/service/actor.ts';
import { insertLogEntry } from '#features/moderation/service/log.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { createNetworkBans, type NetworkBans } from '#platform/rate-limits/network-bans.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type addBan, type Ban, banMessages, type endBan, type listBans } from '../contract.ts';
import { overlaps, readBanRange } from '../rules.ts';
import { type BanRow, currentBans, deleteBan, deleteEndedBans, insertBan } from '../store.ts';

/** The bans of the site for one process, not yet read. */
export function networkBansOf({ db, operator, log }: Context): NetworkBans {
  return createNetworkBans({ load: () => currentBans(db), operator, log });
}

export async function readBans({ db }: Context): Promise<Outcome<DataOf<typeof listBans>>> {
  return success({ bans: (await currentBans(db)).map(asBan) });
}

export async function banNetwork(
  { db }: Context,
  { range: typed, scope, days, note, includes_own }: ParsedInputOf<typeof addBan>,
  { account, network }: CallerOf<typeof addBan>,
): Promise<Outcome<DataOf<typeof addBan>>> {
  const read = readBanRange(typed);
  if ('error' in read) return invalidField('range', read.error);
  const { range } = read;
  if (overlaps(range, network) && !includes_own) return invalidField('includes_own', banMessages.ownNetwork);
  return db.transaction().execute(async (transaction) => {
    const ban = await insertBan(transaction, { range, scope, reason: note, days });
    if (ban === undefined) return invalidField('range', banMessages.alreadyBanned);
    // The log is for good, so it names the ban and not the network.
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'ban',
      note: `Ban ${ban.id}, ${scope}, ${plural(days, 'day')}. ${note}`,
    });
    return success(asBan(ban), banMessages.added);
  });
}

export async function endBanNow(
  { db }: Context,
  { id }: ParsedInputOf<typeof endBan>,
  { account }: CallerOf<typeof endBan>,
): Promise<Outcome<DataOf<typeof endBan>>> {
  return db.transaction().execute(async (transaction) => {
    const ended = await deleteBan(transaction, id);
    if (ended === undefined) return failure('not-found', banMessages.notFound);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'end-ban',
      note: `Ban ${id}, ${ended.scope}.`,
    });
    return success({}, banMessages.ended);
  });
}

export async function removeEndedBans({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteEndedBans(db);
}

function asBan(row: BanRow): Ban {
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() };
}
