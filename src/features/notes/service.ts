import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_SECONDS } from '#base/durations.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import { blockersOf, isBlocked } from '#features/comments/service/blocks.ts';
import { hasLink } from '#features/comments/service/comparing.ts';
import { isTrustedWriter } from '#features/comments/service/holding.ts';
import { holdRecipients, notify } from '#features/inbox/service/notify.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import { atMost, refusedBecause } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type answerNote,
  type deleteNotes,
  type listNotes,
  MAX_FIRST_NOTES_PER_DAY,
  MAX_NOTES_IN_THREAD,
  MAX_NOTES_PER_DAY,
  type NoteBox,
  type NoteThread,
  noteMessages,
  type sendNote,
} from './contract.ts';
import {
  countThreads,
  findThread,
  insertNote,
  insertThread,
  leaveThread,
  listThreads,
  lockThread,
  type NoteStory,
  noteStory,
  notesOf,
  type ThreadRow,
  threadsToExport,
} from './store.ts';

const established = atMost(MAX_NOTES_PER_DAY, 'notes', DAY_SECONDS);
const first = atMost(MAX_FIRST_NOTES_PER_DAY, 'first notes', DAY_SECONDS);

/** The same answer for a conversation of others, one that never was, and one that went with its other side. */
function gone(): Failure {
  return failure('not-found', noteMessages.gone);
}

/** The refusal of a text by the limits of its writer. */
async function limitOf(context: Context, account: SignedIn, content: string): Promise<Failure | undefined> {
  const { throttle, publishing } = context;
  const isTrusted = !publishing.isLimited || (await isTrustedWriter(context, account));
  if (!isTrusted && hasLink(content)) return invalidField('content', noteMessages.noLinks);
  const tooMany = await throttle.attempt(isTrusted ? established : first, String(account.id));
  return tooMany === undefined ? undefined : refusedBecause(tooMany, noteMessages.tooMany);
}

export async function submitNote(
  context: Context,
  { id, content, author_username }: ParsedInputOf<typeof sendNote>,
  { account }: CallerOf<typeof sendNote>,
): Promise<Outcome<NoteThread>> {
  const { db } = context;
  const found = await findReadableStory(db, id, account);
  if (!found.ok) return found;
  const before = await storyThatTakesNotes(db, found.data, account);
  if (!before.ok) return before;
  const limit = await limitOf(context, account, content);
  if (limit !== undefined) return limit;
  return db.transaction().execute(async (transaction) => {
    const penName = await lockPenName(transaction, account.id, author_username ?? undefined);
    if (!penName.ok) return penName;
    await holdRecipients(transaction, [before.data.owner_id]);
    // It may have been deleted, closed to notes, or its author may have blocked the sender meanwhile.
    const taken = await storyThatTakesNotes(transaction, before.data.id, account);
    if (!taken.ok) return taken;
    const story = taken.data;
    const threadId = await insertThread(transaction, {
      ...{ story_id: story.id, sender_id: account.id, sender_name_id: penName.data },
    });
    const noteId = await insertNote(transaction, { thread_id: threadId, is_from_author: false, content });
    await notify(transaction, {
      ...{ kind: 'note', accountId: story.owner_id, byId: penName.data },
      ...{ storyId: story.id, noteId },
    });
    return presentOne(transaction, account.id, threadId, noteMessages.sent);
  });
}

/** A story to which the account may send a note; one who is blocked gets the answer of a story without notes. */
async function storyThatTakesNotes(
  connection: Connection,
  id: number,
  account: SignedIn,
): Promise<Outcome<NoteStory>> {
  const story = await noteStory(connection, id);
  if (story === undefined) return failure('not-found', storyMessages.notFound);
  if (story.owner_id === account.id) return failure('not-yours', noteMessages.ownStory);
  if (!story.takes_notes || (await isBlocked(connection, story.owner_id, account.id)))
    return failure('not-yours', noteMessages.closed);
  return success(story);
}

export async function listOwnNotes(
  { db }: Context,
  { box, page, limit }: ParsedInputOf<typeof listNotes>,
  { account }: CallerOf<typeof listNotes>,
): Promise<Outcome<DataOf<typeof listNotes>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [rows, total] = await Promise.all([
    beyond ? [] : listThreads(db, account.id, { box, offset, limit }),
    countThreads(db, account.id, box),
  ]);
  return success(
    { threads: await present(db, rows, box), pagination: pagination(page, limit, total) },
    depthMessage(total),
  );
}

export async function answer(
  context: Context,
  { id, content }: ParsedInputOf<typeof answerNote>,
  { account }: CallerOf<typeof answerNote>,
): Promise<Outcome<NoteThread>> {
  const { db } = context;
  const found = await findThread(db, account.id, Number(id));
  if (found === undefined) return gone();
  if (!(await mayAnswer(db, found.row, found.box))) return failure('not-yours', noteMessages.ended);
  const limit = await limitOf(context, account, content);
  if (limit !== undefined) return limit;
  return db.transaction().execute(async (transaction) => {
    const { sender_id, owner_id } = found.row;
    await holdRecipients(transaction, [owner_id, ...(sender_id === null ? [] : [sender_id])]);
    if (!(await lockThread(transaction, found.row.id))) return gone();
    const again = await findThread(transaction, account.id, found.row.id);
    if (again === undefined) return gone();
    const { row, box } = again;
    if (!(await mayAnswer(transaction, row, box))) return failure('not-yours', noteMessages.ended);
    if (row.note_count >= MAX_NOTES_IN_THREAD) return failure('invalid', noteMessages.full);
    const isAuthor = box === 'received';
    const noteId = await insertNote(transaction, { thread_id: row.id, is_from_author: isAuthor, content });
    const to = isAuthor ? row.sender_id : row.owner_id;
    if (to !== null)
      await notify(transaction, {
        ...{ kind: 'note', accountId: to, byId: isAuthor ? row.author_id : row.sender_name_id },
        ...{ storyId: row.about_id, noteId },
      });
    return presentOne(transaction, account.id, row.id, noteMessages.answered);
  });
}

export async function leave(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteNotes>,
  { account }: CallerOf<typeof deleteNotes>,
): Promise<Outcome<DataOf<typeof deleteNotes>>> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, account.id, 'change'))) return gone();
    if (!(await lockThread(transaction, Number(id)))) return gone();
    const found = await findThread(transaction, account.id, Number(id));
    if (found === undefined) return gone();
    await leaveThread(transaction, found.row.id, found.box);
    return success({}, noteMessages.deleted);
  });
}

/**
 * Whether a conversation goes on: nobody blocks the other, both are there, and a reader’s story takes notes. The viewer’s own
 * block counts for the name that it was given to: if other conversations ended with it, they would tell whose names these are.
 */
function goesOn(row: ThreadRow, box: NoteBox, blockers: ReadonlySet<number>): boolean {
  if (row.sender_id === null || row.is_blocked || row.note_count >= MAX_NOTES_IN_THREAD) return false;
  if (blockers.has(otherIn(row, box) ?? 0)) return false;
  return box === 'received' || (row.takes_notes && row.story_id !== null);
}

async function mayAnswer(connection: Connection, row: ThreadRow, box: NoteBox): Promise<boolean> {
  return goesOn(row, box, await blockersIn(connection, [row], box));
}

const otherIn = (row: ThreadRow, box: NoteBox) => (box === 'received' ? row.sender_id : row.owner_id);

/** The people in conversations of one viewer who block the viewer. */
async function blockersIn(
  connection: Connection,
  rows: readonly ThreadRow[],
  box: NoteBox,
): Promise<Set<number>> {
  const [first] = rows;
  const viewerId = first === undefined ? null : box === 'received' ? first.owner_id : first.sender_id;
  const others = rows.flatMap((row) => otherIn(row, box) ?? []);
  return viewerId === null ? new Set() : blockersOf(connection, viewerId, [...new Set(others)]);
}

async function present(connection: Connection, rows: ThreadRow[], box: NoteBox): Promise<NoteThread[]> {
  const blockers = await blockersIn(connection, rows, box);
  const notes = Map.groupBy(
    await notesOf(
      connection,
      rows.map(({ id }) => id),
    ),
    ({ thread_id }) => thread_id,
  );
  return rows.map((row) => ({
    ...{
      id: row.id,
      box,
      story_id: row.story_id,
      story_slug: row.story_slug,
      story_title: row.story_title,
    },
    with_username: row.with_username,
    with_display_name: row.with_display_name || row.with_username,
    is_folded: row.is_folded,
    may_answer: goesOn(row, box, blockers),
    last_at: row.last_at.toISOString(),
    notes: (notes.get(row.id) ?? []).map((note) => ({
      ...{ id: note.id, content: note.content, created_at: note.created_at.toISOString() },
      is_mine: note.is_from_author === (box === 'received'),
      state: note.deleted_at === null ? ('sent' as const) : ('deleted' as const),
    })),
  }));
}

async function presentOne(
  connection: Connection,
  accountId: number,
  id: number,
  message: string,
): Promise<Outcome<NoteThread>> {
  const found = await findThread(connection, accountId, id);
  if (found === undefined) return gone();
  const [thread] = await present(connection, [found.row], found.box);
  return thread === undefined ? gone() : success(thread, message);
}

/** The words of the other person in a conversation, and the name under which they wrote: what its report is about. */
export async function reportableNotes(
  connection: Connection,
  id: string,
  accountId: number,
): Promise<{ authorId: number; content: string } | undefined> {
  const found = await findThread(connection, accountId, Number(id));
  if (found?.row.with_id == null) return undefined;
  const isAuthor = found.box === 'received';
  const notes = await notesOf(connection, [found.row.id]);
  const content = notes
    .filter((note) => note.is_from_author !== isAuthor && note.deleted_at === null)
    .map((note) => note.content)
    .join('\n\n');
  return content === '' ? undefined : { authorId: found.row.with_id, content };
}

/** All private conversations of an account. */
export async function notesToExport(connection: Connection, accountId: number) {
  const [received, sent] = await Promise.all([
    threadsToExport(connection, accountId, 'received'),
    threadsToExport(connection, accountId, 'sent'),
  ]);
  return { received, sent };
}
