import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_SECONDS } from '#base/durations.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newTypedCode } from '#platform/security/typed-code.ts';
import {
  type createInvitation,
  INVITATION_PERIOD_DAYS,
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
  { account }: CallerOf<typeof createInvitation>,
): Promise<Outcome<DataOf<typeof createInvitation>>> {
  if (settings.values.registration === 'closed')
    return failure('registration-closed', invitationMessages.closed);
  if (!account.isVerified) return failure('not-yours', invitationMessages.notVerified);
  const allowed = allowanceOf(settings, account);
  if (allowed === 0) return failure('not-yours', invitationMessages.staffOnly);
  return db.transaction().execute(async (transaction) => {
    await lockInviter(transaction, account.id);
    const recent = allowed === null ? [] : await recentInvitations(transaction, account.id);
    const oldest = allowed === null ? undefined : recent.at(-allowed);
    if (allowed !== null && oldest !== undefined) {
      const retryAfterSeconds = secondsUntilFree(oldest.created_at);
      const isUnused = recent.slice(-allowed).some(({ used_at }) => used_at === null);
      return failure('too-many', tooManyMessage(allowed, retryAfterSeconds, isUnused), { retryAfterSeconds });
    }
    return success(asInvitation(await insertInvitation(transaction, newTypedCode(), account.id)));
  });
}

const tooManyMessage = (most: number, waitSeconds: number, isUnused: boolean) =>
  `You can invite ${plural(most, 'person', 'people')} in ${INVITATION_PERIOD_DAYS} days. You can invite again in ${waitInDays(waitSeconds)}${isUnused ? ', or when you take back an invitation that nobody has used' : ''}.`;

const waitInDays = (seconds: number) => plural(Math.ceil(seconds / DAY_SECONDS), 'day');

/** The invitations that an account may create in a period; null: any number. */
function allowanceOf({ values }: Context['settings'], { role }: SignedIn): number | null {
  return role === 'user' ? values.limits.member_invitations : null;
}

function secondsUntilFree(oldest: Date): number {
  const freeAt = oldest.getTime() + INVITATION_PERIOD_DAYS * DAY_SECONDS * 1000;
  return Math.max(1, Math.ceil((freeAt - Date.now()) / 1000));
}

export async function readInvitations(
  { db, settings }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listInvitations>,
): Promise<Outcome<DataOf<typeof listInvitations>>> {
  const invitations = (await invitationsOf(db, account.id)).map(asInvitation);
  const allowed = allowanceOf(settings, account);
  if (allowed === null) return success({ invitations, allowed, left: null });
  const { length } = await recentInvitations(db, account.id);
  return success({ invitations, allowed, left: Math.max(0, allowed - length) });
}

export async function takeInvitationBack(
  { db }: Context,
  { id }: ParsedInputOf<typeof revokeInvitation>,
  { account }: CallerOf<typeof revokeInvitation>,
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
