import type { DataOf } from '#base/contract.ts';
import { type Success, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { signIn } from '../contract/accounts.ts';
import { userById } from '../store/accounts.ts';
import { deviceCookie, deviceOf, newDeviceName, rememberDevice } from './devices.ts';
import { createSession } from './sessions.ts';

export type SessionData = DataOf<typeof signIn>;

/** The answer of every sign-in: a new session, and the cookie that makes this device known. */
export async function newSession(
  context: Context,
  transaction: Connection,
  accountId: number,
  { cookies }: Pick<Caller, 'cookies'>,
  message?: string,
): Promise<Success<SessionData>> {
  const device = deviceOf(context, cookies) ?? newDeviceName();
  await rememberDevice(context, transaction, accountId, device);
  const tokens = await createSession(context, transaction, accountId);
  const user = await userById(transaction, accountId);
  if (user === undefined) throw new Error('the account of a new session is gone');
  return { ...success({ ...tokens, user }, message), cookies: deviceCookie(context, device) };
}
