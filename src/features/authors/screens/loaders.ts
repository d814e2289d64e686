import { redirect } from 'react-router';
import { STORY_PAGE_SIZE } from '#features/stories/contract/stories.ts';
import { cardStories } from '#features/stories/parts/card-stories.ts';
import { choiceOf, loadAll, orErrorPage, type PageRequest, pageOf } from '#ui/page-loader.ts';
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

export async function authorsPageLoader({ api, url }: PageRequest) {
  const sort = choiceOf(url, 'sort', AUTHOR_SORTS, 'trending');
  const page = pageOf(url);
  const { authors, pagination } = await orErrorPage(
    api(listAuthors, { sort, page, limit: AUTHOR_PAGE_SIZE }),
    {
      failed: authorMessages.loadListFailed,
    },
  );
  // The cards show no bios: eighteen of them would be most of the page's weight.
  return { sort, authors: authors.map(({ bio: _, ...author }) => author), pagination };
}

export type AuthorPageData = Awaited<ReturnType<typeof authorPageLoader>>;

export async function authorPageLoader({ api, params, url }: PageRequest<'username'>) {
  const { username } = params;
  const page = pageOf(url);
  const messages = { notFound: authorMessages.notFound, failed: authorMessages.loadFailed };
  const [{ profile }, { stories, pagination }] = await loadAll(
    orErrorPage(api(getAuthor, { username }), messages),
    orErrorPage(api(authorStories, { username, page, limit: STORY_PAGE_SIZE }), messages),
  );
  // Names match in any case, but each author has one canonical address.
  if (profile.username !== username) throw redirect(urls.author(profile.username, page), 301);
  return { author: profile, stories: cardStories(stories), pagination };
}
