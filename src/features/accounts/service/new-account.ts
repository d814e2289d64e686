import type { ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { admitNewcomer, refuseNewcomer } from '#features/invitations/service/admission.ts';
import { recordAcceptance } from '#features/legal/service/terms.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages, type signUp } from '../contract/accounts.ts';
import { isReservedUsername } from '../rules/accounts.ts';
import { insertAccountIfFree, penNameByUsername } from '../store/accounts.ts';
import { insertCredentials } from '../store/credentials.ts';
import { newSession, type SessionData } from './new-session.ts';
import { usernameTaken } from './profile.ts';
import { refuseProgram } from './sign-up-form.ts';

export type Newcomer = Omit<ParsedInputOf<typeof signUp>, 'password'>;

interface Admitted {
  /** Creates the account in a transaction, and signs in. */
  create: (
    transaction: OpenTransaction,
    passwordHash: string | null,
    addPasskey?: (accountId: number) => Promise<void>,
  ) => Promise<Outcome<SessionData>>;
}

/** The refusal of a newcomer before any costly work, whether they come with a password or with a passkey. */
export async function refuseSignUp(
  context: Context,
  { username, invitation, form }: Pick<Newcomer, 'username' | 'invitation' | 'form'>,
  caller: Caller,
): Promise<Outcome<undefined>> {
  const refusal = refuseProgram(context.signUps, form) ?? (await refuseNewcomer(context, caller, invitation));
  if (refusal !== undefined) return refusal;
  if (isReservedUsername(username)) return invalidField('username', accountMessages.usernameReserved);
  return (await penNameByUsername(context.db, username)) === undefined ? success(undefined) : usernameTaken();
}

/** Counts a sign-up of this network. The answer is the same whether or not another account has the address. */
export async function admitSignUp(
  context: Context,
  { username, email, invitation }: Newcomer,
  caller: Caller,
): Promise<Outcome<Admitted>> {
  const quota = await context.strangerQuota.take('sign-up', caller);
  if (!quota.ok) return quota;
  return success({
    create: async (transaction, passwordHash, addPasskey) => {
      const admitted = await admitNewcomer(context, transaction, caller, invitation);
      if (!admitted.ok) return admitted;
      const account = await insertAccountIfFree(transaction, { username });
      if (account === undefined) return usernameTaken();
      await admitted.data.recordUse(account.id);
      await recordAcceptance(context, transaction, account.id);
      await insertCredentials(transaction, { accountId: account.id, email, passwordHash });
      await addPasskey?.(account.id);
      // Beyond the site's hourly total only the mail is delayed, not the account.
      await quota.data.enqueue(transaction, 'mail-verification', { accountId: account.id });
      return newSession(context, transaction, account.id, caller, { isOwnerTold: true });
    },
  });
}
