import { sql } from 'kysely';
import { pick } from '#base/pick.ts';
import {
  type Connection,
  type Database,
  isDuplicate,
  type OpenTransaction,
} from '#platform/database/database.ts';
import type { Role } from '#platform/http/caller.ts';
import { PROFILE_DETAILS, type ProfileDetails } from '../contract/profile-details.ts';
import type { User } from '../contract/session.ts';

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

/** The pen name with this username, of whatever account. */
export async function penNameByUsername(
  connection: Connection,
  username: string,
): Promise<{ id: number; username: string; retired_at: Date | null } | undefined> {
  return connection
    .selectFrom('pen_names')
    .select(['id', 'username', 'retired_at'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
}

/**
 * Locks an account until the transaction ends; false if it no longer exists. Opening a session (`share`), changing a
 * sign-in method (`change`) and deleting (`delete`) lock before they read anything else of the account. So what they
 * read stays true, no deadlock arises, and after a password change no sign-in with the old password still succeeds.
 */
export async function lockAccount(
  transaction: OpenTransaction,
  id: number,
  purpose: 'share' | 'change' | 'delete',
): Promise<boolean> {
  const query = transaction.selectFrom('accounts').select('id').where('id', '=', id);
  const lockedQueries = {
    share: () => query.forShare(),
    change: () => query.forNoKeyUpdate(),
    delete: () => query.forUpdate(),
  };
  return (await lockedQueries[purpose]().executeTakeFirst()) !== undefined;
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

/** The same for a name that may be taken; undefined in that case. */
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
  const row = await connection
    .selectFrom('accounts')
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .leftJoin('google_identities', 'google_identities.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.username',
      ...PROFILE_DETAILS.map((name) => `accounts.${name}` as const),
      'accounts.profile_picture_url',
      'accounts.role',
      'accounts.created_at',
      'accounts.profile_public_at',
    ])
    .select([
      'credentials.email',
      'credentials.email_verified_at',
      'accounts.username_chosen_at',
      'google_identities.linked_at',
      'accounts.suspended_for',
    ])
    .select(sql<boolean>`credentials.password_hash is not null`.as('has_password'))
    .select(
      sql<number[]>`array(select id from pen_names where account_id = accounts.id and not is_default)`.as(
        'pen_name_ids',
      ),
    )
    .where('accounts.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { username, role, bio, profile_picture_url, has_password } = row;
  return {
    id,
    account_id: id,
    username,
    email: row.email ?? '',
    role,
    email_verified: row.email_verified_at === null ? 0 : 1,
    bio,
    profile: { ...pick(row, PROFILE_DETAILS), profile_picture_url },
    created_at: row.created_at.toISOString(),
    profile_public: row.profile_public_at !== null,
    has_password,
    has_google: row.linked_at !== null,
    username_chosen: row.username_chosen_at !== null,
    pen_name_ids: row.pen_name_ids,
    ...(row.suspended_for === null ? {} : { suspended_for: row.suspended_for }),
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

/**
 * Whether the username of a pen name other than these has one of the keys. Other names of the same account count too: an
 * exception would tell readers that both names are one author's.
 */
export async function resemblesOtherUsername(
  connection: Connection,
  penNameIds: readonly number[],
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from pen_names where id <> all (${penNameIds}::bigint[])
      and (username_skeleton(username) = any (${keys}) or username_skeleton(lower(username)) = any (${keys}))
    limit 1`.execute(connection);
  return rows.length > 0;
}

/** This many addresses fit into the 8,000 bytes of a PostgreSQL notification, in whatever script the slugs are. */
const MAX_STORIES_PER_MESSAGE = 16;

/**
 * Invalidates the cached pages of an author's stories after a change of name. Packs many stories into one message,
 * because each message costs one scan of a cache.
 */
export async function invalidateStoriesOfAuthor(connection: Connection, authorId: number): Promise<void> {
  await sql`
    select pg_notify('nightstand_changes', string_agg('story ' || slug || E'\nstory ' || id, E'\n'))
    from (
      select slug, id, row_number() over (order by id) / ${MAX_STORIES_PER_MESSAGE}::bigint as message
      from stories where author_id = ${authorId}
    ) as own
    group by message`.execute(connection);
}

/**
 * Sets the username permanently, if it is free and none was chosen yet. It must run outside a transaction, because a
 * taken name aborts it.
 */
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
    // A query beforehand would not help: somebody else may take the name in between.
    if (isDuplicate(error)) return 'taken';
    throw error;
  }
}

export async function updateRole(connection: Connection, id: number, role: Role): Promise<void> {
  await connection.updateTable('accounts').set({ role }).where('id', '=', id).execute();
}

/** Deletes all dependent rows by cascade: credentials, sessions, stories and their chapters. */
export async function deleteAccountRow(connection: Connection, id: number): Promise<void> {
  // Deleting an author of many long stories exceeds the usual time limit of a request.
  await sql`set local statement_timeout = '60s'`.execute(connection);
  await connection.deleteFrom('accounts').where('id', '=', id).execute();
}

export async function hasAccounts(connection: Connection): Promise<boolean> {
  return (await connection.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}
