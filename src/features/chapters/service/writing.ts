import { isDeepStrictEqual } from 'node:util';
import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { deleteSavedDraft } from '#features/drafts/service.ts';
import { containsLink } from '#features/stories/rules.ts';
import {
  countFirstPublications,
  lockPublisher,
  lockPublisherForLinks,
  type Publisher,
  requireApprovalForChapters,
  requireApprovalForLinks,
} from '#features/stories/service/publishing.ts';
import { lockOwnStory, ownStory, type StoryForChange } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  CHAPTER_DETAILS,
  type Chapter,
  type ChapterDetails,
  chapterMessages,
  type createChapter,
  type editChapter,
  MAX_CHAPTERS_PER_STORY,
} from '../contract/chapters.ts';
import { chapterTexts, isChapterId, nextPublication, type Publication } from '../rules.ts';
import {
  type ChapterChanges,
  type ChapterForChange,
  chapterOfStory,
  countChapters,
  insertChapter,
  lockChapter,
  nextOrder,
  updateChapter,
} from '../store/chapters.ts';
import { hasRecentVersion, saveVersion } from '../store/versions.ts';
import { cleanNotes, cleanSentText } from './cleaning.ts';
import { followPublication } from './publication.ts';

export async function addOwnChapter(
  context: Context,
  {
    id: idOrSlug,
    content,
    order,
    state,
    publish_at,
    draft_updated_at,
    ...typed
  }: ParsedInputOf<typeof createChapter>,
  { account }: CallerOf<typeof createChapter>,
): Promise<Outcome<Chapter>> {
  const refusal = chapterMessages.addNotYours;
  // Ownership is checked before cleaning, so that nobody can make the cleaner work with other people's stories.
  const ownership = await ownStory(context.db, idOrSlug, account.id, refusal);
  if (!ownership.ok) return ownership;
  const publication = nextPublication({ state, publish_at }, undefined, new Date());
  if (publication === undefined) return invalidField('publish_at', chapterMessages.publishAtRequired);
  const cleaned = await cleanSent(context, content, typed);
  if (!cleaned.ok) return cleaned;
  const { text, details } = cleaned.data;
  return context.db.transaction().execute(async (transaction) => {
    const publisher = await lockPublisher(context, transaction, account.id);
    const own = await lockOwnStory(transaction, idOrSlug, account.id, refusal);
    if (!own.ok) return own;
    const story = own.data;
    if ((await countChapters(transaction, story.id)) >= MAX_CHAPTERS_PER_STORY)
      return failure('invalid', chapterMessages.tooMany);
    // The count comes after every other reason to refuse.
    const quotaFailure = await preparePublication(context, transaction, publisher, {
      ...{ story, next: publication.state },
      texts: [...chapterTexts(details), text.content],
    });
    if (quotaFailure !== undefined) return quotaFailure;
    const id = await insertChapter(transaction, {
      ...details,
      ...text,
      ...publication,
      story_id: story.id,
      order: order ?? (await nextOrder(transaction, story.id)),
    });
    await followPublication(context, transaction, story, [
      { chapter: { id, kind: details.kind, ...publication } },
    ]);
    const place = { kind: 'new-chapter', id: story.id } as const;
    await deleteSavedDraft(transaction, account.id, place, draft_updated_at);
    return presentChapter(transaction, story.id, id);
  });
}

/** The sent texts as they are stored, and the details with them. */
async function cleanSent<Details extends Partial<ChapterDetails>>(
  context: Context,
  content: string,
  typed: Details,
) {
  const text = await cleanSentText(context, content);
  if (!text.ok) return text;
  const notes = await cleanNotes(context, typed);
  return notes.ok ? success({ text: text.data, details: { ...typed, ...notes.data } }) : notes;
}

interface Step {
  story: StoryForChange;
  /** The chapter as it is stored; undefined for a new one. */
  present?: Pick<ChapterForChange, 'state' | 'published_at'>;
  next: Publication['state'];
  texts: readonly string[];
}

/**
 * Counts a chapter of a locked story that is published or scheduled for the first time, and decides whether the story
 * waits; or refuses. A scheduled chapter was counted when it was scheduled.
 */
async function preparePublication(
  context: Context,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  { story, present, next, texts }: Step,
): Promise<Failure | undefined> {
  if (next === 'draft' || next === present?.state) return undefined;
  if (present === undefined || !wasCounted(present, story)) {
    const first = { published: Number(next === 'published'), scheduled: Number(next === 'scheduled') };
    const quotaFailure = await countFirstPublications(context, transaction, publisher, story, first);
    if (quotaFailure !== undefined) return quotaFailure;
  }
  await requireApprovalForChapters(transaction, publisher, story, [texts]);
  return undefined;
}

/** Whether a chapter was counted when it was published or scheduled for the first time. */
export function wasCounted(
  present: Pick<ChapterForChange, 'state' | 'published_at'>,
  { visibility }: Pick<StoryForChange, 'visibility'>,
): boolean {
  if (present.published_at !== null || present.state === 'scheduled') return true;
  // A chapter that was published by an older release has no time.
  return present.state === 'published' && visibility !== 'draft';
}

export async function changeChapter(
  context: Context,
  input: ParsedInputOf<typeof editChapter>,
  { account }: CallerOf<typeof editChapter>,
): Promise<Outcome<Chapter>> {
  const {
    id,
    chapterId,
    content,
    state,
    publish_at,
    expected_updated_at,
    draft_updated_at,
    amends,
    ...typed
  } = input;
  const ownership = await ownStory(context.db, id, account.id, chapterMessages.notYours);
  if (!ownership.ok) return ownership;
  const cleaned = await cleanSent(context, content, typed);
  if (!cleaned.ok) return cleaned;
  const { text, details } = cleaned.data;
  return context.db.transaction().execute(async (transaction) => {
    const texts = [...chapterTexts(details), text.content];
    const publisher = await (state === undefined && publish_at == null
      ? lockPublisherForLinks(context, transaction, account.id, texts)
      : lockPublisher(context, transaction, account.id));
    const own = await lockOwnChapter(transaction, { id, chapterId }, account);
    if (!own.ok) return own;
    const { story, chapter } = own.data;
    const publication = nextPublication({ state, publish_at }, chapter, new Date());
    if (publication === undefined) return invalidField('publish_at', chapterMessages.publishAtRequired);
    const next = { ...details, ...text, ...publication };
    // A save without changes is no conflict: a client may repeat a save whose answer was lost.
    const isChanged = differs(chapter, next);
    if (isChanged && wasSavedSince(chapter, expected_updated_at)) {
      const message = chapterMessages.editConflict;
      return failure('edit-conflict', message, { fields: { expected_updated_at: message } });
    }
    const step = { story, present: chapter, next: publication.state, texts };
    const quotaFailure = await preparePublication(context, transaction, publisher, step);
    if (quotaFailure !== undefined) return quotaFailure;
    await saveChapter(transaction, own.data, next, { publisher, amends });
    const placed = { id: chapter.id, kind: details.kind, ...publication };
    await followPublication(context, transaction, story, [{ chapter: placed, before: chapter }]);
    const place = { kind: 'chapter', id: chapter.id } as const;
    await deleteSavedDraft(transaction, account.id, place, draft_updated_at);
    return presentChapter(transaction, chapter.story_id, chapter.id);
  });
}

/**
 * Stores the changes of a locked chapter. If title or text change, the current ones are saved as a version; one that
 * amends the save before it does without, as long as that one kept a version: many small saves would push out all others.
 * Links may need approval, for which `publisher` is locked first (lockPublisherForLinks).
 */
export async function saveChapter(
  transaction: OpenTransaction,
  { story, chapter }: { story: StoryForChange; chapter: ChapterForChange },
  next: ChapterChanges,
  { publisher, amends = false }: { publisher: Publisher | undefined; amends?: boolean },
): Promise<void> {
  if (!differs(chapter, next)) return;
  const { state = chapter.state, content = '' } = next;
  if (state !== 'draft' && containsLink([...chapterTexts(next), content]))
    await requireApprovalForLinks(transaction, publisher, story);
  const isKept = amends && (await hasRecentVersion(transaction, chapter.id));
  if (!isKept && differs(chapter, next, ['title', 'content'])) await saveVersion(transaction, chapter);
  await updateChapter(transaction, chapter.id, next);
}

const COMPARED = [...CHAPTER_DETAILS, 'order', 'content', 'state', 'publish_at'] as const;

/** Whether one of the given fields differs from the chapter's. */
function differs(
  chapter: ChapterForChange,
  next: ChapterChanges,
  names: readonly (typeof COMPARED)[number][] = COMPARED,
): boolean {
  return names.some((name) => next[name] !== undefined && !isDeepStrictEqual(next[name], chapter[name]));
}

function wasSavedSince({ updated_at }: ChapterForChange, expectedUpdatedAt: string | undefined): boolean {
  return expectedUpdatedAt !== undefined && updated_at.getTime() > Date.parse(expectedUpdatedAt);
}

/** Locks a chapter, addressed by its story and id, until the transaction ends, if the story belongs to the account. */
export async function lockOwnChapter(
  transaction: OpenTransaction,
  { id, chapterId }: { id: string; chapterId: string },
  account: SignedIn,
): Promise<Outcome<{ story: StoryForChange; chapter: ChapterForChange }>> {
  const own = await lockOwnStory(transaction, id, account.id, chapterMessages.notYours);
  if (!own.ok) return own;
  const chapter = isChapterId(chapterId)
    ? await lockChapter(transaction, own.data.id, Number(chapterId))
    : undefined;
  if (chapter === undefined) return failure('not-found', chapterMessages.notFound);
  return success({ story: own.data, chapter });
}

export async function presentChapter(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<Outcome<Chapter>> {
  const chapter = await chapterOfStory(connection, storyId, chapterId, 'author');
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter);
}
