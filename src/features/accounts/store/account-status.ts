import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { escapeLike } from '#platform/database/like.ts';
import type { Role } from '#platform/http/caller.ts';

export interface AccountStatus {
  id: number;
  username: string;
  role: Role;
  suspended_at: Date | null;
  /** The time since which readers cannot find the account. */
  withheld_at: Date | null;
}

/** Locks an account's status for a moderator or admin until the transaction ends. */
export async function lockAccountStatus(
  transaction: OpenTransaction,
  accountId: number,
): Promise<AccountStatus | undefined> {
  return transaction
    .selectFrom('accounts')
    .select(['id', 'username', 'role', 'suspended_at', 'withheld_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Restricts the account to reading; with `isWithheld` readers cannot find it either. */
export async function markSuspended(
  connection: Connection,
  accountId: number,
  { reason, isWithheld }: { reason: string; isWithheld: boolean },
): Promise<void> {
  await connection
    .updateTable('accounts')
    .set({
      suspended_at: sql<Date>`now()`,
      suspended_for: reason,
      withheld_at: isWithheld ? sql<Date>`now()` : null,
    })
    .where('id', '=', accountId)
    .execute();
}

export async function unmarkSuspended(connection: Connection, accountId: number): Promise<void> {
  await connection
    .updateTable('accounts')
    .set({ suspended_at: null, suspended_for: null, withheld_at: null })
    .where('id', '=', accountId)
    .execute();
}

/** Hides a suspended account from readers. */
export async function markWithheld(connection: Connection, accountId: number): Promise<void> {
  await connection
    .updateTable('accounts')
    .set({ withheld_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .execute();
}

export async function unmarkWithheld(connection: Connection, accountId: number): Promise<void> {
  await connection.updateTable('accounts').set({ withheld_at: null }).where('id', '=', accountId).execute();
}

export async function otherModeratorExists(
  connection: Connection,
  accountIds: readonly number[],
): Promise<boolean> {
  const other = await connection
    .selectFrom('accounts')
    .select('id')
    .where('role', 'in', ['moderator', 'admin'])
    .where('suspended_at', 'is', null)
    .where('id', 'not in', accountIds)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export interface PersonRow {
  id: number;
  username: string;
  display_name: string;
  role: Role;
  created_at: Date;
  suspended_at: Date | null;
  is_verified: boolean;
  story_count: number;
  session_count: number;
}

/** Accounts whose username starts with the text, or all, by name; without mail addresses. */
export async function findAccountsByPrefix(
  connection: Connection,
  { prefix, role, offset, limit }: { prefix: string; role?: Role | undefined; offset: number; limit: number },
): Promise<{ people: PersonRow[]; total: number }> {
  const matching = connection
    .selectFrom('accounts')
    .$if(prefix !== '', (query) =>
      query.where('accounts.username_key', 'like', `${escapeLike(prefix.toLowerCase())}%`),
    )
    .$if(role !== undefined, (query) => query.where('accounts.role', '=', role ?? 'user'));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const people = await matching
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.username',
      'accounts.display_name',
      'accounts.role',
      'accounts.created_at',
      'accounts.suspended_at',
    ])
    .select(sql<boolean>`credentials.email_verified_at is not null`.as('is_verified'))
    .select(
      sql<number>`(select coalesce(sum(story_count), 0)::integer from author_stats
        join pen_names on pen_names.id = author_stats.account_id
        where pen_names.account_id = accounts.id)`.as('story_count'),
    )
    .select(
      sql<number>`(select count(*)::integer from sessions where account_id = accounts.id and expires_at > now())`.as(
        'session_count',
      ),
    )
    .orderBy('accounts.username_key')
    .offset(offset)
    .limit(limit)
    .execute();
  return { people, total };
}
