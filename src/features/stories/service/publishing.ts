/** Daily publishing limits, and the stories that wait for approval before they are listed. */
import { type Failure, failure } from '#base/failure.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Visibility } from '../contract/visibility.ts';
import {
  containsLink,
  MAX_CREATIONS_PER_PUBLICATION,
  publishingQuotas,
  publishingTier,
  quotaMessage,
  storyTexts,
} from '../rules.ts';
import type { StoryForChange } from '../store/changes.ts';
import {
  approveStory,
  chapterTextsOf,
  countPublication,
  countUnpublished,
  hasScheduledChapter,
  lockPublisherAccount,
  type Publication,
  type Publisher,
  setWaiting,
} from '../store/publishing.ts';
import { storiesByIds } from '../store/stories.ts';

/** The parts of a locked story that decide what its publication counts as, and whether it waits. */
type StoryToApprove = Pick<
  StoryForChange,
  'id' | 'chapter_count' | 'first_published_at' | 'let_in_at' | 'visibility'
>;

type LimitedContext = Pick<Context, 'publishing' | 'settings'>;

/**
 * Locks the account that is about to publish; must come first in a transaction. Undefined when publishing is not
 * limited, or the account is deleted.
 */
export async function lockPublisher(
  { publishing, settings }: LimitedContext,
  transaction: OpenTransaction,
  accountId: number,
): Promise<Publisher | undefined> {
  if (!publishing.isLimited) return undefined;
  return lockPublisherAccount(transaction, accountId, settings.values.limits.new_account_days);
}

const DAY_SECONDS = 24 * 60 * 60;
const NOTHING = { stories: 0, chapters: 0, scheduled: 0, created: 0 };
const ONE_CREATION = { ...NOTHING, created: 1 };

/**
 * Counts chapters that are published or scheduled for the first time, and also their story if they are its first ever;
 * or refuses all. Drafts, the chapters of drafts and edits are not counted, nor is the publication of a scheduled one.
 */
export async function countFirstPublications(
  context: LimitedContext,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryToApprove,
  first: { published: number; scheduled: number },
): Promise<Failure | undefined> {
  const chapters = story.visibility === 'draft' ? 0 : first.published;
  const { scheduled } = first;
  if (chapters === 0 && scheduled === 0) return undefined;
  const isFirst =
    isNeverPublished(story) && (chapters > 0 || !(await hasScheduledChapter(transaction, story.id)));
  const counts = { ...NOTHING, stories: isFirst ? 1 : 0, chapters, scheduled };
  return countOrRefuse(context, transaction, publisher, { counts, needs: counts });
}

/**
 * Counts the story and its chapters when a draft is shown to readers. A long story is counted as a day's chapters at
 * most, otherwise it could never be published.
 */
export async function countDraft(
  context: LimitedContext,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryToApprove,
): Promise<Failure | undefined> {
  if (publisher === undefined) return undefined;
  const unpublished = await countUnpublished(transaction, story.id);
  if (unpublished === 0) return undefined;
  const quota = publishingQuotas(context.settings.values.limits)[publishingTier(publisher)];
  const chapters = Math.min(unpublished, quota.chapters);
  const counts = { ...NOTHING, stories: story.first_published_at === null ? 1 : 0, chapters };
  return countOrRefuse(context, transaction, publisher, { counts, needs: counts });
}

function isNeverPublished(story: StoryToApprove): boolean {
  return story.chapter_count === 0 && story.first_published_at === null;
}

/**
 * Counts a created story, so that empty ones are limited too. One that is no draft is refused whenever its first
 * chapter would be.
 */
export async function countCreation(
  context: LimitedContext,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  visibility: Visibility,
): Promise<Failure | undefined> {
  const needs = visibility === 'draft' ? ONE_CREATION : { ...ONE_CREATION, stories: 1, chapters: 1 };
  return countOrRefuse(context, transaction, publisher, { counts: ONE_CREATION, needs });
}

async function countOrRefuse(
  { publishing, settings }: LimitedContext,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  publication: Publication,
): Promise<Failure | undefined> {
  if (publisher === undefined) return undefined;
  const tier = publishingTier(publisher);
  const { limits } = settings.values;
  const quota = publishingQuotas(limits)[tier];
  const most = { ...quota, created: quota.stories * MAX_CREATIONS_PER_PUBLICATION };
  // The first count of a day begins at nothing, so that the needs alone are compared.
  const isMoreThanADay = (Object.keys(most) as (keyof typeof most)[]).some(
    (name) => publication.needs[name] > most[name],
  );
  const seconds = isMoreThanADay
    ? undefined
    : await countPublication(transaction, publisher.accountId, publication, most);
  if (seconds === undefined && !isMoreThanADay) return undefined;
  publishing.refused[tier] += 1;
  return failure('too-many', quotaMessage(tier, limits, seconds), {
    retryAfterSeconds: seconds ?? DAY_SECONDS,
  });
}

/** Texts of one or several chapters, the many texts of a story a few at a time. */
type Texts = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/**
 * Decides before chapters are published or scheduled whether their locked story waits for approval, or is listed with
 * its first chapter. A draft waits when it is shown to readers.
 */
export async function requireApprovalForChapters(
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryToApprove,
  texts: Texts,
): Promise<void> {
  if (publisher === undefined || story.let_in_at !== null || story.visibility === 'draft') return;
  if (needsApproval(publisher) && (await hasLink(transaction, story, texts)))
    await setWaiting(transaction, story.id, 'moderator');
  else if (!publisher.isVerified && story.chapter_count === 0)
    await setWaiting(transaction, story.id, 'address');
}

/** Decides before a draft is shown to readers whether it waits for approval. */
export async function requireApprovalForDraft(
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryToApprove,
  texts: readonly string[],
): Promise<void> {
  if (publisher === undefined || story.let_in_at !== null) return;
  if (needsApproval(publisher) && (await hasLinkAnywhere(transaction, story, texts)))
    await setWaiting(transaction, story.id, 'moderator');
  else if (!publisher.isVerified && story.first_published_at === null)
    await setWaiting(transaction, story.id, 'address');
}

async function hasLinkAnywhere(
  transaction: OpenTransaction,
  story: StoryToApprove,
  texts: readonly string[],
): Promise<boolean> {
  if (await hasLink(transaction, { ...story, chapter_count: 0 }, [texts])) return true;
  return hasLink(transaction, story, chapterTextsOf(transaction, story.id));
}

/** The first chapter triggers a check of all the story's texts; later changes to them are checked on their own. */
async function hasLink(transaction: OpenTransaction, story: StoryToApprove, texts: Texts): Promise<boolean> {
  for await (const some of texts) if (containsLink(some)) return true;
  if (story.chapter_count > 0) return false;
  const [current] = await storiesByIds(transaction, [story.id]);
  const tags = current?.tags.map((tag) => tag.name);
  return current !== undefined && containsLink(storyTexts(current, tags));
}

/** Makes a story wait when an edit adds links: otherwise links could be added after it is listed. */
export async function requireApprovalForLinks(
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryToApprove,
): Promise<void> {
  if (publisher === undefined || story.let_in_at !== null || story.visibility === 'draft') return;
  if (story.chapter_count === 0 && !(await hasScheduledChapter(transaction, story.id))) return;
  if (needsApproval(publisher)) await setWaiting(transaction, story.id, 'moderator');
}

/** Links of a new account need approval until a moderator has approved one of its stories. */
function needsApproval({ isNew, isKnown }: Publisher): boolean {
  return isNew && !isKnown;
}

/** Locks the publisher for an edit with links, which may need approval; other edits need no lock. */
export async function lockPublisherForLinks(
  context: LimitedContext,
  transaction: OpenTransaction,
  accountId: number,
  texts: readonly string[],
): Promise<Publisher | undefined> {
  return containsLink(texts) ? lockPublisher(context, transaction, accountId) : undefined;
}

export type { Publisher };
export { approveStory, chapterTextsOf, setWaiting };
