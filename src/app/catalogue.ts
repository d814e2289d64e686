import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallApi } from '#base/contract.ts';
import { failure, type Outcome } from '#base/failure.ts';
import { readerOfFeedToken } from '#features/accounts/service/feed-tokens.ts';
import { feedMessages } from '#features/feeds/contract.ts';
import type { Catalogue, CatalogueRoot } from '#features/feeds/rules/catalogue.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { bookAt, listOfBooks, shelfOfBooks } from '#features/feeds/service/catalogue-books.ts';
import {
  BRANCH_KINDS,
  branchesOfCatalogue,
  startOfCatalogue,
} from '#features/feeds/service/catalogue-branches.ts';
import { type FeedQuery, readFeedQuery } from '#features/feeds/service/feed-query.ts';
import { OPDS_TYPES, writeOpds, writeSearchDescription } from '#features/feeds/service/write-opds.ts';
import {
  OPDS_2_TYPE,
  PUBLICATION_TYPE,
  writeOpds2,
  writePublication,
} from '#features/feeds/service/write-opds-2.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import type { CacheableResponse, ResponseCache } from '#platform/http/response-cache.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createFeedResponses, feedResponse, refusal } from './feed-responses.ts';

interface CatalogueOptions {
  context: Context;
  callApi: CallApi;
  /** Calls as an account, for its own catalogue. */
  callAs: (account: SignedIn) => CallApi;
  limits: RequestLimits;
  cache: ResponseCache | undefined;
}

/** A page that is asked for, before anybody has looked whether it exists. */
interface Asked {
  root: CatalogueRoot;
  owner: SignedIn | undefined;
  /** The parts of the path below the root, decoded. */
  branch: string[];
  query: FeedQuery;
}

/** The catalogue of stories for reading programs, OPDS 1.2 and 2.0; below a token with its owner's shelves. */
export function registerCatalogue(app: FastifyInstance, options: CatalogueOptions): void {
  const { context, callApi, callAs } = options;
  const { publicUrl } = context;
  const responses = createFeedResponses(options);

  for (const version of [1, 2] as const) {
    const path = feedUrls.catalogue(version);
    const shared = { version, path, token: undefined };
    app.get(path, (request, reply) => sendPublic(request, reply, shared, []));
    for (const first of ['new', 'top', 'tags', 'authors', 'series', 'search', 'opensearch.xml'])
      app.get(`${path}/${first}`, (request, reply) => sendPublic(request, reply, shared, [first]));
    for (const first of ['tag', 'author', 'series', 'story'])
      app.get<{ Params: { name: string } }>(`${path}/${first}/:name`, (request, reply) =>
        sendPublic(request, reply, shared, [first, request.params.name]),
      );
    for (const further of ['', '/:first', '/:first/:name'])
      app.get<{ Params: { token: string; first?: string; name?: string } }>(
        `${path}/:token${further}`,
        (request, reply) => sendPrivate(request, reply, version),
      );
  }

  async function sendPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    root: CatalogueRoot,
    branch: string[],
  ): Promise<FastifyReply> {
    const query = queryOf(request);
    return responses.send(request, reply, {
      key: `catalogue ${root.version} ${JSON.stringify([branch, query])}`,
      isPrivate: query.hidden !== undefined,
      make: () => answer({ root, owner: undefined, branch, query }),
    });
  }

  async function sendPrivate(
    request: FastifyRequest<{ Params: { token: string; first?: string; name?: string } }>,
    reply: FastifyReply,
    version: 1 | 2,
  ): Promise<FastifyReply> {
    const { token, first, name } = request.params;
    return responses.send(request, reply, {
      ...{ key: `catalogue of ${token} ${request.url}`, isPrivate: true, isSecret: true },
      async make() {
        const owner = await readerOfFeedToken(context.db, token);
        if (owner === undefined) return refusal(failure('not-found', feedMessages.notFound));
        const limitFailure = options.limits.takeFor('read', owner.id);
        if (limitFailure !== undefined) return refusal(limitFailure);
        const root = { version, path: feedUrls.privateCatalogue(token, version), token };
        const branch = [first, name].filter((part) => part !== undefined);
        return answer({ root, owner, branch, query: queryOf(request) });
      },
    });
  }

  /** The search of OPDS 2.0 names its words differently. */
  function queryOf(request: FastifyRequest): FeedQuery {
    const { searchParams } = new URL(request.url, publicUrl);
    const words = searchParams.get('query');
    if (words !== null) searchParams.set('q', words);
    return readFeedQuery(searchParams);
  }

  async function answer(asked: Asked): Promise<CacheableResponse> {
    const { root, owner, branch, query } = asked;
    const [first, name = ''] = branch;
    const api = owner === undefined ? callApi : callAs(owner);
    if (first === 'opensearch.xml')
      return feedResponse(
        'application/opensearchdescription+xml',
        writeSearchDescription(root, publicUrl),
        [],
      );
    if (first === 'story' && root.version === 2) {
      const book = await bookAt(context, api, name, owner !== undefined);
      if (!book.ok) return refuse(book, asked);
      return feedResponse(PUBLICATION_TYPE, writePublication(book.data, root, publicUrl), [`story ${name}`]);
    }
    const page = await find({ first, name, query, api, owner });
    if (!page.ok) return refuse(page, asked);
    if (root.version === 2)
      return feedResponse(OPDS_2_TYPE, writeOpds2(page.data, root, publicUrl), ['lists']);
    const type = 'branches' in page.data.content ? OPDS_TYPES.branches : OPDS_TYPES.books;
    return feedResponse(`${type};charset=utf-8`, writeOpds(page.data, root, publicUrl), ['lists']);
  }

  async function find({
    first,
    name,
    query,
    api,
    owner,
  }: {
    first: string | undefined;
    name: string;
    query: FeedQuery;
    api: CallApi;
    owner: SignedIn | undefined;
  }): Promise<Outcome<Catalogue>> {
    const isForMember = owner !== undefined;
    const of = { name, query, isForMember };
    if (first === undefined) return startOfCatalogue(context, api, owner);
    if (name === '') {
      const kind = BRANCH_KINDS.find((each) => each === first);
      if (kind !== undefined) return branchesOfCatalogue(context, api, kind, query);
      if (first === 'search') return listOfBooks(context, api, { ...of, kind: 'search', path: '/search' });
      if (first !== 'new' && first !== 'top') return failure('not-found', feedMessages.notFound);
      const sorted = first === 'top' ? { sort: 'top', ...query } : query;
      return listOfBooks(context, api, { ...of, query: sorted, kind: '', path: `/${first}` });
    }
    const path = `/${first}/${encodeURIComponent(name)}`;
    if (first === 'shelf' && isForMember) return shelfOfBooks(context, api, { id: name, path, query });
    const kind = (['tag', 'author', 'series'] as const).find((each) => each === first);
    return kind === undefined
      ? failure('not-found', feedMessages.notFound)
      : listOfBooks(context, api, { ...of, kind, path });
  }

  function refuse(
    problem: Extract<Outcome<unknown>, { ok: false }>,
    { root, branch }: Asked,
  ): CacheableResponse {
    if (problem.kind !== 'moved') return refusal(problem);
    return refusal(problem, `${root.path}/${branch[0]}/${encodeURIComponent(problem.movedTo?.id ?? '')}`);
  }
}
