import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome } from '#base/failure.ts';
import { passkeyMessages } from '#features/second-factors/contract/passkeys.ts';
import { redeemPasskey } from '#features/second-factors/service/passkeys.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { signInWithPasskey } from '../contract/passkey-sign-in.ts';
import { newSession, type SessionData } from './new-session.ts';

/** Signs in with a passkey. It needs no limit of its own: nobody guesses a signature. */
export async function signInByPasskey(
  context: Context,
  { response }: ParsedInputOf<typeof signInWithPasskey>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  return context.db.transaction().execute(async (transaction) => {
    const accountId = await redeemPasskey(context, transaction, response);
    if (accountId === undefined) return failure('wrong-password', passkeyMessages.refused);
    return newSession(context, transaction, accountId, caller);
  });
}
