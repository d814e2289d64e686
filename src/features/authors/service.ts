import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { listStoriesOfAuthor } from '#features/stories/service/lists.ts';
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
  listedAuthors,
  profileNamed,
  sumAuthorStats,
} from './store.ts';

export async function browseAuthors(
  { db }: Context,
  { sort, page, limit, ...input }: ParsedInputOf<typeof listAuthors>,
  { account }: CallerOf<typeof listAuthors>,
): Promise<Outcome<DataOf<typeof listAuthors>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const hidden = await hiddenSetFor(db, input, account);
  const [ids, listed, hiddenAuthors] = await Promise.all([
    beyond ? [] : authorIdsInOrder(db, { sort, offset, limit, hiddenIds: hidden.authors }),
    countAuthors(db),
    listedAuthors(db, hidden.authors),
  ]);
  const total = listed - hiddenAuthors.length;
  const authors = await authorsByIds(db, ids, hidden);
  return success(
    {
      authors,
      pagination: pagination(page, limit, total),
      hidden: {
        total: hiddenAuthors.length,
        by: hiddenAuthors.map(({ username }) => ({ kind: 'author' as const, name: username, count: 1 })),
        is_capped: false,
      },
    },
    depthMessage(total),
  );
}

export async function readAuthor(
  { db }: Context,
  { username, ...input }: ParsedInputOf<typeof getAuthor>,
  { account }: CallerOf<typeof getAuthor>,
): Promise<Outcome<DataOf<typeof getAuthor>>> {
  const owner = await findProfile(db, { username }, account);
  if (!owner.ok) return owner;
  const hidden = await hiddenSetFor(db, input, account);
  const [profile] = await authorsByIds(db, [owner.data.id], hidden);
  if (profile === undefined) return notFound();
  return success({ profile: owner.data.is_public ? profile : { ...profile, is_private: true } });
}

export async function listStoriesByUsername(
  { db }: Context,
  { username, ...input }: ParsedInputOf<typeof authorStories>,
  { account }: CallerOf<typeof authorStories>,
): Promise<Outcome<DataOf<typeof authorStories>>> {
  const owner = await findProfile(db, { username }, account);
  return owner.ok ? listStoriesOfAuthor({ db }, owner.data.id, input, account) : owner;
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
