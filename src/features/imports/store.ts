import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { IMPORT_STATES } from './contract.ts';
import type { SectionSize } from './rules/divide-long.ts';
import type { ImportedStory, Section } from './rules/imported-story.ts';

/** A section without its text, as the preview and the acceptance need it. */
export interface StoredSection extends Omit<Section, 'opening' | 'html'>, SectionSize {
  number: number;
}

export type StoredStory = ImportedStory<StoredSection>;

export interface StoredImport {
  id: number;
  state: (typeof IMPORT_STATES)[number];
  created_at: Date;
  /** The stories that it became. */
  accepted: AcceptedStory[];
}

export interface AcceptedStory {
  id: number;
  slug: string;
  title: string;
  /** Of a story that was there before: the chapters that it got, without those that stay drafts as their file says. */
  chapterIds?: number[];
}

export interface StoredFile {
  id: number;
  name: string;
  isRead: boolean;
  stories: StoredStory[];
  problems: string[];
  cleaner_version: number | null;
}

export async function insertImport(
  connection: Connection,
  accountId: number,
  files: readonly { name: string; content: Buffer }[],
): Promise<number> {
  const { id } = await connection
    .insertInto('imports')
    .values({ account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, file] of files.entries())
    await connection
      .insertInto('import_files')
      .values({ ...file, import_id: id, position })
      .execute();
  return id;
}

export async function countOpenImports(connection: Connection, accountId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('imports')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('account_id', '=', accountId)
    .where('state', '<>', 'accepted')
    .executeTakeFirstOrThrow();
  return total;
}

/** An account's imports that it has neither accepted nor discarded, newest first. */
export async function openImports(connection: Connection, accountId: number) {
  return connection
    .selectFrom('imports')
    .innerJoin('import_files', 'import_files.import_id', 'imports.id')
    .select(['imports.id', 'state', 'created_at'])
    .select([
      sql<string[]>`array_agg(name order by position)`.as('files'),
      sql<number>`(count(*) filter (where content is null))::integer`.as('files_read'),
      sql<number>`count(*)::integer`.as('files_total'),
    ])
    .where('account_id', '=', accountId)
    .where('state', '<>', 'accepted')
    .groupBy('imports.id')
    .orderBy('imports.id', 'desc')
    .execute();
}

function importOf(connection: Connection, id: number, accountId: number) {
  return connection
    .selectFrom('imports')
    .select(['id', 'state', 'created_at', 'accepted_stories'])
    .where('id', '=', id)
    .where('account_id', '=', accountId);
}

export async function ownImport(
  connection: Connection,
  id: number,
  accountId: number,
): Promise<StoredImport | undefined> {
  return toImport(await importOf(connection, id, accountId).executeTakeFirst());
}

/** Locks an account's own import until the transaction ends. */
export async function lockOwnImport(
  transaction: OpenTransaction,
  id: number,
  accountId: number,
): Promise<StoredImport | undefined> {
  return toImport(await importOf(transaction, id, accountId).forUpdate().executeTakeFirst());
}

function toImport(
  row: (Omit<StoredImport, 'accepted'> & { accepted_stories: string | null }) | undefined,
): StoredImport | undefined {
  if (row === undefined) return undefined;
  const { accepted_stories, ...stored } = row;
  return { ...stored, accepted: JSON.parse(accepted_stories ?? '[]') as AcceptedStory[] };
}

export async function filesOf(connection: Connection, importId: number): Promise<StoredFile[]> {
  const rows = await connection
    .selectFrom('import_files')
    .select(['id', 'name', 'stories', 'problems', 'cleaner_version'])
    .select((on) => on('content', 'is', null).as('isRead'))
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    isRead: Boolean(row.isRead),
    stories: JSON.parse(row.stories) as StoredStory[],
  }));
}

export interface ClaimedFile {
  id: number;
  name: string;
  content: Buffer;
  attempts: number;
}

/** Claims the next unread file of an import that nobody else reads, for a number of seconds. */
export async function claimFile(
  connection: Connection,
  importId: number,
  seconds: number,
): Promise<ClaimedFile | undefined> {
  const { rows } = await sql<ClaimedFile>`
    update import_files set claimed_until = now() + make_interval(secs => ${seconds}), attempts = attempts + 1
    where id = (select id from import_files where import_id = ${importId} and content is not null
        and (claimed_until is null or claimed_until < now())
      order by position limit 1 for update skip locked)
    returning id, name, content, attempts`.execute(connection);
  return rows[0];
}

export async function renewClaim(connection: Connection, fileId: number, seconds: number): Promise<void> {
  await sql`update import_files set claimed_until = now() + make_interval(secs => ${seconds}) where id = ${fileId}`.execute(
    connection,
  );
}

export async function endClaim(connection: Connection, fileId: number): Promise<void> {
  await connection
    .updateTable('import_files')
    .set({ claimed_until: null })
    .where('id', '=', fileId)
    .execute();
}

/** The end of the first claim on a file that is not read yet; undefined if there is none. */
export async function endOfClaims(connection: Connection, importId: number): Promise<Date | undefined> {
  const row = await connection
    .selectFrom('import_files')
    .select((eb) => eb.fn.min('claimed_until').as('end'))
    .where('import_id', '=', importId)
    .where('content', 'is not', null)
    .executeTakeFirst();
  return row?.end ?? undefined;
}

const SECTION_BATCH = 100;

/** Stores what was read and deletes the bytes; false if another reader was first, or the import is gone. */
export async function saveReading(
  connection: Connection,
  fileId: number,
  reading: {
    stories: StoredStory[];
    problems: string[];
    cleaner_version: number;
    sections: { number: number; opening: string; html: string }[];
  },
): Promise<boolean> {
  const { stories, problems, cleaner_version, sections } = reading;
  const saved = await connection
    .updateTable('import_files')
    .set({ content: null, claimed_until: null, stories: JSON.stringify(stories), problems, cleaner_version })
    .where('id', '=', fileId)
    .where('content', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (saved === undefined) return false;
  for (let start = 0; start < sections.length; start += SECTION_BATCH) {
    const values = sections
      .slice(start, start + SECTION_BATCH)
      .map((section) => ({ ...section, file_id: fileId }));
    await connection.insertInto('import_sections').values(values).execute();
  }
  return true;
}

/** Ends the reading of an import all of whose files were read. */
export async function finishReading(connection: Connection, importId: number): Promise<void> {
  await sql`
    update imports set state = case when exists (select from import_files where import_id = imports.id and import_files.stories <> '[]')
      then 'ready' else 'failed' end
    where id = ${importId} and state = 'reading'
      and not exists (select from import_files where import_id = imports.id and content is not null)`.execute(
    connection,
  );
}

/** The texts of sections of a file, by number. */
export async function sectionTexts(
  connection: Connection,
  fileId: number,
  numbers: readonly number[],
): Promise<Map<number, { opening: string; html: string }>> {
  const rows = await connection
    .selectFrom('import_sections')
    .select(['number', 'opening', 'html'])
    .where('file_id', '=', fileId)
    .where('number', '=', sql<number>`any (${numbers}::integer[])`)
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** Marks an import as accepted, and deletes its texts, which are the stories' now. */
export async function markAccepted(
  connection: Connection,
  importId: number,
  stories: AcceptedStory[],
): Promise<void> {
  await connection
    .updateTable('imports')
    .set({ state: 'accepted', accepted_stories: JSON.stringify(stories) })
    .where('id', '=', importId)
    .execute();
  await sql`delete from import_sections using import_files
    where import_files.id = import_sections.file_id and import_files.import_id = ${importId}`.execute(
    connection,
  );
}

export async function removeImport(connection: Connection, id: number, accountId: number): Promise<boolean> {
  const removed = await connection
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function removeOldImports(connection: Connection, hours: number): Promise<void> {
  await sql`delete from imports where created_at < now() - make_interval(hours => ${hours})`.execute(
    connection,
  );
}
