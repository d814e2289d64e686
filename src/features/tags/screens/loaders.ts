import { redirect } from 'react-router';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { frontpage, STORY_PAGE_SIZE, type Story, storyMessages } from '#features/stories/contract/stories.ts';
import { cardStories } from '#features/stories/parts/card-stories.ts';
import { choiceOf, loadAll, orErrorPage, orUndefined, type PageRequest, pageOf } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import {
  listTags,
  MAX_TAG_NAME_CHARACTERS,
  TAG_BROWSE_PAGE_SIZE,
  TAG_SORTS,
  type Tag,
  tagMessages,
} from '../contract/tags.ts';
import { tagKey, tagName } from '../rules.ts';

export type TagPageData = Awaited<ReturnType<typeof tagPageLoader>>;

export async function tagPageLoader({ api, params, url }: PageRequest<'tag'>) {
  const typed = params.tag;
  const sort = choiceOf(url, 'sort', STORY_SORTS, 'trending');
  const page = pageOf(url);
  const [{ stories, pagination }, matching] = await loadAll(
    orErrorPage(api(frontpage, { tag: typed, sort, page, limit: STORY_PAGE_SIZE }), {
      failed: storyMessages.loadTagFailed,
    }),
    orUndefined(api(listTags, { query: typed, sort: 'popularity', limit: 5 })),
  );
  const name = canonicalName(typed, stories, matching?.tags ?? []);
  // Other spellings find the same stories, but the tag has one canonical address.
  if (name !== undefined && name !== typed) throw redirect(urls.tag(name, sort, page), 301);
  return {
    tag: name ?? tagName(typed),
    sort,
    stories: cardStories(stories),
    pagination,
    /** Whether the tag has stories at all, even if none in this order. */
    hasStories: pagination.total > 0 || hasStories(typed, matching?.tags ?? []),
  };
}

function hasStories(typed: string, tags: Tag[]): boolean {
  const key = tagKey(typed);
  return tags.some((tag) => tagKey(tag.name) === key && tag.story_count > 0);
}

/** The tag's canonical spelling, from its stories or, if none are shown, from the tags found by its name. */
function canonicalName(typed: string, stories: Story[], tags: Tag[]): string | undefined {
  const key = tagKey(typed);
  return [...(stories[0]?.tags ?? []), ...tags].find((tag) => tagKey(tag.name) === key)?.name;
}

export type TagsPageData = Awaited<ReturnType<typeof tagsPageLoader>>;

export async function tagsPageLoader({ api, url }: PageRequest) {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_TAG_NAME_CHARACTERS);
  const sort = choiceOf(url, 'sort', TAG_SORTS, 'name');
  const page = pageOf(url);
  const { tags, pagination } = await orErrorPage(
    api(listTags, { query, sort, page, limit: TAG_BROWSE_PAGE_SIZE }),
    { failed: tagMessages.loadFailed },
  );
  return { query, sort, tags, pagination };
}
