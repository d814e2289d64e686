import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { HIDDEN_COUNT_DEPTH } from '#features/hidden/contract.ts';
import { type HiddenSet, hidesNothing, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { bookmark, unbookmark } from '#features/reactions/service/bookmarks.ts';
import { isStoryId } from '#features/stories/rules.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { withoutHidden } from '#features/stories/service/list-view.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Mark } from '../contract/marks.ts';
import {
  type listShelfStories,
  MAX_STORIES_PER_SHELF,
  type orderShelf,
  type putOnShelf,
  type removeFromShelf,
  shelfMessages,
} from '../contract/shelves.ts';
import { withOrder } from '../rules.ts';
import { markOf } from '../store/marks.ts';
import {
  deleteShelfStory,
  insertShelfStory,
  listNoteOf,
  type ShelfPlace,
  setListNote,
  setPositions,
  shelfEntries,
  shelfStoryIds,
} from '../store/shelf-stories.ts';
import type { ShelfRow } from '../store/shelves.ts';
import { changeMark, inShelfTransaction, type MarkChanges } from './marks.ts';
import { findOwnShelf, presentShelf } from './shelves.ts';

const isPublished = (row: ShelfRow | undefined) => row !== undefined && row.visibility !== 'private';

export async function listStoriesOfShelf(
  { db }: Context,
  { id, sort, state, page, limit, ...input }: ParsedInputOf<typeof listShelfStories>,
  { account }: CallerOf<typeof listShelfStories>,
): Promise<Outcome<DataOf<typeof listShelfStories>>> {
  const found = await findOwnShelf(db, id, account.id);
  if (!found.ok) return found;
  const shelf = await presentShelf(db, account.id, found.data.id);
  if (!shelf.ok) return shelf;
  const { offset, beyond } = pageWindow(page, limit);
  const set = await hiddenSetFor(db, input, account);
  const read = (window: { offset: number; limit: number; hidden: HiddenSet }) =>
    shelfEntries(db, account.id, found.data.place, { sort, state, ...window });
  const { entries, total: listed } = await read({ offset, limit: beyond ? 0 : limit, hidden: set });
  const first = hidesNothing(set)
    ? []
    : (await read({ offset: 0, limit: HIDDEN_COUNT_DEPTH, hidden: NOTHING_HIDDEN })).entries;
  const { hidden: counts } = await withoutHidden(
    db,
    first.map((entry) => entry.story_id),
    set,
  );
  const total = listed - counts.total;
  const stories = await storiesByIds(
    db,
    entries.map((entry) => entry.story_id),
    account.id,
  );
  const entryOf = new Map(entries.map((entry) => [entry.story_id, entry]));
  return success(
    {
      shelf: shelf.data,
      stories: stories.flatMap(({ waiting_for: _, ...story }) => {
        const entry = entryOf.get(story.id);
        if (entry === undefined) return [];
        return [
          {
            ...story,
            added_at: entry.added_at.toISOString(),
            position: entry.position,
            ...{ state: entry.state, rating: entry.rating, own_tags: entry.tags, private_note: entry.note },
            note: isPublished(found.data.row) ? entry.list_note : entry.note,
          },
        ];
      }),
      pagination: pagination(page, limit, total),
      hidden: { ...counts, is_capped: !hidesNothing(set) && listed > HIDDEN_COUNT_DEPTH },
    },
    depthMessage(total),
  );
}

export async function putStoryOnShelf(
  context: Context,
  { id, story_id, position, ...input }: ParsedInputOf<typeof putOnShelf>,
  caller: CallerOf<typeof putOnShelf>,
): Promise<Outcome<Mark>> {
  const { db } = context;
  const { account } = caller;
  const shelf = await findOwnShelf(db, id, account.id);
  if (!shelf.ok) return shelf;
  const { place } = shelf.data;
  if (place.kind === 'state' && input.state === null) return invalidField('state', shelfMessages.stateNeeded);
  const story = await findReadableStory(db, story_id, account);
  if (!story.ok) return story;
  if (place.kind === 'bookmarks') {
    const marked = await bookmark(context, { id: story_id }, caller);
    if (!marked.ok) return marked;
  }
  const changes: MarkChanges = { ...input };
  if (place.kind === 'state') changes.state = input.state ?? place.state;
  return inShelfTransaction(db, account.id, (transaction) =>
    put(transaction, account, id, { storyId: story.data, position }, changes),
  );
}

/** Changes the row of the shelf and the mark, as the shelf is now: another tab may have published or deleted it. */
async function put(
  transaction: OpenTransaction,
  account: SignedIn,
  shelfId: string,
  { storyId, position }: { storyId: number; position: number | undefined },
  { note, ...changes }: MarkChanges,
): Promise<Outcome<Mark>> {
  const shelf = await findOwnShelf(transaction, shelfId, account.id);
  if (!shelf.ok) return shelf;
  const { place, row } = shelf.data;
  const isPublic = isPublished(row);
  if (place.kind === 'custom') {
    const ids = await shelfStoryIds(transaction, place.id);
    if (!ids.includes(storyId)) {
      if (ids.length >= MAX_STORIES_PER_SHELF) return failure('invalid', shelfMessages.full);
      await insertShelfStory(transaction, place.id, storyId, position);
    }
    if (isPublic && note !== undefined) await setListNote(transaction, place.id, storyId, note);
  }
  const changed = await changeMark(
    transaction,
    account.id,
    storyId,
    isPublic ? changes : { ...changes, note },
  );
  if (!changed.ok || !isPublic || place.kind !== 'custom') return changed;
  return success({ ...changed.data, note: await listNoteOf(transaction, place.id, storyId) });
}

/** A story that the reader cannot open any more can still be taken off by its number. */
export async function removeStoryFromShelf(
  context: Context,
  { id, story_id }: ParsedInputOf<typeof removeFromShelf>,
  caller: CallerOf<typeof removeFromShelf>,
): Promise<Outcome<NoData>> {
  const { db } = context;
  const { account } = caller;
  const shelf = await findOwnShelf(db, id, account.id);
  if (!shelf.ok) return shelf;
  const { place } = shelf.data;
  if (place.kind === 'bookmarks') {
    const removed = await unbookmark(context, { id: story_id }, caller);
    return removed.ok ? success({}, shelfMessages.removed) : removed;
  }
  const story = isStoryId(story_id)
    ? success(Number(story_id))
    : await findReadableStory(db, story_id, account);
  if (!story.ok) return story;
  return inShelfTransaction(db, account.id, async (transaction) => {
    await take(transaction, account.id, place, story.data);
    return success({}, shelfMessages.removed);
  });
}

async function take(
  transaction: OpenTransaction,
  accountId: number,
  place: ShelfPlace,
  storyId: number,
): Promise<void> {
  if (place.kind === 'custom') await deleteShelfStory(transaction, place.id, storyId);
  if (place.kind !== 'state') return;
  const { state } = await markOf(transaction, accountId, storyId);
  if (state === place.state) await changeMark(transaction, accountId, storyId, { state: null });
}

export async function orderOwnShelf(
  { db }: Context,
  { id, story_ids }: ParsedInputOf<typeof orderShelf>,
  { account }: CallerOf<typeof orderShelf>,
): Promise<Outcome<NoData>> {
  return inShelfTransaction(db, account.id, async (transaction) => {
    const shelf = await findOwnShelf(transaction, id, account.id);
    if (!shelf.ok) return shelf;
    const { place } = shelf.data;
    if (place.kind !== 'custom') return failure('invalid', shelfMessages.builtIn);
    const current = await shelfStoryIds(transaction, place.id);
    if (story_ids.some((each) => !current.includes(each)))
      return invalidField('story_ids', shelfMessages.notOnShelf);
    await setPositions(transaction, place.id, withOrder(current, story_ids));
    return success({}, shelfMessages.ordered);
  });
}
