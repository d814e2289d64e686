import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { DraftFields } from './contract.ts';
import { type Place, placeName } from './rules.ts';

export interface StoredDraft {
  fields: DraftFields;
  updated_at: Date;
}

/** Whether the place is the account's own. Keeps its story from being deleted until the transaction ends. */
export async function isOwnPlace(connection: Connection, accountId: number, place: Place): Promise<boolean> {
  if (place.kind === 'create-story') return true;
  const storyId =
    place.kind === 'chapter'
      ? sql`(select story_id from chapters where id = ${place.id} and trashed_at is null)`
      : sql`${place.id}::bigint`;
  const { rows } =
    await sql`select from stories where id = ${storyId} and account_of(author_id) = ${accountId}
    and trashed_at is null for key share`.execute(connection);
  return rows.length > 0;
}

/** The drafts of an account, but for those of stories and chapters in the trash, which come back with them. */
function draftsOf(connection: Connection, accountId: number) {
  return connection
    .selectFrom('drafts')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`not exists (select from stories left join chapters on chapters.id = drafts.chapter_id
        where stories.id = coalesce(drafts.story_id, chapters.story_id)
          and coalesce(chapters.trashed_at, stories.trashed_at) is not null)`,
    );
}

export async function draftPlaces(
  connection: Connection,
  accountId: number,
): Promise<{ place: string; updated_at: Date }[]> {
  return draftsOf(connection, accountId)
    .select(['place', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('place')
    .execute();
}

export async function draftAt(
  connection: Connection,
  accountId: number,
  place: Place,
): Promise<StoredDraft | undefined> {
  const row = await draftsOf(connection, accountId)
    .select(['fields', 'updated_at'])
    .where('place', '=', placeName(place))
    .executeTakeFirst();
  return row && { ...row, fields: JSON.parse(row.fields) as DraftFields };
}

/** The story or chapter itself, as a form shows it; undefined for a new one. */
export async function savedTextAt(connection: Connection, place: Place): Promise<StoredDraft | undefined> {
  if (place.kind === 'chapter') {
    const row = await connection
      .selectFrom('chapters')
      .select(['title', 'order', 'content', 'updated_at'])
      .where('id', '=', place.id)
      .executeTakeFirst();
    return (
      row && {
        fields: { title: row.title, order: row.order, content: row.content },
        updated_at: row.updated_at,
      }
    );
  }
  if (place.kind !== 'story') return undefined;
  const row = await connection
    .selectFrom('stories')
    .select(['title', 'synopsis', 'slug', 'created_at', 'edited_at'])
    .where('id', '=', place.id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { title, synopsis, slug } = row;
  return { fields: { title, synopsis, slug }, updated_at: row.edited_at ?? row.created_at };
}

export async function countDrafts(connection: Connection, accountId: number): Promise<number> {
  const { count } = await connection
    .selectFrom('drafts')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a draft; its time increases strictly, so that changes within one millisecond remain distinguishable. */
export async function storeDraft(
  connection: Connection,
  accountId: number,
  place: Place,
  fields: DraftFields,
): Promise<Date> {
  const storyId = place.kind === 'story' || place.kind === 'new-chapter' ? place.id : null;
  const chapterId = place.kind === 'chapter' ? place.id : null;
  const { rows } = await sql<{ updated_at: Date }>`
    insert into drafts (account_id, place, story_id, chapter_id, fields, updated_at)
    values (${accountId}, ${placeName(place)}, ${storyId}, ${chapterId}, ${JSON.stringify(fields)},
      date_trunc('milliseconds', clock_timestamp()))
    on conflict (account_id, place) do update set fields = excluded.fields,
      updated_at = greatest(excluded.updated_at, drafts.updated_at + interval '1 millisecond')
    returning updated_at`.execute(connection);
  const [row] = rows;
  if (row === undefined) throw new Error('a draft was neither inserted nor updated');
  return row.updated_at;
}

/** Deletes a draft; with `upTo` only one that is not later. */
export async function deleteDraftAt(
  connection: Connection,
  accountId: number,
  place: Place,
  upTo?: Date,
): Promise<void> {
  let query = connection
    .deleteFrom('drafts')
    .where('account_id', '=', accountId)
    .where('place', '=', placeName(place));
  if (upTo !== undefined) query = query.where('updated_at', '<=', upTo);
  await query.execute();
}
