import { z } from 'zod';
import { storyFilterInput } from '#features/filters/contract/filters.ts';
import { hiddenInput } from '#features/hidden/contract.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { viewOf } from '#features/stories/service/list-view.ts';
import type { Connection } from '#platform/database/database.ts';
import { followedFilters } from '../store/follows.ts';
import { latestNews, type NewsChapter, type NewsScope, storiesOfFilter, unreadNews } from '../store/news.ts';

const viewInput = z.object({ ...storyFilterInput, ...hiddenInput });

/** The follows of an account as the stories that they bring, optionally among some stories. */
export async function newsScope(
  connection: Connection,
  accountId: number,
  storyIds?: readonly number[],
): Promise<NewsScope> {
  const account = { id: accountId };
  const hidden = await hiddenSetFor(connection, { hidden: '', show_hidden: 'false' }, account);
  const filtered: NewsScope['filtered'] = [];
  for (const { id, query } of await followedFilters(connection, accountId)) {
    const parameters = viewInput.safeParse(Object.fromEntries(new URLSearchParams(query)));
    if (!parameters.success) continue;
    // Hidden stories are left out of all news together.
    const view = await viewOf(connection, { ...parameters.data, show_hidden: 'true' }, account);
    if (!view.ok || view.data.isImpossible) continue;
    for (const storyId of await storiesOfFilter(connection, view.data.filter, { storyIds }))
      filtered.push({ followId: id, storyId });
  }
  return { accountId, hidden, filtered, storyIds };
}

/** The number of unread chapters of these stories, for those that something the account follows brings. */
export async function newChapterCounts(
  connection: Connection,
  accountId: number,
  storyIds: readonly number[],
): Promise<Map<number, number>> {
  if (storyIds.length === 0) return new Map();
  const scope = await newsScope(connection, accountId, storyIds);
  const { stories } = await unreadNews(connection, scope, { offset: 0, limit: storyIds.length });
  return new Map(stories.map(({ story_id, unread }) => [story_id, unread]));
}

/** The latest chapters of everything that an account follows, read or not, for its private feed. */
export async function followedNews(
  connection: Connection,
  accountId: number,
  window: { offset: number; limit: number },
): Promise<NewsChapter[]> {
  return latestNews(connection, await newsScope(connection, accountId), window);
}
