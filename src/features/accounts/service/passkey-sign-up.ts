import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { passkeyMessages } from '#features/second-factors/contract/passkeys.ts';
import { askForFirstPasskey, checkFirstPasskey } from '#features/second-factors/service/passkeys.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { passkeySignUpOptions, signUpWithPasskey } from '../contract/passkey-sign-up.ts';
import { deviceLabel } from '../rules/device-label.ts';
import { admitSignUp, refuseSignUp } from './new-account.ts';
import type { SessionData } from './new-session.ts';

export async function startPasskeySignUp(
  context: Context,
  newcomer: ParsedInputOf<typeof passkeySignUpOptions>,
  caller: Caller,
): Promise<Outcome<DataOf<typeof passkeySignUpOptions>>> {
  // Later would be too late: the device keeps the passkey that it has made, and offers it from then on.
  const refused = await refuseSignUp(context, newcomer, caller);
  if (!refused.ok) return refused;
  return success(await askForFirstPasskey(context, newcomer.username));
}

/** Creates an account with a passkey instead of a password. */
export async function registerWithPasskey(
  context: Context,
  { response, ...newcomer }: ParsedInputOf<typeof signUpWithPasskey>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const refused = await refuseSignUp(context, newcomer, caller);
  if (!refused.ok) return refused;
  const admitted = await admitSignUp(context, newcomer, caller);
  if (!admitted.ok) return admitted;
  return context.db.transaction().execute(async (transaction) => {
    // A refusal is returned and commits, so the passkey is checked before there is an account.
    const store = await checkFirstPasskey(context, transaction, response);
    if (store === undefined) return invalidField('response', passkeyMessages.notAdded);
    const name = deviceLabel(caller.userAgent) ?? 'My passkey';
    return admitted.data.create(transaction, null, (accountId) => store(accountId, name));
  });
}
