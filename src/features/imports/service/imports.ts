import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { normalizeLine } from '#base/plain-text.ts';
import { excerpt, plural } from '#base/text.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import { storiesOfAccountByTitle } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { refusedBecause, type ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type createImport,
  type deleteImport,
  type getImport,
  type Import,
  importMessages,
  type listImports,
  MAX_FILE_NAME_CHARACTERS,
  MAX_OPEN_IMPORTS,
} from '../contract.ts';
import { chapterWords, isDraftChapter } from '../rules/imported-story.ts';
import {
  countOpenImports,
  filesOf,
  insertImport,
  lockOwnImport,
  openImports,
  ownImport,
  removeImport,
  type StoredFile,
  type StoredImport,
} from '../store.ts';
import { enqueueReading } from './read-import.ts';

/** Imports have a quota of their own: reading costs the site more than a chapter that is typed. */
const importLimit = (perDay: number): ThrottleRule => ({
  name: 'import',
  free: perDay,
  rememberedSeconds: 24 * 60 * 60,
  firstWaitSeconds: 60,
  maxWaitSeconds: 60 * 60,
});

export async function sendFiles(
  context: Context,
  { files }: ParsedInputOf<typeof createImport>,
  { account }: CallerOf<typeof createImport>,
): Promise<Outcome<Import>> {
  // A refusal for another reason takes nothing from the day's quota.
  if (await hasTooManyOpen(context.db, account.id)) return failure('invalid', importMessages.tooManyOpen);
  const perDay = context.settings.values.limits.member_imports;
  const tooMany = await context.throttle.attempt(importLimit(perDay), `account ${account.id}`);
  if (tooMany !== undefined) return refusedBecause(tooMany, tooManyMessage(perDay));
  const contents = await Promise.all(
    files.map(async (file) => ({
      name: fileName(file.name),
      content: Buffer.from(await file.arrayBuffer()),
    })),
  );
  return context.db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, account.id, 'change'))) return gone();
    if (await hasTooManyOpen(transaction, account.id)) return failure('invalid', importMessages.tooManyOpen);
    const id = await insertImport(transaction, account.id, contents);
    await enqueueReading(context, transaction, id);
    const stored = await ownImport(transaction, id, account.id);
    return stored === undefined ? gone() : success(await presentImport(transaction, stored, account.id));
  });
}

const hasTooManyOpen = async (connection: Connection, accountId: number) =>
  (await countOpenImports(connection, accountId)) >= MAX_OPEN_IMPORTS;

const tooManyMessage = (perDay: number) => `You can import ${plural(perDay, 'time')} a day without a wait`;

/** The last part of a name as a browser sends it; some send the whole path. */
function fileName(sent: string): string {
  const name = normalizeLine(sent.split(/[\\/]/).at(-1) ?? '');
  return name === '' ? 'file' : shortened(name);
}

function shortened(name: string): string {
  if (name.length <= MAX_FILE_NAME_CHARACTERS) return name;
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return excerpt(name, MAX_FILE_NAME_CHARACTERS - extension.length) + extension;
}

export async function listOwnImports(
  { db }: Context,
  _input: ParsedInputOf<typeof listImports>,
  { account }: CallerOf<typeof listImports>,
): Promise<Outcome<DataOf<typeof listImports>>> {
  const imports = await openImports(db, account.id);
  return success({
    imports: imports.map(({ created_at, ...rest }) => ({ ...rest, created_at: created_at.toISOString() })),
  });
}

export async function readOwnImport(
  { db }: Context,
  { id }: ParsedInputOf<typeof getImport>,
  { account }: CallerOf<typeof getImport>,
): Promise<Outcome<Import>> {
  const stored = isImportId(id) ? await ownImport(db, Number(id), account.id) : undefined;
  return stored === undefined ? gone() : success(await presentImport(db, stored, account.id));
}

export async function discardOwnImport(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteImport>,
  { account }: CallerOf<typeof deleteImport>,
): Promise<Outcome<NoData>> {
  const isRemoved = isImportId(id) && (await removeImport(db, Number(id), account.id));
  return isRemoved ? success({}, importMessages.discarded) : gone();
}

function isImportId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function gone(): Failure {
  return failure('not-found', importMessages.notFound);
}

/** Locks an own import whose files were read, accepted already or not. */
export async function lockReadImport(
  transaction: OpenTransaction,
  id: string,
  accountId: number,
): Promise<Outcome<StoredImport>> {
  const stored = isImportId(id) ? await lockOwnImport(transaction, Number(id), accountId) : undefined;
  if (stored === undefined) return gone();
  if (stored.state === 'reading') return failure('invalid', importMessages.reading);
  return stored.state === 'failed' ? failure('invalid', importMessages.failed) : success(stored);
}

async function presentImport(db: Connection, stored: StoredImport, accountId: number): Promise<Import> {
  const files = await filesOf(db, stored.id);
  const stories = numberedStories(files);
  // Once accepted, an import would find its own stories.
  const titles = stored.state === 'accepted' ? [] : stories.map(({ story }) => story.title);
  const ownStories = await storiesOfAccountByTitle(db, accountId, titles);
  return {
    id: stored.id,
    state: stored.state,
    created_at: stored.created_at.toISOString(),
    files_read: files.filter(({ isRead }) => isRead).length,
    files_total: files.length,
    problems: files.flatMap(({ problems }) => problems),
    stories: stories.map(({ number, file, story }) => ({
      number,
      file: file.name,
      title: story.title,
      author: story.author ?? null,
      synopsis: story.synopsis,
      tags: story.tags,
      warnings: story.warnings,
      same_title: ownStories.get(story.title.toLowerCase()) ?? null,
      chapters: story.chapters.map(({ title, volume, details, sections }) => ({
        title,
        volume,
        is_draft: isDraftChapter({ details }),
        word_count: chapterWords(sections),
        sections: sections.map(({ number, label, starts, level, words }) => ({
          number,
          label,
          starts,
          ...(level === undefined ? {} : { level }),
          word_count: words,
        })),
      })),
    })),
  };
}

/** The stories of all files in order, numbered from 1. */
export function numberedStories(files: readonly StoredFile[]) {
  return files
    .flatMap((file) => file.stories.map((story) => ({ file, story })))
    .map((entry, index) => ({ ...entry, number: index + 1 }));
}
