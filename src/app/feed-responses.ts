import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Failure, failure, failureTable, isApiError } from '#base/failure.ts';
import { feedMessages } from '#features/feeds/contract.ts';
import { prepareResponse } from '#platform/http/prepared-response.ts';
import {
  type CacheableResponse,
  PRIVATE_CACHE_CONTROL,
  PUBLIC_CACHE_CONTROL,
  type ResponseCache,
} from '#platform/http/response-cache.ts';
import { sendPrepared } from '#platform/http/send-prepared.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';

/** A feed or a page of a catalogue that somebody asks for. */
interface FeedRequest {
  /** Names what is asked for, for the cache. */
  key: string;
  /** Whether it differs by reader, so that no cache but the site's own may keep it. */
  isPrivate: boolean;
  /** Whether nothing may keep it: it belongs to one account. */
  isSecret?: boolean;
  make: () => Promise<CacheableResponse>;
}

/** A generous number of feeds; the oldest are forgotten, which costs their readers one transfer. */
const MAX_KNOWN_FEEDS = 5000;

/** Sends feeds and catalogues: limited, cached, and with 304 for a client that has them. */
export function createFeedResponses({
  limits,
  cache,
}: {
  limits: RequestLimits;
  cache: ResponseCache | undefined;
}) {
  const changes = createChangeTimes();

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, isPrivate, isSecret = false, make }: FeedRequest,
  ): Promise<FastifyReply> {
    const limitFailure = limits.take('read', request.ip);
    if (limitFailure !== undefined) return sendRefusal(reply, limitFailure);
    const render = () => make().catch(refusalOfCall);
    const response =
      cache === undefined || isSecret ? prepareResponse(await render()) : await cache.respond(key, render);
    reply.header('x-robots-tag', 'noindex');
    let isKnown = false;
    if (response.status === 200) {
      const control = isSecret
        ? 'private, no-cache'
        : isPrivate
          ? PRIVATE_CACHE_CONTROL
          : PUBLIC_CACHE_CONTROL;
      const modified = changes.of(key, response.etag('identity'));
      reply.header('cache-control', control).header('last-modified', modified);
      const { headers } = request;
      isKnown = headers['if-none-match'] === undefined && headers['if-modified-since'] === modified;
    }
    return sendPrepared(request, reply, response, { fastPath: undefined, rateLimit: 'read', isKnown });
  }

  return { send };
}

function sendRefusal(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, headers, body } = refusal(failure);
  return reply.code(status).headers(headers).send(body);
}

export function feedResponse(type: string, body: string, tags: readonly string[]): CacheableResponse {
  return { status: 200, headers: { 'content-type': type }, body, tags };
}

/** The answer to a request that gets no feed; a moved one says where it is. */
export function refusal(problem: Failure, movedTo?: string): CacheableResponse {
  return {
    status: failureTable[problem.kind].status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      // Browsers keep a 301 for good, but a tag that means another one may be told apart again.
      'cache-control': movedTo === undefined ? 'no-store' : 'no-cache',
      ...(problem.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(problem.retryAfterSeconds) }),
      ...(movedTo === undefined ? {} : { location: movedTo }),
    },
    body: `${problem.message}\n`,
    tags: [],
  };
}

const BUSY_RETRY_SECONDS = 5;

/** Names of inputs that come from a path: a wrong one names nothing. */
const PATH_INPUTS = ['id', 'slug', 'name', 'tag', 'username'];

/** The answer when a call on which a feed depends has failed. */
function refusalOfCall(error: unknown): CacheableResponse {
  if (!isApiError(error)) throw error;
  if (PATH_INPUTS.some((name) => name in error.fields))
    return refusal(failure('not-found', feedMessages.notFound));
  const wait = error.retryAfterSeconds ?? (error.status === 503 ? BUSY_RETRY_SECONDS : undefined);
  return {
    status: error.status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    },
    body: `${error.message}\n`,
    tags: [],
  };
}

/**
 * The times since which feeds are as they are. A story that leaves a feed leaves no date behind, so the entries' dates
 * would tell a client that nothing has changed. A date knows seconds only: the next state is at least a second later.
 */
function createChangeTimes() {
  const known = new LRUCache<string, { etag: string; time: number }>({ max: MAX_KNOWN_FEEDS });
  return {
    of(key: string, etag: string): string {
      const before = known.get(key);
      if (before?.etag === etag) return new Date(before.time).toUTCString();
      const now = Math.floor(Date.now() / 1000) * 1000;
      const time = Math.max(now, (before?.time ?? 0) + 1000);
      known.set(key, { etag, time });
      return new Date(time).toUTCString();
    },
  };
}
