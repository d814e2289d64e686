import { sql } from 'kysely';
import { pick } from '#base/pick.ts';
import { type Connection, type Database, isDuplicate } from '#platform/database/database.ts';
import type { Role } from '#platform/http/caller.ts';
import type { User } from '../contract/accounts.ts';
import { PROFILE_DETAILS, type ProfileDetails } from '../contract/profile-details.ts';

export async function accountByUsername(
  connection: Connection,
  username: string,
): Promise<{ id: number; username: string } | undefined> {
  return connection
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
}

/**
 * Holds an account until the transaction ends; false when there is none any more. Whoever opens a session (`share`),
 * changes a way in (`change`) or deletes (`delete`) does this before they look at anything else of the account. So
 * what they decide by stays true while they act, nobody waits for another in a ring, and a password that has just
 * been changed lets nobody in who typed the old one a moment before.
 */
export async function holdAccount(
  transaction: Connection,
  id: number,
  purpose: 'share' | 'change' | 'delete',
): Promise<boolean> {
  const query = transaction.selectFrom('accounts').select('id').where('id', '=', id);
  const held = {
    share: () => query.forShare(),
    change: () => query.forNoKeyUpdate(),
    delete: () => query.forUpdate(),
  };
  return (await held[purpose]().executeTakeFirst()) !== undefined;
}

export async function insertAccount(
  connection: Connection,
  account: Partial<ProfileDetails> & { username: string; created_at?: Date },
): Promise<{ id: number; username: string }> {
  return connection
    .insertInto('accounts')
    .values({ ...account, profile_picture_url: null })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
}

/** The same where the name may be taken: undefined then. */
export async function insertAccountIfFree(
  connection: Connection,
  account: { username: string; username_chosen_at?: null },
): Promise<{ id: number; username: string } | undefined> {
  return connection
    .insertInto('accounts')
    .values({ ...account, profile_picture_url: null })
    .onConflict((on) => on.column('username_key').doNothing())
    .returning(['id', 'username'])
    .executeTakeFirst();
}

/** An account as its owner sees it. */
export async function userById(connection: Connection, id: number): Promise<User | undefined> {
  const found = await connection
    .selectFrom('accounts as a')
    .leftJoin('credentials as c', 'c.account_id', 'a.id')
    .leftJoin('google_identities as g', 'g.account_id', 'a.id')
    .select([
      'a.id',
      'a.username',
      ...PROFILE_DETAILS.map((name) => `a.${name}` as const),
      'a.profile_picture_url',
      'a.role',
      'a.created_at',
      'a.profile_public_at',
    ])
    .select(['c.email', 'c.email_verified_at', 'a.username_chosen_at', 'g.linked_at', 'a.suspended_for'])
    .select(sql<boolean>`c.password_hash is not null`.as('has_password'))
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { username, role, bio, profile_picture_url, has_password } = found;
  return {
    id,
    account_id: id,
    username,
    email: found.email ?? '',
    role,
    email_verified: found.email_verified_at === null ? 0 : 1,
    bio,
    profile: { ...pick(found, PROFILE_DETAILS), profile_picture_url },
    created_at: found.created_at.toISOString(),
    profile_public: found.profile_public_at !== null,
    has_password,
    has_google: found.linked_at !== null,
    username_chosen: found.username_chosen_at !== null,
    ...(found.suspended_for === null ? {} : { suspended_for: found.suspended_for }),
  };
}

export async function updateAccount(
  connection: Connection,
  id: number,
  { profile_public, ...details }: Partial<ProfileDetails> & { profile_public?: boolean | undefined },
): Promise<void> {
  const isEmpty = [profile_public, ...Object.values(details)].every((value) => value === undefined);
  if (isEmpty) return;
  await connection
    .updateTable('accounts')
    .set(details)
    .$if(profile_public !== undefined, (update) =>
      update.set({
        profile_public_at: profile_public ? sql<Date>`coalesce(profile_public_at, now())` : null,
      }),
    )
    .where('id', '=', id)
    .execute();
}

/** Whether one of these keys is that of another account's username. */
export async function looksLikeAnother(
  connection: Connection,
  accountId: number,
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id <> ${accountId}
      and (username_skeleton(username) = any (${keys}) or username_skeleton(lower(username)) = any (${keys}))
    limit 1`.execute(connection);
  return rows.length > 0;
}

/** So many addresses in one message fit into the 8,000 bytes that PostgreSQL takes, whatever the slugs are written in. */
const STORIES_PER_MESSAGE = 16;

/**
 * Tells the caches that the pages of an author's stories carry an outdated name. A few messages for a thousand stories:
 * each is one walk through a cache.
 */
export async function announceNameOnStories(connection: Connection, authorId: number): Promise<void> {
  await sql`
    select pg_notify('nightstand_changes', string_agg('story ' || slug || E'\nstory ' || id, E'\n'))
    from (
      select slug, id, row_number() over (order by id) / ${STORIES_PER_MESSAGE}::bigint as message
      from stories where author_id = ${authorId}
    ) as own
    group by message`.execute(connection);
}

/** Takes the name for good, if it is free, where none was chosen yet. Outside a transaction: a taken name ends it. */
export async function updateUsername(
  connection: Database,
  id: number,
  username: string,
): Promise<'done' | 'taken' | 'chosen already'> {
  try {
    const { numUpdatedRows } = await connection
      .updateTable('accounts')
      .set({ username, username_chosen_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('username_chosen_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0 ? 'done' : 'chosen already';
  } catch (error) {
    // Looking first would not help: somebody else may take it in between.
    if (isDuplicate(error)) return 'taken';
    throw error;
  }
}

export async function updateRole(connection: Connection, id: number, role: Role): Promise<void> {
  await connection.updateTable('accounts').set({ role }).where('id', '=', id).execute();
}

/** With all that hangs on it, by cascade: credentials, sessions, stories and their chapters. */
export async function deleteAccountRow(connection: Connection, id: number): Promise<void> {
  // An author of many long stories takes longer than a request may usually take.
  await sql`set local statement_timeout = '60s'`.execute(connection);
  await connection.deleteFrom('accounts').where('id', '=', id).execute();
}

export async function hasAccounts(connection: Connection): Promise<boolean> {
  return (await connection.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}
