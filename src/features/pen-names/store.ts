import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/**
 * Whether readers find a page of a row of `pen_names` in the query: its author made the profile public or has a listed
 * story, and moderators do not withhold it. Never null, not even where a left join found no name.
 */
export const hasAuthorPage = sql<boolean>`(pen_names.id is not null and pen_names.retired_at is null
  and exists (select from accounts as owner where owner.id = pen_names.account_id and owner.withheld_at is null)
  and (pen_names.profile_public_at is not null or exists (
    select from author_stats as stats where stats.account_id = pen_names.id and stats.story_count > 0)))`;

/** The ids of an account's pen names, retired ones included. */
export async function penNameIds(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('pen_names')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.id);
}

/** The account behind a pen name, for staff; a retired name still leads to it. */
export async function accountIdOfPenName(
  connection: Connection,
  username: string,
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('pen_names')
    .select('account_id')
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
  return row?.account_id;
}

/** All pen names of an account with everything that is stored about them, retired ones included. */
export async function penNamesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('pen_names')
    .select(['id', 'username', 'display_name', 'bio', 'profile_picture_url', 'is_default'])
    .select(['created_at', 'retired_at', 'profile_public_at'])
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export interface OwnPenName {
  id: number;
  username: string;
  display_name: string;
  bio: string;
  is_default: boolean;
  retired_at: Date | null;
  profile_public_at: Date | null;
  story_count: number;
  series_count: number;
  /** Reading lists that are published under it. */
  list_count: number;
  /** Its author can still restore stories under this name. */
  has_trash: boolean;
}

/** An account's pen names, retired ones included: the default one first, then as they were added. */
export async function ownPenNames(connection: Connection, accountId: number): Promise<OwnPenName[]> {
  return connection
    .selectFrom('pen_names')
    .select(['id', 'username', 'display_name', 'bio', 'is_default', 'retired_at', 'profile_public_at'])
    .select(
      sql<number>`(select count(*)::integer from stories where author_id = pen_names.id
        and trashed_at is null)`.as('story_count'),
    )
    .select(
      sql<boolean>`exists (select from stories where author_id = pen_names.id
        and trashed_at is not null)`.as('has_trash'),
    )
    .select(
      sql<number>`(select count(*)::integer from series where author_id = pen_names.id)`.as('series_count'),
    )
    .select(
      sql<number>`(select count(*)::integer from shelves where author_id = pen_names.id
        and visibility <> 'private')`.as('list_count'),
    )
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The id of an account's pen name that is not retired. */
export async function ownPenNameId(
  connection: Connection,
  accountId: number,
  username: string,
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('pen_names')
    .select('id')
    .where('account_id', '=', accountId)
    .where('username_key', '=', username.toLowerCase())
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export interface PenNameDetails {
  display_name?: string | undefined;
  bio?: string | undefined;
  profile_public?: boolean | undefined;
}

/** Throws a duplicate error if the username is taken. */
export async function insertPenName(
  connection: Connection,
  penName: { id: number; account_id: number; username: string; isRetired: boolean },
): Promise<void> {
  const { isRetired, ...values } = penName;
  await connection
    .insertInto('pen_names')
    .values({
      ...values,
      profile_picture_url: null,
      profile_public_at: null,
      retired_at: isRetired ? sql<Date>`now()` : null,
    })
    .execute();
}

/** Throws a duplicate error if the username is taken. */
export async function updatePenName(
  connection: Connection,
  id: number,
  { profile_public, ...values }: PenNameDetails & { username?: string | undefined },
): Promise<void> {
  await connection
    .updateTable('pen_names')
    .set({ ...values, retired_at: null })
    .$if(profile_public !== undefined, (update) =>
      update.set({
        profile_public_at: profile_public ? sql<Date>`coalesce(profile_public_at, now())` : null,
      }),
    )
    .where('id', '=', id)
    .execute();
}

export async function markRetired(connection: Connection, id: number): Promise<void> {
  await connection
    .updateTable('pen_names')
    .set({ retired_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Frees a retired username for another pen name of the same account. */
export async function deleteRetired(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('pen_names').where('id', '=', id).where('retired_at', 'is not', null).execute();
}
