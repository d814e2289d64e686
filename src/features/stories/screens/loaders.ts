import { redirect } from 'react-router';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { isPublished } from '#features/chapters/rules.ts';
import { type ListInput, loadList } from '#features/filters/rules/list-request.ts';
import { HOME_TAG_CHIPS, SIDEBAR_TAGS, topTags } from '#features/tags/contract/tags.ts';
import {
  choiceOf,
  loadAll,
  orErrorPage,
  orUndefined,
  type PageRequest,
  pageOf,
  unlessSignedOut,
} from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { HOME_SORTS, HOME_TAG_SORTS } from '../components/home-address.ts';
import { relatedStories } from '../contract/related.ts';
import {
  frontpage,
  getStory,
  listStories,
  MAX_FEATURED_STORIES,
  STORY_PAGE_SIZE,
  storyMessages,
} from '../contract/stories.ts';
import { cardStories } from '../parts/card-stories.ts';

const listMessages = { failed: storyMessages.loadListFailed };
const storyPageMessages = {
  notFound: storyMessages.notFound,
  notFoundReason: storyMessages.notFoundReason,
  failed: storyMessages.loadFailed,
};

export async function homePageLoader(request: PageRequest) {
  const { api, url, hidden } = request;
  const sort = choiceOf(url, 'sort', HOME_SORTS, 'trending');
  const tagSort = choiceOf(url, 'tag_sort', HOME_TAG_SORTS, 'trending');
  const page = pageOf(url);
  // The featured story is only on the first page, and is one that the list beside it would show.
  const load = async (input: ListInput) => {
    const [list, featured] = await Promise.all([
      api(frontpage, { sort, page, limit: STORY_PAGE_SIZE, ...input }),
      page === 1
        ? orUndefined(api(frontpage, { sort: 'featured', limit: MAX_FEATURED_STORIES, ...input }))
        : undefined,
    ]);
    return { ...list, featured: featured?.stories[0] };
  };
  const [{ list, view }, tags] = await loadAll(
    orErrorPage(loadList(request, load, {}), listMessages),
    orUndefined(
      api(topTags, {
        sort: tagSort === 'popular' ? 'popularity' : 'trending',
        limit: HOME_TAG_CHIPS,
        hidden,
      }),
    ),
  );
  return {
    sort,
    tagSort,
    stories: cardStories(list.stories),
    pagination: list.pagination,
    view,
    featured: list.featured,
    tags: tags?.tags.map((tag) => tag.name),
  };
}

export async function allStoriesPageLoader(request: PageRequest) {
  const page = pageOf(request.url);
  const { list, view } = await orErrorPage(
    loadList(request, (input) => request.api(listStories, { page, ...input }), {}),
    listMessages,
  );
  return {
    pagination: list.pagination,
    view,
    stories: list.stories.map((story) => ({
      id: story.id,
      slug: story.slug,
      title: story.title,
      author_username: story.author_username,
      author_display_name: story.author_display_name,
      chapter_count: story.chapter_count,
      word_count: story.word_count,
      created_at: story.created_at,
    })),
  };
}

export async function storyPageLoader({ api, params, hidden }: PageRequest<'slug'>) {
  const id = params.slug;
  const [story, list, related, tags] = await loadAll(
    orErrorPage(api(getStory, { id, hidden }), storyPageMessages),
    orErrorPage(unlessSignedOut(api(listChapters, { id })), storyPageMessages),
    orUndefined(api(relatedStories, { id, hidden })),
    orUndefined(api(topTags, { sort: 'trending', limit: SIDEBAR_TAGS, hidden })),
  );
  if (story.slug !== params.slug) throw redirect(urls.story(story.slug), 301);
  return {
    story,
    isForMembers: list === undefined,
    chapters: (list?.chapters ?? [])
      .filter(isPublished)
      .map(({ id, title, order, word_count, kind, volume, published_at, created_at }) => ({
        ...{ id, title, order, word_count, kind, volume },
        published_at: published_at ?? created_at,
      })),
    related: related === undefined ? undefined : cardStories(related.stories),
    trendingTags: tags?.tags.map((tag) => tag.name),
  };
}
