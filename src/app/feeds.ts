import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallApi } from '#base/contract.ts';
import { failure, type Outcome } from '#base/failure.ts';
import { readerOfFeedToken } from '#features/accounts/service/feed-tokens.ts';
import { feedMessages } from '#features/feeds/contract.ts';
import type { Feed, FeedFormat } from '#features/feeds/rules/feed.ts';
import { type FeedQuery, readFeedQuery } from '#features/feeds/service/feed-query.ts';
import { type ListKind, listFeed, listFinders } from '#features/feeds/service/list-feeds.ts';
import { privateFeed } from '#features/feeds/service/private-feed.ts';
import { storyFeed } from '#features/feeds/service/story-feed.ts';
import { writeAtom } from '#features/feeds/service/write-atom.ts';
import { writeJsonFeed } from '#features/feeds/service/write-json-feed.ts';
import type { CacheableResponse, ResponseCache } from '#platform/http/response-cache.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createFeedResponses, feedResponse, refusal } from './feed-responses.ts';
import { tagsOfPage } from './page-tags.ts';

interface FeedOptions {
  context: Context;
  callApi: CallApi;
  limits: RequestLimits;
  cache: ResponseCache | undefined;
}

const feedFormats: Record<FeedFormat, { type: string; write: (feed: Feed, publicUrl: string) => string }> = {
  xml: { type: 'application/atom+xml; charset=utf-8', write: writeAtom },
  json: { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
};

type FeedKind = ListKind | 'story';
const NAMELESS: readonly FeedKind[] = ['', 'search'];
const KINDS: FeedKind[] = ['story', ...(Object.keys(listFinders) as ListKind[])];

/** The public feeds: a story's chapters, and lists of stories. The same for everyone, so no cookie changes them. */
export function registerFeeds(app: FastifyInstance, options: FeedOptions): void {
  const { context, callApi } = options;
  const responses = createFeedResponses(options);
  for (const kind of KINDS)
    for (const format of ['xml', 'json'] as const) {
      const base = kind === '' ? '' : NAMELESS.includes(kind) ? `/${kind}` : `/${kind}/:name`;
      app.get<{ Params: { name?: string } }>(`${base}/feed.${format}`, (request, reply) =>
        send(request, reply, { kind, format, name: request.params.name ?? '' }),
      );
    }

  app.get<{ Params: { file: string } }>('/feed/:file', sendPrivate);

  /** The feed of a token. A wrong token is answered like one that has ended, whatever it looks like. */
  async function sendPrivate(
    request: FastifyRequest<{ Params: { file: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { file } = request.params;
    const [, token = '', format = 'xml'] = /^(.*)\.(xml|json)$/.exec(file) ?? [];
    const query = readFeedQuery(new URL(request.url, context.publicUrl).searchParams);
    return responses.send(request, reply, {
      ...{ key: `private feed ${file} ${JSON.stringify(query)}`, isPrivate: true, isSecret: true },
      async make() {
        const reader = await readerOfFeedToken(context.db, token);
        if (reader === undefined) return refusal(failure('not-found', feedMessages.notFound));
        const limitFailure = options.limits.takeFor('read', reader.id);
        if (limitFailure !== undefined) return refusal(limitFailure);
        const path = `/feed/${encodeURIComponent(token)}`;
        const feed = await privateFeed(context, reader, path, query);
        return feed.ok ? write(feed.data, format === 'json' ? 'json' : 'xml', []) : refusal(feed);
      },
    });
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { kind, format, name }: { kind: FeedKind; format: FeedFormat; name: string },
  ): Promise<FastifyReply> {
    const query = readFeedQuery(new URL(request.url, context.publicUrl).searchParams);
    const path = kind === '' ? '/' : `/${kind}/${encodeURIComponent(name)}`;
    return responses.send(request, reply, {
      key: `feed ${format} ${path} ${JSON.stringify(query)}`,
      isPrivate: query.hidden !== undefined,
      make: async () => {
        const feed = await find(kind, name, query);
        if (!feed.ok && feed.kind === 'moved') {
          const to = `/${kind}/${encodeURIComponent(feed.movedTo?.id ?? '')}/feed.${format}`;
          return refusal(feed, to + new URL(request.url, context.publicUrl).search);
        }
        return feed.ok ? write(feed.data, format, tagsOfPage(path)) : refusal(feed);
      },
    });
  }

  async function find(kind: FeedKind, name: string, query: FeedQuery): Promise<Outcome<Feed>> {
    if (kind === 'story') return storyFeed(context, callApi, name, query);
    return listFeed(context, callApi, { kind, name, query });
  }

  function write(feed: Feed, format: FeedFormat, tags: string[]): CacheableResponse {
    const { type, write: writeFeed } = feedFormats[format];
    return feedResponse(type, writeFeed(feed, context.publicUrl), tags);
  }
}
