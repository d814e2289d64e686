import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import {
  accountByUsername,
  endAllSessionsOf,
  findAccountsByPrefix,
  lockAccountStatus,
  updateRole,
} from '#features/accounts/service/account-status.ts';
import { recordActivity } from '#features/activity/service.ts';
import { findBranch, inviteLinksOf } from '#features/invitations/service/invitations.ts';
import { logActorOf } from '#features/moderation/service/actor.ts';
import { insertLogEntry } from '#features/moderation/service/log.ts';
import type { CallerOf, Role } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  branchLimits,
  type changeRole,
  type endSessions,
  type listBranch,
  type listPeople,
  peopleMessages,
} from './contract.ts';

export async function findPeople(
  { db }: Context,
  { query, role, page, limit }: ParsedInputOf<typeof listPeople>,
): Promise<Outcome<DataOf<typeof listPeople>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { people, total } = await findAccountsByPrefix(db, {
    ...{ prefix: query, role },
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  const links = await inviteLinksOf(
    db,
    people.map(({ id }) => id),
  );
  const linksOf = new Map(links.map(({ id, ...link }) => [id, link]));
  return success(
    {
      people: people.map((person) => ({
        ...person,
        ...(linksOf.get(person.id) ?? { invited_by: null, invited_count: 0 }),
        created_at: person.created_at.toISOString(),
        suspended_at: person.suspended_at?.toISOString() ?? null,
      })),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function readBranch(
  { db }: Context,
  { id }: ParsedInputOf<typeof listBranch>,
): Promise<Outcome<DataOf<typeof listBranch>>> {
  const members = (await findBranch(db, id, branchLimits)).map((member) => ({
    ...member,
    created_at: member.created_at.toISOString(),
    suspended_at: member.suspended_at?.toISOString() ?? null,
  }));
  return success({ members });
}

/**
 * Changes an account's role. Roles are checked again under lock: if two admins demote each other at once, the second is
 * refused.
 */
export async function assignRole(
  { db }: Context,
  { id, role, note }: ParsedInputOf<typeof changeRole>,
  { account }: CallerOf<typeof changeRole>,
): Promise<Outcome<DataOf<typeof changeRole>>> {
  if (id === account.id) return failure('not-yours', peopleMessages.ownRole);
  return db.transaction().execute(async (transaction) => {
    // Accounts are locked in id order, which every transaction with several accounts keeps to.
    const statuses = new Map<number, Awaited<ReturnType<typeof lockAccountStatus>>>();
    for (const accountId of [id, account.id].toSorted((a, b) => a - b))
      statuses.set(accountId, await lockAccountStatus(transaction, accountId));
    if (statuses.get(account.id)?.role !== 'admin') return failure('not-yours', peopleMessages.noLongerAdmin);
    const person = statuses.get(id);
    if (person === undefined) return failure('not-found', peopleMessages.notFound);
    if (person.suspended_at !== null) return invalidField('role', peopleMessages.suspended);
    if (person.role === role) return success({ id, role });
    await updateRole(transaction, id, role);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'role',
      account: person,
      note: `${person.role} → ${role}. ${note}`,
    });
    return success({ id, role }, peopleMessages.roleChanged);
  });
}

export async function signOutEverywhere(
  { db }: Context,
  { id, note }: ParsedInputOf<typeof endSessions>,
  { account }: CallerOf<typeof endSessions>,
): Promise<Outcome<DataOf<typeof endSessions>>> {
  if (id === account.id) return failure('not-yours', peopleMessages.ownSessions);
  return db.transaction().execute(async (transaction) => {
    const person = await lockAccountStatus(transaction, id);
    if (person === undefined) return failure('not-found', peopleMessages.notFound);
    const ended = await endAllSessionsOf(transaction, id);
    if (ended > 0) await recordActivity(transaction, id, { kind: 'sessions-ended', count: ended });
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      action: 'end-sessions',
      account: person,
      note,
    });
    return success({ ended }, peopleMessages.sessionsEnded);
  });
}

/** Gives an account a role from the operator's command line, and logs it. */
export async function assignRoleAsOperator(
  { db }: Pick<Context, 'db'>,
  username: string,
  role: Role,
): Promise<Outcome<{ username: string }>> {
  return db.transaction().execute(async (transaction) => {
    const account = await accountByUsername(transaction, username);
    const person = account && (await lockAccountStatus(transaction, account.id));
    if (person === undefined) return invalidField('username', `There is no account ${username}`);
    if (person.suspended_at !== null && role !== 'user')
      return invalidField('username', `The account ${person.username} is suspended; lift that first`);
    if (person.role !== role) {
      await updateRole(transaction, person.id, role);
      const note = `${person.role} → ${role}`;
      await insertLogEntry(transaction, { actor: 'operator', action: 'role', account: person, note });
    }
    return success({ username: person.username });
  });
}
