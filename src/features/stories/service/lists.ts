import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { filterMessages } from '#features/filters/contract/filters.ts';
import { hiddenSetFor, NO_HIDDEN_COUNTS } from '#features/hidden/service.ts';
import { penNameIds } from '#features/pen-names/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { relatedStories } from '../contract/related.ts';
import type { StorySort } from '../contract/sorts.ts';
import type { frontpage, listStories, StoryList } from '../contract/stories.ts';
import { hideWaitingReason, isVisibleTo } from '../rules.ts';
import {
  authorStoryCount,
  authorStoryIds,
  countUnfinished,
  nextChapterTimes,
  relatedStoryIds,
} from '../store/lists.ts';
import { storiesByIds, storyBySlug } from '../store/stories.ts';
import { findStoryId } from './find-story.ts';
import { type ListView, pageViewOf, type ViewedPage, type ViewInput, viewPage } from './list-view.ts';

interface Paging {
  page: number;
  limit: number;
}

/** The answer of a list: a page of stories as somebody may see them. */
async function storyList(
  connection: Connection,
  ids: number[],
  { page, limit }: Paging,
  list: Partial<Omit<ViewedPage, 'ids'>> & { total: number; viewerId?: number | undefined },
): Promise<Outcome<StoryList>> {
  const { total, hidden = NO_HIDDEN_COUNTS, isComplete = true, viewerId } = list;
  const stories = await storiesByIds(connection, ids, viewerId);
  return success(
    { stories, pagination: pagination(page, limit, total), hidden, is_complete: isComplete },
    isComplete ? depthMessage(total) : filterMessages.incomplete,
  );
}

async function viewedList(
  connection: Connection,
  view: ListView,
  { sort, ...paging }: Paging & { sort: StorySort },
): Promise<Outcome<StoryList>> {
  const { ids, ...list } = await viewPage(connection, view, { sort, ...paging });
  return storyList(connection, ids, paging, list);
}

export async function listFrontpage(
  { db }: Context,
  { sort, tag, page, limit, ...input }: ParsedInputOf<typeof frontpage>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<StoryList>> {
  const view = await pageViewOf(db, input, account, tag);
  return view.ok ? viewedList(db, view.data, { sort, page, limit }) : view;
}

export async function listAllStories(
  { db }: Context,
  { slug, account_id, page, limit, ...input }: ParsedInputOf<typeof listStories>,
  { account }: Caller,
): Promise<Outcome<StoryList>> {
  if (slug !== undefined) return listStoryAt(db, slug, { page, limit }, account);
  if (account_id !== undefined) {
    const own = account === undefined ? [] : await penNameIds(db, account.id);
    // The account's own id stands for all its pen names; any other is one of them.
    const authorIds = account_id === account?.id ? own : [account_id];
    return account !== undefined && own.includes(account_id)
      ? listOwnStories(db, authorIds, { page, limit }, account.id)
      : listStoriesOfAuthor({ db }, account_id, { page, limit, ...input }, account);
  }
  const view = await pageViewOf(db, input, account);
  return view.ok ? viewedList(db, view.data, { sort: 'new', page, limit }) : view;
}

/** A list of the story at an address, if the caller may find it. */
async function listStoryAt(
  connection: Connection,
  slug: string,
  paging: Paging,
  account: Caller['account'],
): Promise<Outcome<StoryList>> {
  const story = await storyBySlug(connection, slug);
  const isPresent = story !== undefined && story.slug === slug && isVisibleTo(story, account, false);
  const ids = isPresent && paging.page === 1 ? [story.id] : [];
  const list = await storyList(connection, ids, paging, { total: isPresent ? 1 : 0, viewerId: account?.id });
  if (!list.ok) return list;
  const stories = list.data.stories.map((listed) =>
    hideWaitingReason(listed, account, story?.owner_id === account?.id),
  );
  return { ...list, data: { ...list.data, stories } };
}

/** The stories of somebody's own pen names: unfinished and withheld ones first, then listed ones, newest first. */
async function listOwnStories(
  connection: Connection,
  authorIds: number[],
  paging: Paging,
  viewerId: number,
): Promise<Outcome<StoryList>> {
  const { offset, beyond } = pageWindow(paging.page, paging.limit);
  const [ids, listed, unfinished] = await Promise.all([
    beyond
      ? []
      : authorStoryIds(connection, authorIds, { offset, limit: paging.limit, withUnfinished: true }),
    authorStoryCount(connection, authorIds),
    countUnfinished(connection, authorIds),
  ]);
  const list = await storyList(connection, ids, paging, { total: listed + unfinished, viewerId });
  if (!list.ok) return list;
  const times = await nextChapterTimes(connection, ids);
  const stories = list.data.stories.map((story) => ({ ...story, ...times.get(story.id) }));
  return { ...list, data: { ...list.data, stories } };
}

/** The listed stories of a pen name, newest first. */
export async function listStoriesOfAuthor(
  { db }: Pick<Context, 'db'>,
  authorId: number,
  { page, limit, ...input }: Paging & ViewInput,
  account: { id: number } | undefined,
): Promise<Outcome<StoryList>> {
  const view = await pageViewOf(db, input, account);
  if (!view.ok) return view;
  const { filter } = view.data;
  // A filter by other authors leaves nothing of this one's list.
  const isOthers = filter.authorIds !== undefined && !filter.authorIds.includes(authorId);
  const own = {
    ...view.data,
    filter: { ...filter, authorIds: [authorId] },
    isImpossible: view.data.isImpossible || isOthers,
  };
  return viewedList(db, own, { sort: 'new', page, limit });
}

export async function listRelated(
  { db }: Context,
  { id, limit, ...input }: ParsedInputOf<typeof relatedStories>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof relatedStories>>> {
  const storyId = await findStoryId(db, id, account);
  if (!storyId.ok) return storyId;
  const hidden = await hiddenSetFor(db, input, account);
  const ids = await relatedStoryIds(db, storyId.data, { hidden, limit });
  return success({ stories: await storiesByIds(db, ids) });
}
