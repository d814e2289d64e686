import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { lockAccountStatus } from '#features/accounts/service/account-status.ts';
import { logActorOf } from '#features/moderation/service/actor.ts';
import { findCaseForModerator } from '#features/moderation/service/cases.ts';
import { insertLogEntry } from '#features/moderation/service/log.ts';
import { lockModeratedStory } from '#features/stories/service/moderation.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type addStaffNote,
  type deleteStaffNote,
  type editStaffNote,
  type listStaffNotes,
  MAX_STAFF_NOTES_SHOWN,
  staffNoteMessages,
} from '../contract.ts';
import {
  accountForNotes,
  deleteNote,
  insertNote,
  type LockedNote,
  lockNote,
  type NoteSubject,
  notesAbout,
  storyForNotes,
  updateNote,
} from '../store.ts';

type Named = ParsedInputOf<typeof listStaffNotes>;

const subjectNotFound = () => failure('not-found', staffNoteMessages.subjectNotFound);
const aboutYourself = () => failure('not-yours', staffNoteMessages.aboutYourself);

/** The subject that a request names. Never one that concerns the caller, also for a site's only moderator. */
async function findSubject(
  connection: Connection,
  { about_account, about_story, about_case }: Named,
  callerId: number,
): Promise<Outcome<NoteSubject>> {
  const named = [about_account, about_story, about_case].filter((id) => id !== undefined);
  if (named.length !== 1) return invalidField('about_account', staffNoteMessages.subjectRequired);
  const found = await subjectIn(connection, { about_account, about_story, about_case }, callerId);
  if (!found.ok) return found;
  return found.data.account?.id === callerId ? aboutYourself() : found;
}

async function subjectIn(
  connection: Connection,
  { about_account, about_story, about_case }: Named,
  callerId: number,
): Promise<Outcome<NoteSubject>> {
  if (about_case !== undefined) {
    const found = await findCaseForModerator(connection, about_case, callerId);
    if (!found.ok) return found;
    const { author_id } = found.data;
    const account = author_id === null ? undefined : await accountForNotes(connection, author_id);
    return success({ account: account ?? null, story: null, caseId: about_case });
  }
  if (about_story !== undefined) {
    const found = await storyForNotes(connection, about_story);
    return found === undefined ? subjectNotFound() : success({ ...found, caseId: null });
  }
  const account = about_account === undefined ? undefined : await accountForNotes(connection, about_account);
  return account === undefined ? subjectNotFound() : success({ account, story: null, caseId: null });
}

/** Keeps the subject of a new note from being deleted meanwhile; the account before the story, as everywhere. */
async function lockSubject(transaction: OpenTransaction, { account, story }: NoteSubject): Promise<boolean> {
  if (account !== null && (await lockAccountStatus(transaction, account.id)) === undefined) return false;
  return story === null || (await lockModeratedStory(transaction, story.id)) !== undefined;
}

export async function listNotes(
  { db }: Context,
  input: Named,
  { account }: CallerOf<typeof listStaffNotes>,
): Promise<Outcome<DataOf<typeof listStaffNotes>>> {
  const subject = await findSubject(db, input, account.id);
  if (!subject.ok) return subject;
  const rows = await notesAbout(db, subject.data, MAX_STAFF_NOTES_SHOWN);
  return success({
    notes: rows.map(({ writer_id, story_slug, story_title, created_at, edited_at, ...row }) => ({
      ...row,
      is_own: writer_id === account.id,
      created_at: created_at.toISOString(),
      edited_at: edited_at?.toISOString() ?? null,
      story: story_slug === null || story_title === null ? null : { slug: story_slug, title: story_title },
    })),
  });
}

export async function writeNote(
  { db }: Context,
  { body, ...input }: ParsedInputOf<typeof addStaffNote>,
  { account }: CallerOf<typeof addStaffNote>,
): Promise<Outcome<DataOf<typeof addStaffNote>>> {
  return db.transaction().execute(async (transaction) => {
    const subject = await findSubject(transaction, input, account.id);
    if (!subject.ok) return subject;
    if (!(await lockSubject(transaction, subject.data))) return subjectNotFound();
    const id = await insertNote(transaction, { ...subject.data, writerId: account.id, body });
    await log(transaction, account, 'note', subject.data);
    return success({ id }, staffNoteMessages.saved);
  });
}

export async function changeNote(
  { db }: Context,
  { id, body }: ParsedInputOf<typeof editStaffNote>,
  { account }: CallerOf<typeof editStaffNote>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const note = await lockForChange(transaction, id, account);
    if (!note.ok) return note;
    if (note.data.writer_id !== account.id) return failure('not-yours', staffNoteMessages.notYours);
    if (note.data.body !== body) {
      await updateNote(transaction, id, body);
      await log(transaction, account, 'edit-note', subjectOf(note.data));
    }
    return success({}, staffNoteMessages.saved);
  });
}

export async function removeNote(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteStaffNote>,
  { account }: CallerOf<typeof deleteStaffNote>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const note = await lockForChange(transaction, id, account);
    if (!note.ok) return note;
    if (note.data.writer_id !== account.id && account.role !== 'admin')
      return failure('not-yours', staffNoteMessages.notYoursToDelete);
    await deleteNote(transaction, id);
    await log(transaction, account, 'delete-note', subjectOf(note.data));
    return success({}, staffNoteMessages.deleted);
  });
}

/** A note about the caller does not exist for them. */
async function lockForChange(
  transaction: OpenTransaction,
  id: number,
  account: SignedIn,
): Promise<Outcome<LockedNote>> {
  const note = await lockNote(transaction, id);
  if (note === undefined || note.account_id === account.id)
    return failure('not-found', staffNoteMessages.notFound);
  return success(note);
}

function subjectOf(note: LockedNote): NoteSubject {
  const { account_id, account_name, story_id, story_title, case_id } = note;
  return {
    account: account_id === null || account_name === null ? null : { id: account_id, username: account_name },
    story: story_id === null || story_title === null ? null : { id: story_id, title: story_title },
    caseId: case_id,
  };
}

/** The log says that there was a note, and keeps nothing of its text, which its subject may have a right to see erased. */
async function log(
  transaction: OpenTransaction,
  account: SignedIn,
  action: 'note' | 'edit-note' | 'delete-note',
  { account: about, story, caseId }: NoteSubject,
): Promise<void> {
  await insertLogEntry(transaction, {
    actor: logActorOf(account),
    action,
    account: about ?? undefined,
    story: story ?? undefined,
    caseId: caseId ?? undefined,
  });
}
