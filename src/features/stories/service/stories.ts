import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { slugFromTitle } from '#base/slugs.ts';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { replaceStoryTags, validateTags } from '#features/tags/service/tags.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type getStory, type NewStory, newStorySchema, storyMessages } from '../contract/stories.ts';
import { hideWaitingReason } from '../rules.ts';
import {
  insertStory,
  lockStories,
  type StoryForChange,
  setStoryCounts,
  storyForChange,
} from '../store/changes.ts';
import { highestStoryId, listedSlugs, randomGoodSlug } from '../store/lists.ts';
import { storyOrder, storyTagOrder } from '../store/orders.ts';
import {
  authorIdsOf,
  ownerIdsOf,
  storiesByIds,
  storiesOfAccountByTitle,
  titledStoryBeside,
} from '../store/stories.ts';
import { findStoryId } from './find-story.ts';
import { withoutHidden } from './list-view.ts';

function notFound(): Failure {
  return failure('not-found', storyMessages.notFound);
}

export async function readStory(
  { db }: Context,
  { id, ...input }: ParsedInputOf<typeof getStory>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof getStory>>> {
  const storyId = await findStoryId(db, id, account);
  if (!storyId.ok) return storyId;
  const [story] = await storiesByIds(db, [storyId.data], account?.id);
  if (story === undefined) return notFound();
  const hidden = await hiddenSetFor(db, input, account);
  const [isOwn, { hidden: counts }] = await Promise.all([
    isOwnStory(db, story.id, account),
    withoutHidden(db, [story.id], hidden),
  ]);
  const [reason] = isOwn ? [] : counts.by;
  const seen = hideWaitingReason(story, account, isOwn);
  return success(reason === undefined ? seen : { ...seen, hidden_by: reason });
}

/** The address of a good story that a reader has not asked for; undefined in an empty library. */
export function findRandomStory({ db }: Pick<Context, 'db'>, hidden: HiddenSet): Promise<string | undefined> {
  return randomGoodSlug(db, hidden);
}

/** Creates an unlisted story without chapters, in the caller's transaction. */
export async function createStory(
  transaction: OpenTransaction,
  { author_id, created_at, ...story }: NewStory & { author_id: number; created_at?: Date | undefined },
): Promise<Outcome<{ id: number; slug: string }>> {
  const parsed = newStorySchema.safeParse(story);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    return invalidField(String(problem?.path[0]), problem?.message ?? '');
  }
  const { tags: typed, ...details } = parsed.data;
  const tags = validateTags(typed);
  if (!tags.ok) return tags;
  const slugBase = slugFromTitle(details.title, 'story');
  const created = await insertStory(transaction, details, { author_id, slugBase, created_at });
  await replaceStoryTags(transaction, created.id, tags.data);
  return success(created);
}

/** The story at an address, if it belongs to this account; a transaction that changes something needs `lockOwnStory`. */
export async function ownStory(
  connection: Connection,
  idOrSlug: string,
  accountId: number,
  refusal: string,
): Promise<Outcome<StoryForChange>> {
  return findOwnStory(connection, idOrSlug, accountId, refusal);
}

/** Locks the story at an address until the transaction ends, if it belongs to this account. */
export async function lockOwnStory(
  transaction: OpenTransaction,
  idOrSlug: string,
  accountId: number,
  refusal: string,
): Promise<Outcome<StoryForChange>> {
  return findOwnStory(transaction, idOrSlug, accountId, refusal, 'to change');
}

/** The one place that decides whether a story belongs to an account. */
async function findOwnStory(
  connection: Connection,
  idOrSlug: string,
  accountId: number,
  refusal: string,
  purpose?: 'to change',
): Promise<Outcome<StoryForChange>> {
  const storyId = await findStoryId(connection, idOrSlug, { id: accountId, role: 'user' });
  if (!storyId.ok) return storyId;
  const story = await storyForChange(connection, storyId.data, purpose);
  if (story === undefined) return notFound();
  return story.owner_id === accountId ? success(story) : failure('not-yours', refusal);
}

const SITEMAP_PAGE = 10_000;

/** A part of the sitemap covers a range of ids, so that a late part costs no more than an early one. */
export async function sitemapStoryPages(connection: Connection): Promise<number> {
  return Math.ceil((await highestStoryId(connection)) / SITEMAP_PAGE);
}

export async function listSitemapStories(connection: Connection, page: number) {
  return listedSlugs(connection, (page - 1) * SITEMAP_PAGE, page * SITEMAP_PAGE);
}

/** The pen names of these stories, without duplicates. */
export async function authorsOfStories(connection: Connection, storyIds: number[]): Promise<number[]> {
  return authorIdsOf(connection, storyIds);
}

/** The accounts behind these stories, without duplicates; for ownership, never for an answer. */
export async function ownersOfStories(connection: Connection, storyIds: number[]): Promise<number[]> {
  return ownerIdsOf(connection, storyIds);
}

/** Whether an account wrote a story, under any pen name. */
export async function isOwnStory(
  connection: Connection,
  storyId: number,
  account: { id: number } | undefined,
): Promise<boolean> {
  return account !== undefined && (await ownerIdsOf(connection, [storyId])).includes(account.id);
}

/** Sets invented counts for a story of the sample library; `place` is its position in the list, from 0. */
export async function setSampleCounts(connection: Connection, storyId: number, place: number): Promise<void> {
  // Multiplying by a coprime number scatters the places deterministically.
  const scattered = (place * 7 + 3) % 13;
  await setStoryCounts(connection, storyId, {
    upvotes: 12 + scattered * 17,
    downvotes: 1 + ((place * 5) % 9),
    bookmarks: 4 + scattered * 6,
    views: 180 + scattered * 431,
    lastReadDaysAgo: (place * 5) % 13,
    isFeatured: place % 3 === 0,
  });
}

export type { StoryForChange };
export { lockStories, storiesByIds, storiesOfAccountByTitle, storyOrder, storyTagOrder, titledStoryBeside };
