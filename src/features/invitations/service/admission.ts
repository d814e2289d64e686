/** Admission of newcomers, asked for by every way of creating an account. */
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import type { Registration } from '#base/registration.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { invitationMessages } from '../contract.ts';
import { isUsable, lockUsable, markUsed } from '../store.ts';

type Newcomer = Pick<Caller, 'signUpRefusal'>;
type Site = Pick<Context, 'settings'>;

interface Admission {
  /** Spends the invitation on the account that was created with it. */
  recordUse(accountId: number): Promise<void>;
}

/** The refusal of a newcomer, if they will be refused: asked before any costly work. */
export async function refuseNewcomer(
  { settings, db }: Site & Pick<Context, 'db'>,
  { signUpRefusal }: Newcomer,
  invitation: string | undefined,
): Promise<Failure | undefined> {
  if (signUpRefusal !== undefined) return signUpRefusal;
  const { registration } = settings.values;
  if (registration === 'open') return undefined;
  const hasInvitation = registration === 'invite' && Boolean(invitation);
  if (hasInvitation && (await isUsable(db, invitation ?? ''))) return undefined;
  return refusal(registration, invitation);
}

/**
 * Admits a newcomer within the transaction that creates the account, and before it does: the invitation stays locked
 * until then. On an open site an invitation only notes who invited whom, and a wrong one is as good as none.
 */
export async function admitNewcomer(
  { settings }: Site,
  transaction: OpenTransaction,
  { signUpRefusal }: Newcomer,
  invitation: string | undefined,
): Promise<Outcome<Admission>> {
  if (signUpRefusal !== undefined) return signUpRefusal;
  const { registration } = settings.values;
  const id = registration === 'closed' || !invitation ? undefined : await lockUsable(transaction, invitation);
  if (id === undefined && registration !== 'open') return refusal(registration, invitation);
  return success({
    recordUse: async (accountId) => {
      if (id !== undefined) await markUsed(transaction, id, accountId);
    },
  });
}

function refusal(registration: Registration, invitation: string | undefined): Failure {
  if (registration === 'closed') return failure('registration-closed', invitationMessages.closed);
  const message = invitation ? invitationMessages.invalid : invitationMessages.needed;
  return failure('registration-closed', message, { fields: { invitation: message } });
}
