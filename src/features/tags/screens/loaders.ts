import { redirect } from 'react-router';
import { hidesId } from '#base/hidden-cookie.ts';
import { loadList } from '#features/filters/rules/list-request.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagName } from '#features/labels/rules/tag-key.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { frontpage, STORY_PAGE_SIZE, storyMessages } from '#features/stories/contract/stories.ts';
import { cardStories } from '#features/stories/parts/card-stories.ts';
import { choiceOf, loadAll, orErrorPage, orUndefined, type PageRequest, pageOf } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { getTag, listTags, TAG_BROWSE_PAGE_SIZE, TAG_SORTS, tagMessages } from '../contract/tags.ts';

export type TagPageData = Awaited<ReturnType<typeof tagPageLoader>>;

export async function tagPageLoader(request: PageRequest<'tag'>) {
  const { api, url, hidden } = request;
  const typed = request.params.tag;
  const sort = choiceOf(url, 'sort', STORY_SORTS, 'trending');
  const page = pageOf(url);
  const [{ list, view }, found] = await loadAll(
    orErrorPage(
      loadList(
        request,
        (input) => api(frontpage, { tag: typed, sort, page, limit: STORY_PAGE_SIZE, ...input }),
        { tag: typed },
      ),
      { failed: storyMessages.loadTagFailed },
    ),
    orUndefined(api(getTag, { name: typed, hidden })),
  );
  const { stories, pagination } = list;
  const about = found?.tag ?? undefined;
  const name = about?.canonical ?? about?.name;
  // Other spellings and synonyms find the same stories, but the tag has one canonical address.
  if (name !== undefined && name !== typed) throw redirect(urls.tag(name, sort, page), 301);
  return {
    tag: name ?? tagName(typed),
    sort,
    stories: cardStories(stories),
    pagination,
    parents: about?.parents ?? [],
    children: about?.children ?? [],
    related: about?.related ?? [],
    id: about?.id,
    isKnown: about !== undefined,
    isHidden: about !== undefined && hidesId(hidden, 't', about.id),
    view,
    /** Whether the tag has stories at all, even if none in this order. */
    hasStories: pagination.total > 0 || (about?.story_count ?? 0) > 0,
  };
}

export type TagsPageData = Awaited<ReturnType<typeof tagsPageLoader>>;

export async function tagsPageLoader({ api, url, hidden }: PageRequest) {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_TAG_NAME_CHARACTERS);
  const sort = choiceOf(url, 'sort', TAG_SORTS, 'name');
  const page = pageOf(url);
  const { tags, pagination } = await orErrorPage(
    api(listTags, { query, sort, page, limit: TAG_BROWSE_PAGE_SIZE, hidden }),
    { failed: tagMessages.loadFailed },
  );
  return { query, sort, tags, pagination };
}
