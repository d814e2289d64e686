import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { penNameIds } from '#features/pen-names/service.ts';
import { replaceStoryTags, tagByName, validateTags } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { relatedStories } from '../contract/related.ts';
import {
  type frontpage,
  type listStories,
  type NewStory,
  newStorySchema,
  type Story,
  type StoryList,
  storyMessages,
} from '../contract/stories.ts';
import { hideWaitingReason, isVisibleTo, slugFromTitle } from '../rules.ts';
import {
  insertStory,
  lockStories,
  type StoryForChange,
  setStoryCounts,
  storyForChange,
} from '../store/changes.ts';
import {
  authorStoryCount,
  authorStoryIds,
  countFeaturedWithTag,
  countUnfinished,
  highestStoryId,
  listedSlugs,
  listedStoryIds,
  nextChapterTimes,
  randomGoodSlug,
  relatedStoryIds,
  storyTotals,
  taggedStoryIds,
} from '../store/lists.ts';
import { storyOrder, storyTagOrder } from '../store/orders.ts';
import { authorIdsOf, ownerIdsOf, storiesByIds, storyBySlug } from '../store/stories.ts';
import { findStoryId } from './find-story.ts';

function notFound(): Failure {
  return failure('not-found', storyMessages.notFound);
}

export async function readStory(
  { db }: Context,
  input: { id: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<Story>> {
  const storyId = await findStoryId(db, input.id, account);
  if (!storyId.ok) return storyId;
  const [story] = await storiesByIds(db, [storyId.data], account?.id);
  if (story === undefined) return notFound();
  return success(hideWaitingReason(story, account, await isOwnStory(db, story.id, account)));
}

export async function listFrontpage(
  { db }: Context,
  { sort, tag, page, limit }: ParsedInputOf<typeof frontpage>,
): Promise<Outcome<StoryList>> {
  const { offset, beyond } = pageWindow(page, limit);
  const window = { sort, offset, limit };
  if (tag === undefined) {
    const [ids, totals] = await Promise.all([beyond ? [] : listedStoryIds(db, window), storyTotals(db)]);
    return storyList(db, ids, page, limit, sort === 'featured' ? totals.featured : totals.listed);
  }
  const tagRow = await tagByName(db, tag);
  if (tagRow === undefined) return storyList(db, [], page, limit, 0);
  const [ids, total] = await Promise.all([
    beyond ? [] : taggedStoryIds(db, tagRow.id, window),
    sort === 'featured' ? countFeaturedWithTag(db, tagRow.id) : tagRow.story_count,
  ]);
  return storyList(db, ids, page, limit, total);
}

export async function listAllStories(
  { db }: Context,
  { slug, account_id, page, limit }: ParsedInputOf<typeof listStories>,
  { account }: Caller,
): Promise<Outcome<StoryList>> {
  if (slug !== undefined) {
    const story = await storyBySlug(db, slug);
    const isPresent = story !== undefined && story.slug === slug && isVisibleTo(story, account, false);
    const list = await storyList(
      db,
      isPresent && page === 1 ? [story.id] : [],
      page,
      limit,
      isPresent ? 1 : 0,
      account?.id,
    );
    if (!list.ok) return list;
    const stories = list.data.stories.map((listed) =>
      hideWaitingReason(listed, account, story?.owner_id === account?.id),
    );
    return { ...list, data: { ...list.data, stories } };
  }
  if (account_id !== undefined) {
    const own = account === undefined ? [] : await penNameIds(db, account.id);
    const withUnfinished = own.includes(account_id);
    // The account's own id stands for all its pen names; any other is one of them.
    const authorIds = account_id === account?.id ? own : [account_id];
    return listStoriesOfAuthors({ db }, authorIds, { page, limit, withUnfinished, viewerId: account?.id });
  }
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, totals] = await Promise.all([
    beyond ? [] : listedStoryIds(db, { sort: 'new', offset, limit }),
    storyTotals(db),
  ]);
  return storyList(db, ids, page, limit, totals.listed);
}

/** Listed stories of pen names, newest first; for the author themself, unfinished and withheld ones come before. */
export async function listStoriesOfAuthors(
  { db }: Pick<Context, 'db'>,
  authorIds: number[],
  {
    page,
    limit,
    withUnfinished = false,
    viewerId,
  }: { page: number; limit: number; withUnfinished?: boolean; viewerId?: number | undefined },
): Promise<Outcome<StoryList>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, listed, unfinished] = await Promise.all([
    beyond ? [] : authorStoryIds(db, authorIds, { offset, limit, withUnfinished }),
    authorStoryCount(db, authorIds),
    withUnfinished ? countUnfinished(db, authorIds) : 0,
  ]);
  const list = await storyList(db, ids, page, limit, listed + unfinished, viewerId);
  if (!withUnfinished || !list.ok) return list;
  const times = await nextChapterTimes(db, ids);
  const stories = list.data.stories.map((story) => ({ ...story, ...times.get(story.id) }));
  return { ...list, data: { ...list.data, stories } };
}

async function storyList(
  db: Connection,
  ids: number[],
  page: number,
  limit: number,
  total: number,
  viewerId?: number,
): Promise<Outcome<StoryList>> {
  const stories = await storiesByIds(db, ids, viewerId);
  return success({ stories, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function listRelated(
  { db }: Context,
  input: ParsedInputOf<typeof relatedStories>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof relatedStories>>> {
  const storyId = await findStoryId(db, input.id, account);
  if (!storyId.ok) return storyId;
  const ids = await relatedStoryIds(db, storyId.data, input.limit);
  return success({ stories: await storiesByIds(db, ids) });
}

/** The address of a good story that a reader has not asked for; undefined in an empty library. */
export function findRandomStory({ db }: Pick<Context, 'db'>): Promise<string | undefined> {
  return randomGoodSlug(db);
}

/** Creates an unlisted story without chapters, in the caller's transaction. */
export async function createStory(
  connection: Connection,
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
  const slugBase = slugFromTitle(details.title);
  const created = await insertStory(connection, details, { author_id, slugBase, created_at });
  await replaceStoryTags(connection, created.id, tags.data);
  return success(created);
}

/**
 * The story at an address, if it belongs to this account: the one place that decides it. A transaction that changes
 * something must call it again with a `purpose`, which locks the story until the end.
 */
export async function ownStory(
  connection: Connection,
  idOrSlug: string,
  accountId: number,
  options: { refusal: string; purpose?: 'to change' },
): Promise<Outcome<StoryForChange>> {
  const storyId = await findStoryId(connection, idOrSlug, { id: accountId, role: 'user' });
  if (!storyId.ok) return storyId;
  const story = await storyForChange(connection, storyId.data, options.purpose);
  if (story === undefined) return notFound();
  return story.owner_id === accountId ? success(story) : failure('not-yours', options.refusal);
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
export { lockStories, storiesByIds, storyOrder, storyTagOrder };
