import { type Outcome, success } from '#base/failure.ts';
import { siteName } from '#base/site-name.ts';
import { followedNews } from '#features/follows/service/news.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { type Feed, lastUpdate } from '../rules/feed.ts';
import { chaptersByIds } from '../store.ts';
import { chapterEntries } from './chapter-entries.ts';
import { permanentId } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, pageQuery } from './feed-query.ts';

/** The latest chapters of everything that an account follows. Its title names nobody. */
export async function privateFeed(
  context: Pick<Context, 'db' | 'publicUrl'>,
  account: { id: number },
  path: string,
  query: FeedQuery,
): Promise<Outcome<Feed>> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const { db } = context;
  const window = { offset: (page.data - 1) * FEED_PAGE_SIZE, limit: FEED_PAGE_SIZE + 1 };
  const news = await followedNews(db, account.id, window);
  const shown = news.slice(0, FEED_PAGE_SIZE);
  const [rows, stories] = await Promise.all([
    chaptersByIds(
      db,
      shown.map(({ chapter_id }) => chapter_id),
    ),
    storiesByIds(db, [...new Set(shown.map(({ story_id }) => story_id))]),
  ]);
  const chapterById = new Map(rows.map((chapter) => [chapter.id, chapter]));
  const storyById = new Map(stories.map((story) => [story.id, story]));
  const chapters = shown.flatMap(({ chapter_id, story_id, new_at }) => {
    const chapter = chapterById.get(chapter_id);
    const story = storyById.get(story_id);
    return chapter === undefined || story === undefined ? [] : [{ ...chapter, story, published_at: new_at }];
  });
  const entries = chapterEntries(context, chapters, { isForMember: true });
  return success({
    ...{ id: permanentId(context, `private feed of account ${account.id}`), title: siteName(), synopsis: '' },
    ...{ page: urls.home(), path, query: pageQuery(page.data), author: undefined, language: null, entries },
    next: news.length > FEED_PAGE_SIZE ? pageQuery(page.data + 1) : undefined,
    updated: lastUpdate(entries),
  });
}
