import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

/** The subject of a note, and the person whom it concerns. */
export interface NoteSubject {
  account: { id: number; username: string } | null;
  story: { id: number; title: string } | null;
  caseId: number | null;
}

export interface NoteRow {
  id: number;
  body: string;
  writer_id: number | null;
  writer_name: string | null;
  created_at: Date;
  edited_at: Date | null;
  story_slug: string | null;
  story_title: string | null;
  case_id: number | null;
}

export async function notesAbout(
  connection: Connection,
  { account, story, caseId }: NoteSubject,
  limit: number,
): Promise<NoteRow[]> {
  const query = connection
    .selectFrom('staff_notes')
    .leftJoin('accounts as writers', 'writers.id', 'staff_notes.writer_id')
    .leftJoin('stories', 'stories.id', 'staff_notes.story_id')
    .select([
      'staff_notes.id',
      'staff_notes.body',
      'staff_notes.writer_id',
      'writers.username as writer_name',
      'staff_notes.created_at',
      'staff_notes.edited_at',
      'stories.slug as story_slug',
      'stories.title as story_title',
      'staff_notes.case_id',
    ])
    .orderBy('staff_notes.id', 'desc')
    .limit(limit);
  const narrowed =
    caseId !== null
      ? query.where('staff_notes.case_id', '=', caseId)
      : story !== null
        ? query.where('staff_notes.story_id', '=', story.id)
        : query.where('staff_notes.account_id', '=', account?.id ?? null);
  return narrowed.execute();
}

export async function accountForNotes(
  connection: Connection,
  id: number,
): Promise<NonNullable<NoteSubject['account']> | undefined> {
  return connection.selectFrom('accounts').select(['id', 'username']).where('id', '=', id).executeTakeFirst();
}

/** A story, and the account behind its pen name. */
export async function storyForNotes(
  connection: Connection,
  id: number,
): Promise<Pick<NoteSubject, 'account' | 'story'> | undefined> {
  const row = await connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .innerJoin('accounts', 'accounts.id', 'pen_names.account_id')
    .select(['stories.id', 'stories.title', 'accounts.id as account_id', 'accounts.username'])
    .where('stories.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { account_id, username, ...story } = row;
  return { story, account: { id: account_id, username } };
}

export async function insertNote(
  connection: Connection,
  note: NoteSubject & { writerId: number; body: string },
): Promise<number> {
  const { id } = await connection
    .insertInto('staff_notes')
    .values({
      account_id: note.account?.id ?? null,
      story_id: note.story?.id ?? null,
      case_id: note.caseId,
      writer_id: note.writerId,
      body: note.body,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface LockedNote {
  id: number;
  account_id: number | null;
  account_name: string | null;
  story_id: number | null;
  story_title: string | null;
  case_id: number | null;
  writer_id: number | null;
  body: string;
}

export async function lockNote(transaction: OpenTransaction, id: number): Promise<LockedNote | undefined> {
  const { rows } = await sql<LockedNote>`
    select staff_notes.id, staff_notes.account_id, accounts.username as account_name, story_id,
      stories.title as story_title, case_id, writer_id, body
    from staff_notes left join accounts on accounts.id = staff_notes.account_id
      left join stories on stories.id = staff_notes.story_id
    where staff_notes.id = ${id} for update of staff_notes`.execute(transaction);
  return rows[0];
}

export async function updateNote(connection: Connection, id: number, body: string): Promise<void> {
  await connection
    .updateTable('staff_notes')
    .set({ body, edited_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteNote(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('staff_notes').where('id', '=', id).execute();
}
