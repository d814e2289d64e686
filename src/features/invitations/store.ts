import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { normalizeTypedCode } from '#platform/security/typed-code.ts';
import { INVITATION_DAYS, INVITATION_PERIOD_DAYS } from './contract.ts';

const columns = ['id', 'code', 'created_at', 'expires_at', 'used_at'] as const;

export async function invitationsOf(connection: Connection, accountId: number) {
  return connection
    .selectFrom('invitations')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
}

/** The invitations that count against the limit of an account, oldest first. */
export async function recentInvitations(
  connection: Connection,
  accountId: number,
): Promise<{ created_at: Date; used_at: Date | null }[]> {
  return connection
    .selectFrom('invitations')
    .select(['created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${INVITATION_PERIOD_DAYS})`)
    .orderBy('created_at')
    .execute();
}

/** Makes two simultaneous requests of a member take turns, so that both count. */
export async function lockInviter(transaction: OpenTransaction, accountId: number): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}

export async function insertInvitation(connection: Connection, code: string, accountId: number | null) {
  return connection
    .insertInto('invitations')
    .values({
      code,
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteUnused(connection: Connection, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

/** Codes that somebody can register with now. A suspended member invites nobody. */
function usable(connection: Connection, typed: string) {
  const code = normalizeTypedCode(typed);
  return connection
    .selectFrom('invitations')
    .select('id')
    .where('code', '=', `${code.slice(0, 5)}-${code.slice(5)}`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts')
            .select('accounts.id')
            .whereRef('accounts.id', '=', 'invitations.account_id')
            .where('suspended_at', 'is not', null),
        ),
      ),
    );
}

export async function isUsable(connection: Connection, code: string): Promise<boolean> {
  return (await usable(connection, code).executeTakeFirst()) !== undefined;
}

/** Locks a usable invitation, so that of two who register with it at once the second is refused. */
export async function lockUsable(transaction: OpenTransaction, code: string): Promise<number | undefined> {
  return (await usable(transaction, code).forUpdate().executeTakeFirst())?.id;
}

export async function markUsed(transaction: OpenTransaction, id: number, accountId: number): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ used_at: sql<Date>`now()`, used_by: accountId })
    .where('id', '=', id)
    .execute();
}

/** Deletes invitations that expired unused as long ago as their owner may have been waiting for an answer. */
export async function deleteOldUnused(connection: Connection): Promise<void> {
  await sql`
    delete from invitations
    where used_at is null and expires_at < now() - make_interval(days => ${INVITATION_PERIOD_DAYS})`.execute(
    connection,
  );
}

export interface InvitedBy {
  id: number;
  invited_by: { id: number; username: string } | null;
  invited_count: number;
}

/** The inviter of each account, and how many it has invited itself. */
export async function inviteLinksOf(connection: Connection, ids: number[]): Promise<InvitedBy[]> {
  const { rows } = await sql<InvitedBy>`
    select accounts.id,
      (select jsonb_build_object('id', inviters.id, 'username', inviters.username)
        from invitations join accounts as inviters on inviters.id = invitations.account_id
        where used_by = accounts.id) as invited_by,
      (select count(*)::integer from invitations where account_id = accounts.id and used_by is not null)
        as invited_count
    from accounts where id = any (${ids})`.execute(connection);
  return rows;
}

export interface BranchRow {
  id: number;
  username: string;
  role: 'user' | 'moderator' | 'admin';
  created_at: Date;
  suspended_at: Date | null;
  depth: number;
  invited_by: string;
}

/** Everybody whom an account invited, whom those invited, and so on, each after their inviter; at most `limit`. */
export async function findBranch(
  connection: Connection,
  accountId: number,
  { depth, limit }: { depth: number; limit: number },
): Promise<BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    with recursive branch as (
      select used_by as id, account_id as inviter, 1 as depth, array[used_by] as path
      from invitations where account_id = ${accountId} and used_by is not null
      union all
      select invitations.used_by, invitations.account_id, depth + 1, path || invitations.used_by
      from branch join invitations on invitations.account_id = branch.id
      where invitations.used_by is not null and depth < ${depth}
    )
    select accounts.id, accounts.username, accounts.role, accounts.created_at, accounts.suspended_at, branch.depth,
      inviters.username as invited_by
    from branch join accounts on accounts.id = branch.id join accounts as inviters on inviters.id = branch.inviter
    order by path limit ${limit}`.execute(connection);
  return rows;
}

export async function invitationsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('invitations')
    .select(['code', 'created_at', 'expires_at', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}
