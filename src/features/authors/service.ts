import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { listStoriesOfAuthor } from '#features/stories/service.ts';
import type { Connection } from '#platform/database.ts';
import type { Services } from '#platform/services.ts';
import { authorMessages, type authorStories, type getAuthor, type listAuthors } from './contract.ts';
import {
  accountIdByUsername,
  authorIdsInOrder,
  authorsByIds,
  authorUsernames,
  countAuthors,
  sumAuthorStats,
} from './store.ts';

export async function browseAuthors(
  { db }: Services,
  { sort, page, limit }: ParsedInputOf<typeof listAuthors>,
): Promise<Outcome<DataOf<typeof listAuthors>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, total] = await Promise.all([
    beyond ? [] : authorIdsInOrder(db, { sort, offset, limit }),
    countAuthors(db),
  ]);
  const authors = await authorsByIds(db, ids);
  return success({ authors, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function readAuthor(
  { db }: Services,
  { username }: ParsedInputOf<typeof getAuthor>,
): Promise<Outcome<DataOf<typeof getAuthor>>> {
  const id = await accountIdByUsername(db, username);
  const [profile] = id === undefined ? [] : await authorsByIds(db, [id]);
  return profile === undefined ? failure('not-found', authorMessages.notFound) : success({ profile });
}

export async function listStoriesByUsername(
  { db }: Services,
  { username, page, limit }: ParsedInputOf<typeof authorStories>,
): Promise<Outcome<DataOf<typeof authorStories>>> {
  const id = await accountIdByUsername(db, username);
  if (id === undefined) return failure('not-found', authorMessages.notFound);
  return listStoriesOfAuthor({ db }, id, { page, limit });
}

/** Usernames of the first 10,000 authors by what they have earned, for the sitemap. */
export async function listSitemapAuthors(connection: Connection): Promise<string[]> {
  return authorUsernames(connection, 10_000);
}

export { authorsByIds, sumAuthorStats };
