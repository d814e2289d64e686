import { redirect } from 'react-router';
import { hidesId } from '#base/hidden-cookie.ts';
import { excerpt } from '#base/text.ts';
import { loadList } from '#features/filters/rules/list-request.ts';
import { authorReadingLists } from '#features/shelves/contract/lists.ts';
import { STORY_PAGE_SIZE } from '#features/stories/contract/stories.ts';
import { cardStories } from '#features/stories/parts/card-stories.ts';
import { choiceOf, loadAll, orErrorPage, orUndefined, type PageRequest, pageOf } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import {
  AUTHOR_PAGE_SIZE,
  AUTHOR_SORTS,
  authorMessages,
  authorStories,
  getAuthor,
  listAuthors,
} from '../contract.ts';

export type AuthorsPageData = Awaited<ReturnType<typeof authorsPageLoader>>;

export async function authorsPageLoader({ api, url, hidden }: PageRequest) {
  const sort = choiceOf(url, 'sort', AUTHOR_SORTS, 'trending');
  const page = pageOf(url);
  const { authors, pagination } = await orErrorPage(
    api(listAuthors, { sort, page, limit: AUTHOR_PAGE_SIZE, hidden }),
    {
      failed: authorMessages.loadListFailed,
    },
  );
  // The cards show no bios: eighteen of them would be most of the page's weight.
  return { sort, authors: authors.map(({ bio: _, ...author }) => author), pagination };
}

const LIST_EXCERPT_CHARACTERS = 160;

export type AuthorPageData = Awaited<ReturnType<typeof authorPageLoader>>;

export async function authorPageLoader(request: PageRequest<'username'>) {
  const { api, url, hidden } = request;
  const { username } = request.params;
  const page = pageOf(url);
  const messages = {
    notFound: authorMessages.notFound,
    notFoundReason: authorMessages.notFoundReason,
    failed: authorMessages.loadFailed,
  };
  // The page does without the lists where they can't be loaded.
  const lists = page === 1 ? orUndefined(api(authorReadingLists, { username })) : undefined;
  const [{ profile }, { list, view }] = await loadAll(
    orErrorPage(api(getAuthor, { username, hidden }), messages),
    orErrorPage(
      loadList(request, (input) => api(authorStories, { username, page, limit: STORY_PAGE_SIZE, ...input }), {
        authors: username,
      }),
      messages,
    ),
  );
  // Names match in any case, but each author has one canonical address.
  if (profile.username !== username) throw redirect(urls.author(profile.username, page), 301);
  return {
    author: profile,
    isHidden: hidesId(hidden, 'a', profile.id),
    stories: cardStories(list.stories),
    pagination: list.pagination,
    view,
    lists: ((await lists)?.lists ?? []).map(({ slug, title, synopsis, story_count }) => ({
      ...{ slug, title, story_count },
      synopsis: excerpt(synopsis, LIST_EXCERPT_CHARACTERS),
    })),
  };
}
