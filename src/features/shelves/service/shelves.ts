import { randomBytes } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { slugFromTitle } from '#base/slugs.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { READING_STATES, readingStateLabels } from '#features/reactions/contract/reading-state.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  BOOKMARKS_SHELF,
  type createShelf,
  type deleteShelf,
  type editShelf,
  type listShelves,
  MAX_SHELVES_PER_ACCOUNT,
  type Shelf,
  shelfMessages,
} from '../contract/shelves.ts';
import { parseShelfName, type ShelfName, slugOfState } from '../rules.ts';
import type { ShelfPlace } from '../store/shelf-stories.ts';
import {
  deleteShelfRow,
  insertShelf,
  ownShelf,
  type ShelfRow,
  shelfCounts,
  shelvesOf,
  shelvesToExport,
  updateShelf,
} from '../store/shelves.ts';
import { inShelfTransaction } from './marks.ts';

function shelfNotFound(): Failure {
  return failure('not-found', shelfMessages.notFound);
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * A slug with an end that nobody guesses: a link-only list is found by it alone, and two readers' shelves of the same
 * title say nothing about each other.
 */
function newSlug(title: string): string {
  const end = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${slugFromTitle(title, 'list')}-${end}`;
}

/** All shelves of an account, those that exist for everyone first. */
async function presentAll(connection: Connection, accountId: number): Promise<Shelf[]> {
  const [rows, counts] = await Promise.all([
    shelvesOf(connection, accountId),
    shelfCounts(connection, accountId),
  ]);
  const builtIn = { synopsis: '', visibility: 'private' as const, author_username: null };
  return [
    ...READING_STATES.map((state) => ({
      ...builtIn,
      ...{ id: state, slug: slugOfState(state), title: readingStateLabels[state], kind: 'state' as const },
      story_count: counts.states.get(state) ?? 0,
    })),
    {
      ...builtIn,
      ...{ id: BOOKMARKS_SHELF, slug: BOOKMARKS_SHELF, title: 'Bookmarks', kind: 'bookmarks' as const },
      story_count: counts.bookmarks,
    },
    ...rows.map((row) => ({
      ...{ id: String(row.id), slug: row.slug, title: row.title, synopsis: row.synopsis },
      ...{ kind: 'custom' as const, visibility: row.visibility },
      ...(row.is_withheld ? { is_withheld: true as const } : {}),
      author_username: row.visibility === 'private' ? null : row.username,
      story_count: counts.custom.get(row.id) ?? 0,
    })),
  ];
}

export async function listOwnShelves(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listShelves>,
): Promise<Outcome<DataOf<typeof listShelves>>> {
  return success({ shelves: await presentAll(db, account.id) });
}

/** A shelf that the caller has: one that exists for everyone, or an own one. Those of others are not there. */
export async function findOwnShelf(
  connection: Connection,
  idOrSlug: string,
  accountId: number,
): Promise<Outcome<{ place: ShelfPlace; row: ShelfRow | undefined; id: string }>> {
  const name: ShelfName = parseShelfName(idOrSlug);
  if (name.kind === 'state') return success({ place: name, row: undefined, id: name.state });
  if (name.kind === 'bookmarks') return success({ place: name, row: undefined, id: BOOKMARKS_SHELF });
  const row = await ownShelf(connection, accountId, name.named);
  if (row === undefined) return shelfNotFound();
  return success({ place: { kind: 'custom', id: row.id }, row, id: String(row.id) });
}

async function findCustomShelf(
  connection: Connection,
  idOrSlug: string,
  accountId: number,
): Promise<Outcome<ShelfRow>> {
  const found = await findOwnShelf(connection, idOrSlug, accountId);
  if (!found.ok) return found;
  return found.data.row === undefined ? failure('invalid', shelfMessages.builtIn) : success(found.data.row);
}

export async function presentShelf(
  connection: Connection,
  accountId: number,
  id: string,
  message?: string,
): Promise<Outcome<Shelf>> {
  const shelf = (await presentAll(connection, accountId)).find((each) => each.id === id);
  return shelf === undefined ? shelfNotFound() : success(shelf, message);
}

export async function createOwnShelf(
  { db }: Context,
  { author_username, ...details }: ParsedInputOf<typeof createShelf>,
  { account }: CallerOf<typeof createShelf>,
): Promise<Outcome<Shelf>> {
  return inShelfTransaction(db, account.id, async (transaction) => {
    if ((await shelvesOf(transaction, account.id)).length >= MAX_SHELVES_PER_ACCOUNT)
      return failure('invalid', shelfMessages.tooMany);
    const penName = await lockPenName(transaction, account.id, author_username);
    if (!penName.ok) return penName;
    const id = await insertShelf(transaction, {
      ...details,
      owner_id: account.id,
      author_id: details.visibility === 'private' && author_username === undefined ? null : penName.data,
      slug: newSlug(details.title),
    });
    return presentShelf(transaction, account.id, String(id), shelfMessages.created);
  });
}

/** Whether the pen name under which a shelf was published has been deleted. */
const isNameGone = ({ author_id, username }: ShelfRow) => author_id !== null && username === null;

export async function changeOwnShelf(
  { db }: Context,
  { id, author_username, ...changes }: ParsedInputOf<typeof editShelf>,
  { account }: CallerOf<typeof editShelf>,
): Promise<Outcome<Shelf>> {
  return inShelfTransaction(db, account.id, async (transaction) => {
    const found = await findCustomShelf(transaction, id, account.id);
    if (!found.ok) return found;
    const shelf = found.data;
    const visibility = changes.visibility ?? shelf.visibility;
    // A list that was public before comes back under its name, never under another one that nobody asked for.
    if (visibility !== 'private' && author_username === undefined && isNameGone(shelf))
      return invalidField('author_username', shelfMessages.nameGone);
    const penName =
      visibility === 'private' && author_username === undefined
        ? success(shelf.author_id)
        : await lockPenName(transaction, account.id, author_username ?? shelf.username ?? undefined);
    if (!penName.ok) return penName;
    const isRenamed = changes.title !== undefined && changes.title !== shelf.title;
    await updateShelf(transaction, shelf.id, {
      ...changes,
      author_id: penName.data,
      // The former title of a private shelf is not in the address under which it is published later.
      slug: isRenamed && shelf.visibility === 'private' ? newSlug(changes.title ?? '') : shelf.slug,
    });
    return presentShelf(transaction, account.id, String(shelf.id), shelfMessages.updated);
  });
}

export async function removeOwnShelf(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteShelf>,
  { account }: CallerOf<typeof deleteShelf>,
): Promise<Outcome<NoData>> {
  return inShelfTransaction(db, account.id, async (transaction) => {
    const found = await findCustomShelf(transaction, id, account.id);
    if (!found.ok) return found;
    await deleteShelfRow(transaction, found.data.id);
    return success({}, shelfMessages.deleted);
  });
}

export { shelvesToExport };
