import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { listStoriesOfAuthors } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { authorMessages, type authorStories, type getAuthor, type listAuthors } from './contract.ts';
import {
  authorIdsInOrder,
  authorOrders,
  authorsByIds,
  authorUsernames,
  countAuthors,
  type FoundProfile,
  profileNamed,
  sumAuthorStats,
} from './store.ts';

export async function browseAuthors(
  { db }: Context,
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
  { db }: Context,
  { username }: ParsedInputOf<typeof getAuthor>,
  { account }: CallerOf<typeof getAuthor>,
): Promise<Outcome<DataOf<typeof getAuthor>>> {
  const owner = await findProfile(db, { username }, account);
  if (!owner.ok) return owner;
  const [profile] = await authorsByIds(db, [owner.data.id]);
  if (profile === undefined) return notFound();
  return success({ profile: owner.data.is_public ? profile : { ...profile, is_private: true } });
}

export async function listStoriesByUsername(
  { db }: Context,
  { username, page, limit }: ParsedInputOf<typeof authorStories>,
  { account }: CallerOf<typeof authorStories>,
): Promise<Outcome<DataOf<typeof authorStories>>> {
  const owner = await findProfile(db, { username }, account);
  return owner.ok ? listStoriesOfAuthors({ db }, [owner.data.id], { page, limit }) : owner;
}

/** Finds a pen name’s profile by username or id. A private one is found only by its owner and moderators. */
export async function findProfile(
  connection: Connection,
  named: { username: string } | { id: number },
  viewer: SignedIn | undefined,
): Promise<Outcome<FoundProfile>> {
  const profile = await profileNamed(connection, named);
  if (profile === undefined) return notFound();
  const maySee =
    profile.is_public || (viewer !== undefined && (viewer.id === profile.owner_id || viewer.role !== 'user'));
  return maySee ? success(profile) : notFound();
}

function notFound(): Failure {
  return failure('not-found', authorMessages.notFound);
}

/** Usernames of the 10,000 highest-ranked authors, for the sitemap. */
export async function listSitemapAuthors(connection: Connection): Promise<string[]> {
  return authorUsernames(connection, 10_000);
}

export { authorOrders, authorsByIds, sumAuthorStats };
