/** Daily publishing limits, and the stories that wait for approval before they are listed. */
import { type Failure, failure } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  containsLink,
  MAX_CREATIONS_PER_PUBLICATION,
  MAX_PUBLICATIONS_PER_DAY,
  publishingTier,
  quotaMessage,
  storyTexts,
} from '../rules.ts';
import type { StoryForChange } from '../store/changes.ts';
import {
  approveStory,
  countPublication,
  lockPublisherAccount,
  type Publication,
  type Publisher,
  setWaiting,
} from '../store/publishing.ts';
import { storiesByIds } from '../store/stories.ts';

type LimitedContext = Pick<Context, 'publishing'>;

/**
 * Locks the account that is about to publish; must come first in a transaction. Undefined when publishing is not
 * limited, or the account is deleted.
 */
export async function lockPublisher(
  { publishing }: LimitedContext,
  transaction: Connection,
  accountId: number,
): Promise<Publisher | undefined> {
  return publishing.isLimited ? lockPublisherAccount(transaction, accountId) : undefined;
}

const STORY_AND_CHAPTER = { stories: 1, chapters: 1, created: 0 };
const ONE_CHAPTER = { stories: 0, chapters: 1, created: 0 };
/** A story without a chapter counts only as created. It is refused whenever its first chapter would be. */
const ONE_CREATION: Publication = {
  counts: { stories: 0, chapters: 0, created: 1 },
  needs: { stories: 1, chapters: 1, created: 1 },
};

/** Counts a chapter, and also its story if the chapter is its first ever; or refuses both. Edits are not counted. */
export async function countChapter(
  context: LimitedContext,
  transaction: Connection,
  publisher: Publisher | undefined,
  story: Pick<StoryForChange, 'chapter_count' | 'first_published_at'>,
): Promise<Failure | undefined> {
  const isFirst = story.chapter_count === 0 && story.first_published_at === null;
  const counts = isFirst ? STORY_AND_CHAPTER : ONE_CHAPTER;
  return countOrRefuse(context, transaction, publisher, { counts, needs: counts });
}

/** Counts a created story, so that empty ones are limited too. */
export async function countCreation(
  context: LimitedContext,
  transaction: Connection,
  publisher: Publisher | undefined,
): Promise<Failure | undefined> {
  return countOrRefuse(context, transaction, publisher, ONE_CREATION);
}

async function countOrRefuse(
  { publishing }: LimitedContext,
  transaction: Connection,
  publisher: Publisher | undefined,
  publication: Publication,
): Promise<Failure | undefined> {
  if (publisher === undefined) return undefined;
  const tier = publishingTier(publisher);
  const quota = MAX_PUBLICATIONS_PER_DAY[tier];
  const limits = { ...quota, created: quota.stories * MAX_CREATIONS_PER_PUBLICATION };
  const seconds = await countPublication(transaction, publisher.accountId, publication, limits);
  if (seconds === undefined) return undefined;
  publishing.refused[tier] += 1;
  return failure('too-many', quotaMessage(tier, seconds), { retryAfterSeconds: seconds });
}

type StoryToApprove = Pick<StoryForChange, 'id' | 'chapter_count' | 'let_in_at'>;

/**
 * Decides before a chapter is added whether its locked story waits for approval, or is listed with its first chapter.
 */
export async function requireApprovalForChapter(
  transaction: Connection,
  publisher: Publisher | undefined,
  story: StoryToApprove,
  texts: readonly string[],
): Promise<void> {
  if (publisher === undefined || story.let_in_at !== null) return;
  if (needsApproval(publisher) && (await hasLink(transaction, story, texts)))
    await setWaiting(transaction, story.id, 'moderator');
  else if (!publisher.isVerified && story.chapter_count === 0)
    await setWaiting(transaction, story.id, 'address');
}

/** The first chapter triggers a check of all the story's texts; later changes to them are checked on their own. */
async function hasLink(
  transaction: Connection,
  story: StoryToApprove,
  texts: readonly string[],
): Promise<boolean> {
  if (containsLink(texts)) return true;
  if (story.chapter_count > 0) return false;
  const [current] = await storiesByIds(transaction, [story.id]);
  const tags = current?.tags.map((tag) => tag.name);
  return current !== undefined && containsLink(storyTexts(current, tags));
}

/** Makes a story wait when an edit adds links: otherwise links could be added after it is listed. */
export async function requireApprovalForLinks(
  transaction: Connection,
  publisher: Publisher | undefined,
  story: StoryToApprove,
): Promise<void> {
  if (publisher === undefined || story.let_in_at !== null || story.chapter_count === 0) return;
  if (needsApproval(publisher)) await setWaiting(transaction, story.id, 'moderator');
}

/** Links of a new account need approval until a moderator has approved one of its stories. */
function needsApproval({ isNew, isKnown }: Publisher): boolean {
  return isNew && !isKnown;
}

/** Locks the publisher for an edit with links, which may need approval; other edits need no lock. */
export async function lockPublisherForLinks(
  context: LimitedContext,
  transaction: Connection,
  accountId: number,
  texts: readonly string[],
): Promise<Publisher | undefined> {
  return containsLink(texts) ? lockPublisher(context, transaction, accountId) : undefined;
}

export { approveStory, setWaiting };
