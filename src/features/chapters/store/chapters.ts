import { sql } from 'kysely';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import {
  CHAPTER_ENTRY_DETAILS,
  CHAPTER_NOTES,
  type Chapter,
  type ChapterDetails,
  type ChapterEntry,
  MAX_CHAPTER_ORDER,
} from '../contract/chapters.ts';
import type { Publication } from '../rules.ts';

const entryColumns = [
  'id',
  'story_id',
  ...CHAPTER_ENTRY_DETAILS,
  'staff_warnings',
  'state',
  'publish_at',
  'order',
  'word_count',
  'created_at',
  'updated_at',
] as const;

const publishedAt = sql<Date | null>`chapter_published_at(chapters)`.as('published_at');

interface Times {
  created_at: Date;
  updated_at: Date;
  publish_at: Date | null;
  published_at: Date | null;
}

function toEntry<Row extends Times>(row: Row) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    publish_at: row.publish_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
  };
}

/** The chapters that somebody finds: readers published ones, the author all, staff also those that were published once. */
export type Reading = 'readers' | 'author' | 'staff';

/** The chapters of a story that somebody finds, those in the trash left out. */
function chaptersFor(connection: Connection, storyId: number, reading: Reading) {
  return connection
    .selectFrom('chapters')
    .where('story_id', '=', storyId)
    .where('trashed_at', 'is', null)
    .$if(reading === 'readers', (select) => select.where('state', '=', 'published'))
    .$if(reading === 'staff', (select) =>
      select.where((on) => on.or([on('state', '=', 'published'), on('published_at', 'is not', null)])),
    );
}

export async function chapterEntries(
  connection: Connection,
  storyId: number,
  reading: Reading,
): Promise<ChapterEntry[]> {
  const rows = await chaptersFor(connection, storyId, reading)
    .select(entryColumns)
    .select(publishedAt)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return rows.map(toEntry);
}

const commentCount = sql<number>`coalesce((select comment_count from comment_totals as total
  where total.story_id = chapters.story_id and total.chapter_id = chapters.id), 0)`;

/** The readers who are named for their corrections, but those whose accounts are suspended, which withheld ones are as well. */
const correctedBy = sql<Chapter['corrected_by']>`(
  select coalesce(jsonb_agg(jsonb_build_object('username', named.username,
      'display_name', coalesce(nullif(named.display_name, ''), named.username), 'has_author_page', named.has_author_page)
    order by named.first), '[]')
  from (
    select pen_names.username, pen_names.display_name, min(corrections.id) as first,
      ${hasAuthorPage} as has_author_page
    from corrections join pen_names on pen_names.id = corrections.author_id
    join accounts on accounts.id = pen_names.account_id
    where corrections.chapter_id = chapters.id and corrections.credit = 'given' and pen_names.retired_at is null
      and accounts.suspended_at is null
    group by pen_names.id
  ) as named)`;

export async function chapterOfStory(
  connection: Connection,
  storyId: number,
  chapterId: number,
  reading: Reading,
): Promise<Chapter | undefined> {
  const row = await chaptersFor(connection, storyId, reading)
    .select([...entryColumns, ...CHAPTER_NOTES, 'content'])
    .select([publishedAt, commentCount.as('comment_count'), correctedBy.as('corrected_by')])
    .where('id', '=', chapterId)
    .executeTakeFirst();
  return row === undefined ? undefined : toEntry(row);
}

/** The published chapters of these stories without their texts, in order, for books. */
export async function chaptersForBooks(connection: Connection, storyIds: readonly number[]) {
  return connection
    .selectFrom('chapters')
    .select(['id', 'story_id', 'title', 'volume', 'warnings', 'staff_warnings', 'kind', 'word_count'])
    .select([...CHAPTER_NOTES, 'updated_at'])
    .select(publishedAt)
    .where('story_id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .where('trashed_at', 'is', null)
    .where('state', '=', 'published')
    .orderBy('story_id')
    .orderBy('order')
    .orderBy('id')
    .execute();
}

/** The published chapters of a story in order, with the bytes of their texts and notes. */
export async function publishedChapters(
  connection: Connection,
  storyId: number,
): Promise<(ChapterEntry & { bytes: number })[]> {
  const rows = await chaptersFor(connection, storyId, 'readers')
    .select(entryColumns)
    .select(publishedAt)
    // The length of a stored text is known without reading it.
    .select(
      sql<number>`octet_length(content) + octet_length(note_before) + octet_length(note_after)`.as('bytes'),
    )
    .orderBy('order')
    .orderBy('id')
    .execute();
  return rows.map(toEntry);
}

/** The texts and notes of those of these chapters that are published, in order. */
export async function publishedTexts(
  connection: Connection,
  chapterIds: readonly number[],
): Promise<Pick<Chapter, 'id' | 'content' | (typeof CHAPTER_NOTES)[number]>[]> {
  return connection
    .selectFrom('chapters')
    .select(['id', 'content', ...CHAPTER_NOTES])
    .where('id', '=', sql<number>`any (${chapterIds}::bigint[])`)
    .where('trashed_at', 'is', null)
    .where('state', '=', 'published')
    .orderBy('order')
    .orderBy('id')
    .execute();
}

/** The text of a published chapter; '' when it has been taken back meanwhile. */
export async function publishedText(connection: Connection, chapterId: number): Promise<string> {
  const row = await connection
    .selectFrom('chapters')
    .select('content')
    .where('id', '=', chapterId)
    .where('trashed_at', 'is', null)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row?.content ?? '';
}

/** The stored form of a chapter's text. */
export interface StoredText {
  content: string;
  cleaner_version: number;
  word_count: number;
}

export async function insertChapter(
  connection: Connection,
  chapter: ChapterDetails &
    StoredText &
    Partial<Publication> & { story_id: number; order: number; created_at?: Date; updated_at?: Date },
): Promise<number> {
  const row = await connection
    .insertInto('chapters')
    .values(chapter)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The order of a new last chapter. */
export async function nextOrder(connection: Connection, storyId: number): Promise<number> {
  const { last } = await connection
    .selectFrom('chapters')
    .select(sql<number>`coalesce(max("order"), 0)`.as('last'))
    .where('story_id', '=', storyId)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Math.min(last + 1, MAX_CHAPTER_ORDER);
}

/** The number of a story's chapters outside the trash, drafts included. */
export async function countChapters(connection: Connection, storyId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('chapters')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('story_id', '=', storyId)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export interface ChapterForChange extends ChapterDetails, StoredText, Publication {
  staff_warnings: WarningName[];
  id: number;
  story_id: number;
  order: number;
  published_at: Date | null;
  updated_at: Date;
}

/** A new text of a chapter, with the details and the order that change with it. */
export type ChapterChanges = StoredText & Partial<ChapterDetails & Publication & { order: number }>;

/** Locks a chapter, or one in the trash, until the transaction ends. The caller has locked its story already. */
export async function lockChapter(
  transaction: OpenTransaction,
  storyId: number,
  chapterId: number,
  { inTrash = false } = {},
): Promise<ChapterForChange | undefined> {
  return transaction
    .selectFrom('chapters')
    .selectAll()
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .where('trashed_at', inTrash ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Increases strictly, so that edits within one millisecond remain distinguishable. */
export const nextUpdatedAt = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()),
  date_trunc('milliseconds', chapters.updated_at) + interval '1 millisecond')`;

export async function updateChapter(
  connection: Connection,
  id: number,
  changes: ChapterChanges,
): Promise<void> {
  await connection
    .updateTable('chapters')
    .set({ ...changes, updated_at: nextUpdatedAt })
    .where('id', '=', id)
    .execute();
}

/** Gives these chapters of a locked story the orders from 1. Their times stay: a new place is no new text. */
export async function storeOrder(
  connection: Connection,
  storyId: number,
  chapterIds: readonly number[],
): Promise<void> {
  await sql`
    update chapters set "order" = place from unnest(${chapterIds}::bigint[]) with ordinality as listed (id, place)
    where chapters.id = listed.id and story_id = ${storyId} and "order" <> place`.execute(connection);
}

/** Sets the warnings that staff give a locked chapter. Its time stays: no author's edit conflicts with it. */
export async function storeStaffWarnings(
  connection: Connection,
  chapterId: number,
  warnings: WarningName[],
): Promise<void> {
  await connection
    .updateTable('chapters')
    .set({ staff_warnings: warnings })
    .where('id', '=', chapterId)
    .execute();
}
