import { sql } from 'kysely';
import { ifOpenTo } from '#features/stories/service/find-story.ts';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { NoteBox } from './contract.ts';

export interface NoteStory {
  id: number;
  takes_notes: boolean;
  /** The account behind the pen name of the story. */
  owner_id: number;
}

export async function noteStory(connection: Connection, id: number): Promise<NoteStory | undefined> {
  return connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['stories.id', 'stories.notes as takes_notes', 'pen_names.account_id as owner_id'])
    .where('stories.id', '=', id)
    .executeTakeFirst();
}

export interface ThreadRow {
  id: number;
  sender_id: number | null;
  sender_name_id: number | null;
  /** The pen name of the story, and the account behind it. */
  author_id: number;
  owner_id: number;
  about_id: number;
  takes_notes: boolean;
  note_count: number;
  last_at: Date;
  story_id: number | null;
  story_slug: string | null;
  story_title: string | null;
  with_id: number | null;
  with_username: string | null;
  with_display_name: string | null;
  is_folded: boolean;
  /** Whether the viewer blocks the other person, under this name. */
  is_blocked: boolean;
}

/** The conversations that an account sees, as the author of their stories or as who began them. */
function threadsOf(connection: Connection, accountId: number, box: NoteBox) {
  return connection
    .selectFrom('note_threads')
    .innerJoin('stories', 'stories.id', 'note_threads.story_id')
    .innerJoin('pen_names as author', 'author.id', 'stories.author_id')
    .leftJoin('pen_names as sender', 'sender.id', 'note_threads.sender_name_id')
    .leftJoin('accounts', 'accounts.id', 'note_threads.sender_id')
    .$if(box === 'sent', (select) =>
      select.where('note_threads.sender_id', '=', accountId).where('sender_left_at', 'is', null),
    )
    .$if(box === 'received', (select) =>
      select
        .where('author.account_id', '=', accountId)
        .where('author_left_at', 'is', null)
        .where('stories.trashed_at', 'is', null)
        // The notes of suspended accounts are gone until that ends.
        .where('accounts.suspended_at', 'is', null)
        .where('accounts.withheld_at', 'is', null),
    );
}

function rows(connection: Connection, accountId: number, box: NoteBox) {
  // A reader learns nothing of a story that they cannot find any more.
  const isFound =
    box === 'received'
      ? sql<boolean>`true`
      : sql<boolean>`(stories.trashed_at is null and stories.withheld_at is null and visibility <> 'draft')`;
  const other = box === 'received' ? ('sender' as const) : ('author' as const);
  return threadsOf(connection, accountId, box)
    .select(['note_threads.id', 'note_threads.sender_id', 'author.account_id as owner_id'])
    .select(['note_threads.sender_name_id', 'author.id as author_id', 'stories.id as about_id'])
    .select(['stories.notes as takes_notes', 'note_threads.last_at'])
    .select(
      sql<number>`(select count(*)::integer from notes where thread_id = note_threads.id)`.as('note_count'),
    )
    .select(sql<number | null>`case when ${isFound} then stories.id end`.as('story_id'))
    .select(sql<string | null>`case when ${isFound} then stories.slug end`.as('story_slug'))
    .select(sql<string | null>`case when ${isFound} then stories.title end`.as('story_title'))
    .select([`${other}.id as with_id`, `${other}.username as with_username`])
    .select(`${other}.display_name as with_display_name`)
    .select(
      sql<boolean>`exists (select from blocks where blocks.account_id = ${accountId}
        and blocks.author_id = ${sql.ref(`${other}.id`)})`.as('is_folded'),
    )
    .select(
      sql<boolean>`exists (select from blocks where blocks.account_id = ${accountId} and blocks.kind = 'block'
        and blocks.author_id = ${sql.ref(`${other}.id`)})`.as('is_blocked'),
    );
}

export async function listThreads(
  connection: Connection,
  accountId: number,
  { box, offset, limit }: { box: NoteBox; offset: number; limit: number },
): Promise<ThreadRow[]> {
  return rows(connection, accountId, box)
    .orderBy('note_threads.last_at', 'desc')
    .orderBy('note_threads.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countThreads(connection: Connection, accountId: number, box: NoteBox): Promise<number> {
  const { total } = await threadsOf(connection, accountId, box)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function findThread(
  connection: Connection,
  accountId: number,
  id: number,
): Promise<{ box: NoteBox; row: ThreadRow } | undefined> {
  for (const box of ['received', 'sent'] as const) {
    const row = await rows(connection, accountId, box).where('note_threads.id', '=', id).executeTakeFirst();
    if (row !== undefined) return { box, row };
  }
  return undefined;
}

export async function notesOf(connection: Connection, threadIds: number[]) {
  if (threadIds.length === 0) return [];
  return connection
    .selectFrom('notes')
    .select(['id', 'thread_id', 'is_from_author', 'content', 'created_at', 'deleted_at'])
    .where('thread_id', '=', sql<number>`any (${threadIds}::bigint[])`)
    .orderBy('id')
    .execute();
}

export async function insertThread(
  transaction: OpenTransaction,
  thread: { story_id: number; sender_id: number; sender_name_id: number },
): Promise<number> {
  const { id } = await transaction
    .insertInto('note_threads')
    .values(thread)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a conversation until the transaction ends; false when it is gone. */
export async function lockThread(transaction: OpenTransaction, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('note_threads')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertNote(
  transaction: OpenTransaction,
  note: { thread_id: number; is_from_author: boolean; content: string },
): Promise<number> {
  const { id } = await transaction.insertInto('notes').values(note).returning('id').executeTakeFirstOrThrow();
  await transaction
    .updateTable('note_threads')
    .set({ last_at: clockTime })
    .where('id', '=', note.thread_id)
    .execute();
  return id;
}

/** Takes one side and its words out of a conversation, and deletes what nobody sees any more. */
export async function leaveThread(transaction: OpenTransaction, id: number, box: NoteBox): Promise<void> {
  const isAuthor = box === 'received';
  await transaction
    .updateTable('notes')
    .set({ content: '', deleted_at: clockTime })
    .where('thread_id', '=', id)
    .where('is_from_author', '=', isAuthor)
    .where('deleted_at', 'is', null)
    .execute();
  await transaction
    .updateTable('note_threads')
    .set(isAuthor ? { author_left_at: clockTime } : { sender_left_at: clockTime })
    .where('id', '=', id)
    .execute();
  await sql`delete from note_threads where id = ${id}
    and ((author_left_at is not null and (sender_left_at is not null or sender_id is null))
      or not exists (select from notes where thread_id = note_threads.id and deleted_at is null))`.execute(
    transaction,
  );
}

/** The conversations of an account, for its export. */
export async function threadsToExport(connection: Connection, accountId: number, box: NoteBox) {
  return threadsOf(connection, accountId, box)
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['sender.username as from', 'author.username as to'])
    .select(
      sql<{ from: 'author' | 'reader'; content: string; created_at: string }[]>`(select coalesce(jsonb_agg(
        jsonb_build_object('from', case when is_from_author then 'author' else 'reader' end, 'content', content,
          'created_at', notes.created_at) order by notes.id), '[]')
        from notes where thread_id = note_threads.id)`.as('notes'),
    )
    .orderBy('note_threads.id')
    .execute();
}
