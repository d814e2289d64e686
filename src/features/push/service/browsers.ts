import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type addPushBrowser,
  type getPush,
  MAX_PUSH_BROWSERS,
  pushMessages,
  type removePushBrowser,
} from '../contract.ts';
import { areSubscriptionKeys, pushServiceOf } from '../rules.ts';
import { browsersOf, deleteBrowser, upsertBrowser } from '../store.ts';
import { vapidKeys } from './vapid-keys.ts';

export async function readPush(
  { db, signer, pushServices }: Context,
  _input: object,
  { account }: CallerOf<typeof getPush>,
): Promise<Outcome<DataOf<typeof getPush>>> {
  const rows = await browsersOf(db, account.id);
  const browsers = rows.map(({ id, endpoint, created_at }) => ({
    id,
    endpoint,
    service: pushServiceOf(endpoint, pushServices) ?? new URL(endpoint).hostname,
    created_at: created_at.toISOString(),
  }));
  return success({ public_key: vapidKeys(signer).publicKey, browsers });
}

export async function turnOnBrowser(
  { db, pushServices }: Context,
  { endpoint, p256dh, auth }: ParsedInputOf<typeof addPushBrowser>,
  { account }: CallerOf<typeof addPushBrowser>,
): Promise<Outcome<DataOf<typeof addPushBrowser>>> {
  if (pushServiceOf(endpoint, pushServices) === undefined)
    return invalidField('endpoint', pushMessages.badEndpoint);
  if (!areSubscriptionKeys(p256dh, auth)) return invalidField('p256dh', pushMessages.badKey);
  return inAccountTransaction(db, account.id, async (transaction) => {
    const others = (await browsersOf(transaction, account.id)).filter((row) => row.endpoint !== endpoint);
    if (others.length >= MAX_PUSH_BROWSERS) return failure('invalid', pushMessages.tooMany);
    const browser = { accountId: account.id, sessionId: account.sessionId, endpoint, p256dh, auth };
    return success({ id: await upsertBrowser(transaction, browser) }, pushMessages.turnedOn);
  });
}

export async function turnOffBrowser(
  { db }: Context,
  { id }: ParsedInputOf<typeof removePushBrowser>,
  { account }: CallerOf<typeof removePushBrowser>,
): Promise<Outcome<DataOf<typeof removePushBrowser>>> {
  await deleteBrowser(db, account.id, id);
  return success({}, pushMessages.removed);
}

/** The browsers without their keys, which would let others read the messages. */
export async function pushBrowsersToExport(connection: Connection, accountId: number) {
  const rows = await browsersOf(connection, accountId);
  return rows.map(({ endpoint, created_at }) => ({ endpoint, created_at }));
}
