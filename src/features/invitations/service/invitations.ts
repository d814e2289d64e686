import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newTypedCode } from '#platform/security/typed-code.ts';
import {
  type createInvitation,
  INVITATION_PERIOD_DAYS,
  INVITATIONS_PER_PERIOD,
  type Invitation,
  invitationMessages,
  type listInvitations,
  type revokeInvitation,
} from '../contract.ts';
import {
  deleteOldUnused,
  deleteUnused,
  findBranch,
  insertInvitation,
  invitationsOf,
  invitationsToExport,
  inviteLinksOf,
  lockInviter,
  recentInvitations,
} from '../store.ts';

export async function inviteSomebody(
  { db, settings }: Context,
  _input: unknown,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof createInvitation>>> {
  if (settings.values.registration === 'closed')
    return failure('registration-closed', invitationMessages.closed);
  if (!account.isVerified) return failure('not-yours', invitationMessages.notVerified);
  return db.transaction().execute(async (transaction) => {
    await lockInviter(transaction, account.id);
    const recent = account.role === 'user' ? await recentInvitations(transaction, account.id) : [];
    const [oldest] = recent.slice(-INVITATIONS_PER_PERIOD);
    if (oldest !== undefined && recent.length >= INVITATIONS_PER_PERIOD)
      return failure('too-many', invitationMessages.tooMany, { retryAfterSeconds: secondsUntilFree(oldest) });
    return success(asInvitation(await insertInvitation(transaction, newTypedCode(), account.id)));
  });
}

function secondsUntilFree(oldest: Date): number {
  const freeAt = oldest.getTime() + INVITATION_PERIOD_DAYS * 24 * 60 * 60 * 1000;
  return Math.max(1, Math.ceil((freeAt - Date.now()) / 1000));
}

export async function readInvitations(
  { db }: Context,
  _input: unknown,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof listInvitations>>> {
  const invitations = (await invitationsOf(db, account.id)).map(asInvitation);
  if (account.role !== 'user') return success({ invitations, left: null });
  const { length } = await recentInvitations(db, account.id);
  return success({ invitations, left: Math.max(0, INVITATIONS_PER_PERIOD - length) });
}

export async function takeInvitationBack(
  { db }: Context,
  { id }: ParsedInputOf<typeof revokeInvitation>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof revokeInvitation>>> {
  const isDeleted = await deleteUnused(db, account.id, id);
  return isDeleted
    ? success({}, invitationMessages.revoked)
    : failure('not-found', invitationMessages.notFound);
}

/** An invitation by the operator's command line, for the first account of a site that nobody can enter otherwise. */
export async function inviteAsOperator(connection: Connection): Promise<string> {
  return (await insertInvitation(connection, newTypedCode(), null)).code;
}

function asInvitation(row: Awaited<ReturnType<typeof invitationsOf>>[number]): Invitation {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
  };
}

export { deleteOldUnused, findBranch, invitationsToExport, inviteLinksOf };
