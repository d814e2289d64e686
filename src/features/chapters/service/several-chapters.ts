/** Changes to several chapters of a story at once, each in one transaction. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { containsLink } from '#features/stories/rules.ts';
import {
  chapterTextsOf,
  countFirstPublications,
  lockPublisher,
  lockPublisherForLinks,
  type Publisher,
  requireApprovalForChapters,
  requireApprovalForLinks,
} from '#features/stories/service/publishing.ts';
import { lockOwnStory, type StoryForChange } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { chapterMessages } from '../contract/chapters.ts';
import { type changeChapters, type deleteChapters, severalMessages } from '../contract/several-chapters.ts';
import { nextPublication } from '../rules.ts';
import { chapterEntries, storeOrder } from '../store/chapters.ts';
import { lockChapters, type PlacedChapter, updatePlaces } from '../store/several-chapters.ts';
import { followPublication } from './publication.ts';
import { trashLocked } from './trash.ts';
import { wasCounted } from './writing.ts';

type Requested = ParsedInputOf<typeof changeChapters>['chapters'][number];

/** A locked chapter before and after a change. */
interface Step {
  before: PlacedChapter;
  chapter: PlacedChapter;
}

export async function changeSeveral(
  context: Context,
  { id, chapters: requested, before }: ParsedInputOf<typeof changeChapters>,
  { account }: CallerOf<typeof changeChapters>,
): Promise<Outcome<DataOf<typeof changeChapters>>> {
  return context.db.transaction().execute(async (transaction) => {
    const volumes = requested.map(({ volume }) => volume ?? '');
    const publishes = requested.some(({ state, publish_at }) => state !== undefined || publish_at != null);
    const publisher = await (publishes
      ? lockPublisher(context, transaction, account.id)
      : lockPublisherForLinks(context, transaction, account.id, volumes));
    const own = await lockOwnChapters(
      transaction,
      id,
      requested.map((chapter) => chapter.id),
      account,
    );
    if (!own.ok) return own;
    const { story, chapters } = own.data;
    // A refusal commits what was done before it, so that everything is checked first.
    const steps = stepsOf(chapters, requested);
    if (!steps.ok) return steps;
    const order = await orderBefore(
      transaction,
      story.id,
      requested.map((chapter) => chapter.id),
      before,
    );
    if (!order.ok) return order;
    const changed = steps.data.filter(isChanged);
    if (changed.length > 0) {
      const quotaFailure = await prepare(context, transaction, publisher, story, changed);
      if (quotaFailure !== undefined) return quotaFailure;
    }
    if (order.data !== undefined) await storeOrder(transaction, story.id, order.data);
    if (changed.length > 0) {
      await updatePlaces(
        transaction,
        changed.map(({ chapter }) => chapter),
      );
      await followPublication(context, transaction, story, changed);
    }
    return success({ chapters: await chapterEntries(transaction, story.id, 'author') });
  });
}

export async function removeSeveral(
  context: Context,
  { id, chapter_ids }: ParsedInputOf<typeof deleteChapters>,
  { account }: CallerOf<typeof deleteChapters>,
): Promise<Outcome<DataOf<typeof deleteChapters>>> {
  return context.db.transaction().execute(async (transaction) => {
    const own = await lockOwnChapters(transaction, id, chapter_ids, account);
    if (!own.ok) return own;
    const { story, chapters } = own.data;
    const chapterIds = chapters.map((chapter) => chapter.id);
    const trash_ids = await trashLocked(context, transaction, story, chapterIds);
    return success({ chapters: await chapterEntries(transaction, story.id, 'author'), trash_ids });
  });
}

/** Locks chapters of one's story until the transaction ends; all of them must be there. */
async function lockOwnChapters(
  transaction: OpenTransaction,
  idOrSlug: string,
  chapterIds: readonly number[],
  account: SignedIn,
): Promise<Outcome<{ story: StoryForChange; chapters: PlacedChapter[] }>> {
  const own = await lockOwnStory(transaction, idOrSlug, account.id, chapterMessages.notYours);
  if (!own.ok) return own;
  const chapters = await lockChapters(transaction, own.data.id, chapterIds);
  if (chapters.length === chapterIds.length) return success({ story: own.data, chapters });
  const found = new Set(chapters.map((chapter) => chapter.id));
  const missing = chapterIds.filter((chapterId) => !found.has(chapterId));
  return failure('not-found', `${severalMessages.gone}: ${missing.slice(0, SHOWN_IDS).join(', ')}`);
}

const SHOWN_IDS = 10;

/** The ids of a story's chapters when some are moved before another one, or to the end; undefined without a move. */
async function orderBefore(
  transaction: OpenTransaction,
  storyId: number,
  chapterIds: readonly number[],
  before: number | null | undefined,
): Promise<Outcome<number[] | undefined>> {
  if (before === undefined) return success(undefined);
  const moved = new Set(chapterIds);
  const entries = await chapterEntries(transaction, storyId, 'author');
  const rest = entries.map((entry) => entry.id).filter((id) => !moved.has(id));
  const place = before === null ? rest.length : rest.indexOf(before);
  if (place === -1) return invalidField('before', severalMessages.beforeUnknown);
  return success(rest.toSpliced(place, 0, ...chapterIds));
}

/** The chapters as they are and as they shall be, in the requested order. */
function stepsOf(chapters: readonly PlacedChapter[], requested: readonly Requested[]): Outcome<Step[]> {
  const chapterOf = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const now = new Date();
  const steps: Step[] = [];
  for (const { id, state, publish_at, volume } of requested) {
    const before = chapterOf.get(id);
    if (before === undefined) continue;
    const isUnchanged = state === undefined && publish_at == null;
    const publication = isUnchanged ? before : nextPublication({ state, publish_at }, before, now);
    if (publication === undefined)
      return invalidField('chapters', `“${before.title}”: ${chapterMessages.publishAtRequired}`);
    const next = volume === undefined ? before.volume : volume;
    const { state: nextState, publish_at: time } = publication;
    steps.push({ before, chapter: { ...before, state: nextState, publish_at: time, volume: next } });
  }
  return success(steps);
}

function isChanged({ before, chapter }: Step): boolean {
  return isMoved({ before, chapter }) || before.volume !== chapter.volume;
}

function isMoved({ before, chapter }: Step): boolean {
  return before.state !== chapter.state || before.publish_at?.getTime() !== chapter.publish_at?.getTime();
}

/** Counts what is published or scheduled for the first time and decides whether the story waits; or refuses. */
async function prepare(
  context: Context,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryForChange,
  steps: readonly Step[],
): Promise<Failure | undefined> {
  const shown = steps.filter(
    ({ before, chapter }) => chapter.state !== 'draft' && chapter.state !== before.state,
  );
  const first = shown.filter(({ before }) => !wasCounted(before, story)).map(({ chapter }) => chapter.state);
  const quotaFailure = await countFirstPublications(context, transaction, publisher, story, {
    published: first.filter((state) => state === 'published').length,
    scheduled: first.filter((state) => state === 'scheduled').length,
  });
  if (quotaFailure !== undefined) return quotaFailure;
  if (shown.length > 0) {
    const ids = shown.map(({ chapter }) => chapter.id);
    await requireApprovalForChapters(
      transaction,
      publisher,
      story,
      chapterTextsOf(transaction, story.id, ids),
    );
  }
  const volumes = steps
    .filter(({ chapter }) => chapter.state !== 'draft')
    .map(({ chapter }) => chapter.volume ?? '');
  if (containsLink(volumes)) await requireApprovalForLinks(transaction, publisher, story);
  return undefined;
}
