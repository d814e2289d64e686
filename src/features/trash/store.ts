import { sql } from 'kysely';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_TRASH_ENTRIES } from './contract.ts';

const trashedAt = sql<Date>`coalesce(chapters.trashed_at, stories.trashed_at)`;
const expiresAt = sql<Date>`coalesce(chapters.trashed_at, stories.trashed_at) + make_interval(days => ${TRASH_DAYS})`;

function entries(connection: Connection) {
  return connection
    .selectFrom('trash_entries')
    .innerJoin('stories', 'stories.id', 'trash_entries.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .leftJoin('chapters', 'chapters.id', 'trash_entries.chapter_id');
}

/** The entries that an account can restore. */
function entriesOf(connection: Connection, accountId: number) {
  return entries(connection)
    .where('pen_names.account_id', '=', accountId)
    .where(sql<boolean>`${expiresAt} > now()`);
}

export interface TrashRow {
  id: number;
  story_id: number;
  chapter_id: number | null;
  slug: string;
  story_title: string;
  chapter_title: string | null;
  order: number | null;
  author_username: string;
  chapter_count: number;
  word_count: number;
  is_story_deleted: boolean;
  deleted_at: Date;
  expires_at: Date;
}

export async function trashOf(
  connection: Connection,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<TrashRow[]> {
  return entriesOf(connection, accountId)
    .select(['trash_entries.id', 'trash_entries.story_id', 'trash_entries.chapter_id'])
    .select(['stories.slug', 'stories.title as story_title', 'stories.chapter_count'])
    .select(['chapters.title as chapter_title', 'chapters.order'])
    .select('pen_names.username as author_username')
    .select((on) => on.fn.coalesce('chapters.word_count', 'stories.word_count').as('word_count'))
    .select(sql<boolean>`stories.trashed_at is not null`.as('is_story_deleted'))
    .select([trashedAt.as('deleted_at'), expiresAt.as('expires_at')])
    .orderBy('trash_entries.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countTrash(connection: Connection, accountId: number): Promise<number> {
  const { total } = await entriesOf(connection, accountId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export interface TrashPlace {
  id: number;
  story_id: number;
  chapter_id: number | null;
  slug: string;
  is_story_deleted: boolean;
}

export async function trashPlace(
  connection: Connection,
  accountId: number,
  id: number,
): Promise<TrashPlace | undefined> {
  return entriesOf(connection, accountId)
    .select(['trash_entries.id', 'trash_entries.story_id', 'trash_entries.chapter_id', 'stories.slug'])
    .select(sql<boolean>`stories.trashed_at is not null`.as('is_story_deleted'))
    .where('trash_entries.id', '=', id)
    .executeTakeFirst();
}

/** The stories and chapters that an account can restore; both also name the stories, which are locked first. */
export async function idsInTrash(
  connection: Connection,
  accountId: number,
): Promise<{ story_id: number; chapter_id: number | null }[]> {
  return entriesOf(connection, accountId)
    .select(['trash_entries.story_id', 'trash_entries.chapter_id'])
    .execute();
}

/** A deletion that is due: a story, or chapters of one. */
export interface DueDeletion {
  story_id: number;
  /** Null: the story itself. */
  chapter_ids: number[] | null;
}

/** The oldest entries whose time is over, or that are too many for their account. */
export async function dueDeletions(connection: Connection, limit: number): Promise<DueDeletion[]> {
  const { rows } = await sql<DueDeletion>`
    select story_id, array_agg(chapter_id) filter (where chapter_id is not null) as chapter_ids from (
      select id, story_id, chapter_id, chapter_id is null as is_story from (
        select trash_entries.id, trash_entries.story_id, trash_entries.chapter_id, ${expiresAt} as expires_at,
          row_number() over (partition by pen_names.account_id order by trash_entries.id desc) as place
        from trash_entries join stories on stories.id = trash_entries.story_id
          join pen_names on pen_names.id = stories.author_id
          left join chapters on chapters.id = trash_entries.chapter_id
      ) as kept where expires_at <= now() or place > ${MAX_TRASH_ENTRIES}
      order by id limit ${limit}
    ) as due group by story_id, is_story order by min(id)`.execute(connection);
  return rows;
}
