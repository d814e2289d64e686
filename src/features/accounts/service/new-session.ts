import type { DataOf } from '#base/contract.ts';
import { type Success, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { signUp } from '../contract/accounts.ts';
import { userById } from '../store/accounts.ts';
import { hasSessionFrom } from '../store/sessions.ts';
import { deviceCookie, deviceOf, isKnownDevice, newDeviceName, rememberDevice } from './devices.ts';
import { createSession, originOf } from './sessions.ts';

export type SessionData = DataOf<typeof signUp>;

export type SessionCaller = Pick<Caller, 'cookies' | 'userAgent' | 'network'>;

export interface NewSessionOptions {
  message?: string;
  /** Whether the owner learns of the sign-in anyway: because they have just registered, or by another mail. */
  isOwnerTold?: boolean;
}

/** The answer of every sign-in that is complete: a new session, and the cookie that makes this device known. */
export async function newSession(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  caller: SessionCaller,
  { message, isOwnerTold = false }: NewSessionOptions = {},
): Promise<Success<SessionData>> {
  const origin = originOf(caller);
  const knownDevice = deviceOf(context, caller.cookies);
  const isKnown = await isKnownDevice({ ...context, db: transaction }, accountId, knownDevice);
  const isNew =
    !isOwnerTold &&
    !isKnown &&
    // A client without cookies that signs in again and again is told of once.
    !(await hasSessionFrom(transaction, accountId, origin));
  const device = knownDevice ?? newDeviceName();
  await rememberDevice(context, transaction, accountId, device);
  const tokens = await createSession(context, transaction, accountId, origin);
  const kind = isNew ? 'signed-in-on-new-device' : 'signed-in';
  await recordActivity(transaction, accountId, { kind, ...origin });
  if (isNew) await context.jobs.enqueue(transaction, 'mail-new-device', { accountId, ...origin });
  const user = await userById(transaction, accountId);
  if (user === undefined) throw new Error('the account of a new session is gone');
  return { ...success({ ...tokens, user }, message), cookies: deviceCookie(context, device) };
}
