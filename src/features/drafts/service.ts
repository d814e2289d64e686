import { isDeepStrictEqual } from 'node:util';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  DRAFT_FRAME,
  type DraftFields,
  type deleteDraft,
  draftMessages,
  type getDraft,
  type listDrafts,
  MAX_DRAFTS,
  type putDraft,
} from './contract.ts';
import { type Place, parsePlace, placeName } from './rules.ts';
import {
  countDrafts,
  deleteDraftAt,
  draftAt,
  draftPlaces,
  isOwnPlace,
  type StoredDraft,
  savedTextAt,
  storeDraft,
} from './store.ts';

export async function listOwnDrafts(
  { db }: Context,
  _input: ParsedInputOf<typeof listDrafts>,
  { account }: CallerOf<typeof listDrafts>,
): Promise<Outcome<DataOf<typeof listDrafts>>> {
  const drafts = await draftPlaces(db, account.id);
  return success({
    drafts: drafts.map(({ place, updated_at }) => ({ place, updated_at: updated_at.toISOString() })),
  });
}

export async function readOwnDraft(
  { db }: Context,
  input: ParsedInputOf<typeof getDraft>,
  { account }: CallerOf<typeof getDraft>,
): Promise<Outcome<DataOf<typeof getDraft>>> {
  const place = await ownPlace(db, account, input.place);
  if (!place.ok) return place;
  const draft = await draftAt(db, account.id, place.data);
  return draft === undefined
    ? failure('not-found', draftMessages.notFound)
    : success(presentDraft(place.data, draft));
}

/** Stores what was typed just as it is: the text is cleaned when it is saved as a chapter. */
export async function storeOwnDraft(
  { db }: Context,
  { place: name, base_updated_at, ...sent }: ParsedInputOf<typeof putDraft>,
  { account }: CallerOf<typeof putDraft>,
): Promise<Outcome<DataOf<typeof putDraft>>> {
  const fields = Object.fromEntries(Object.entries(sent).filter(([field]) => !DRAFT_FRAME.includes(field)));
  return inAccountTransaction(db, account.id, async (transaction) => {
    const own = await ownPlace(transaction, account, name);
    if (!own.ok) return own;
    const place = own.data;
    const draft = await draftAt(transaction, account.id, place);
    // A repeated request whose answer was lost is no conflict.
    if (draft !== undefined && isDeepStrictEqual(draft.fields, fields)) return presentTime(draft.updated_at);
    const current = await changedSince(transaction, place, draft, base_updated_at);
    if (current !== undefined) return conflict(place, current);
    if (draft === undefined && (await countDrafts(transaction, account.id)) >= MAX_DRAFTS)
      return failure('invalid', draftMessages.tooMany);
    return presentTime(await storeDraft(transaction, account.id, place, fields as DraftFields));
  });
}

export async function discardOwnDraft(
  { db }: Context,
  input: ParsedInputOf<typeof deleteDraft>,
  { account }: CallerOf<typeof deleteDraft>,
): Promise<Outcome<NoData>> {
  const place = await ownPlace(db, account, input.place);
  if (!place.ok) return place;
  await deleteDraftAt(db, account.id, place.data);
  return success({});
}

/**
 * Deletes the draft of something that was just saved, in the same transaction. A draft that is later than the one that
 * the saved text continued stays: another device has written it.
 */
export async function deleteSavedDraft(
  transaction: OpenTransaction,
  accountId: number,
  place: Place,
  continued: string | null | undefined,
): Promise<void> {
  if (continued === null) return;
  await deleteDraftAt(
    transaction,
    accountId,
    place,
    continued === undefined ? undefined : new Date(continued),
  );
}

/** The draft of a new story becomes that of its first chapter, whose text is not saved yet. */
export async function moveDraftToFirstChapter(
  transaction: OpenTransaction,
  accountId: number,
  storyId: number,
  continued: string | null | undefined,
): Promise<void> {
  const place = { kind: 'create-story' } as const;
  const draft = await draftAt(transaction, accountId, place);
  if (draft === undefined || continued === null) return;
  if (continued !== undefined && draft.updated_at > new Date(continued)) return;
  await deleteDraftAt(transaction, accountId, place);
  const { chapter_title, content } = draft.fields;
  if (typeof content !== 'string' || content === '') return;
  const fields = { ...(typeof chapter_title === 'string' ? { title: chapter_title } : {}), content };
  await storeDraft(transaction, accountId, { kind: 'new-chapter', id: storyId }, fields);
}

async function ownPlace(connection: Connection, { id }: SignedIn, name: string): Promise<Outcome<Place>> {
  const place = parsePlace(name);
  return place !== undefined && (await isOwnPlace(connection, id, place))
    ? success(place)
    : failure('not-found', draftMessages.noPlace);
}

/** The present text of a place, if it has changed since the time on which a text is based. */
async function changedSince(
  connection: Connection,
  place: Place,
  draft: StoredDraft | undefined,
  base: string | null | undefined,
): Promise<StoredDraft | undefined> {
  if (base === undefined) return undefined;
  if (base === null) return draft;
  const current = draft ?? (await savedTextAt(connection, place));
  return current !== undefined && current.updated_at > new Date(base) ? current : undefined;
}

function conflict(place: Place, current: StoredDraft): Failure {
  const message = draftMessages.conflict;
  return failure('edit-conflict', message, {
    fields: { base_updated_at: message },
    data: { current: presentDraft(place, current) },
  });
}

function presentDraft(place: Place, { fields, updated_at }: StoredDraft): DataOf<typeof getDraft> {
  return { ...fields, place: placeName(place), updated_at: updated_at.toISOString() };
}

function presentTime(updatedAt: Date): Outcome<DataOf<typeof putDraft>> {
  return success({ updated_at: updatedAt.toISOString() });
}
