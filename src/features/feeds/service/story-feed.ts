import type { CallApi } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { getStory } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { feedMessages } from '../contract.ts';
import { type Feed, lastUpdate } from '../rules/feed.ts';
import { newestChapters } from '../store.ts';
import { chapterEntries } from './chapter-entries.ts';
import { authorOf, permanentId } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, pageQuery } from './feed-query.ts';

/** The chapters of a listed story, newest first. */
export async function storyFeed(
  context: Pick<Context, 'db' | 'publicUrl'>,
  api: CallApi,
  slug: string,
  query: FeedQuery,
): Promise<Outcome<Feed>> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const story = await api(getStory, { id: slug });
  // A story by link has readers whom its author chose: a feed would pass it on.
  if (story.visibility === 'link') return failure('not-found', feedMessages.notFound);
  if (story.slug !== slug) return failure('moved', feedMessages.moved, { movedTo: { id: story.slug } });
  const found = await newestChapters(context.db, story.id, {
    offset: (page.data - 1) * FEED_PAGE_SIZE,
    limit: FEED_PAGE_SIZE + 1,
  });
  if (found.length === 0 && page.data === 1) return failure('not-found', feedMessages.notFound);
  const chapters = found.slice(0, FEED_PAGE_SIZE).map((chapter) => ({ ...chapter, story }));
  const entries = chapterEntries(context, chapters, { isForMember: false });
  return success({
    ...{
      id: permanentId(context, `feed of story ${story.id}`),
      title: story.title,
      synopsis: story.synopsis,
    },
    ...{ page: urls.story(slug), path: `${urls.story(slug)}/feed`, author: authorOf(story) },
    ...{ query: pageQuery(page.data), language: story.language, entries },
    next: found.length > FEED_PAGE_SIZE ? pageQuery(page.data + 1) : undefined,
    updated: lastUpdate(entries, new Date(story.created_at)),
  });
}
