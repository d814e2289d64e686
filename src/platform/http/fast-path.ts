import '../server-only.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '#base/contract.ts';
import { cookieValue } from '#base/cookies.ts';
import { isDiscreet } from '#base/discreet.ts';
import { hiddenCookieIn } from '#base/hidden-cookie.ts';
import { SAVED_FILTERS_COOKIE } from '#base/saved-filters-cookie.ts';
import type { NetworkBans } from '../rate-limits/network-bans.ts';
import type { RequestLimits } from '../rate-limits/request-limits.ts';
import { chosenEncoding, type Encoding, matchesEtag } from './prepared-response.ts';
import { isWellFormed } from './request-form.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/** Headers that describe a body, and are left out of a 304. */
export const BODY_HEADERS = ['content-type', 'content-encoding', 'content-length'];

/**
 * Sends cached responses again before Fastify sees the request, with the headers and bytes that Fastify sent the first
 * time. Every request that differs in method, address, encoding or token from one that Fastify has answered goes on to
 * Fastify.
 */
export interface FastPath {
  /** Remembers how Fastify sends a cached response. */
  remember(request: FastifyRequest, reply: FastifyReply, response: CachedResponse, sent: SentResponse): void;
  /** Sends the response; or does nothing and returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** The number of answers, by status. */
  readonly answered: { readonly 200: number; readonly 304: number };
}

interface SentResponse {
  encoding: Encoding;
  bytes: Buffer;
  rateLimit: RateLimit | 'page';
}

interface ReplayableResponse {
  rateLimit: RateLimit | 'page';
  etag: string;
  bytes: Buffer;
  /** In the form that Node writes fastest: name, value, name, value. */
  headers: string[];
  headersOf304: string[];
}

/** Bounds the length of client-chosen texts that are remembered. */
const CACHE_BOUNDS = {
  maxSize: 1_000_000,
  maxEntrySize: 500,
  sizeCalculation: (_: unknown, text: string) => text.length + 1,
};

export function createFastPath(
  cache: ResponseCache,
  limits: RequestLimits,
  { hasProxies, bans }: { hasProxies: boolean; bans: Pick<NetworkBans, 'refuse'> },
): FastPath {
  /** Request target → key in the cache. */
  const cacheKeys = new LRUCache<string, string>(CACHE_BOUNDS);
  const encodings = new LRUCache<string, Encoding>({ ...CACHE_BOUNDS, memoMethod: chosenEncoding });
  /** Behind proxies: peer and X-Forwarded-For → client address, as Fastify has found it. */
  const clients = new LRUCache<string, string>(CACHE_BOUNDS);
  /** Freed together with the cached response. */
  const replayables = new WeakMap<CachedResponse, Map<Encoding, ReplayableResponse>>();
  const answered = { 200: 0, 304: 0 };

  return {
    remember(request, reply, response, { encoding, bytes, rateLimit }) {
      if (response.key === undefined) return;
      if (changesPages(request.headers.cookie)) return;
      cacheKeys.set(request.raw.url ?? '', response.key);
      if (hasProxies) clients.set(proxyChainOf(request.raw), request.ip);
      const byEncoding = replayables.get(response) ?? new Map<Encoding, ReplayableResponse>();
      const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
      byEncoding.set(encoding, {
        rateLimit,
        bytes,
        etag: response.etag(encoding),
        headers: [...headers, ['content-length', String(bytes.length)]].flat(),
        headersOf304: headers.filter(([name = '']) => !BODY_HEADERS.includes(name)).flat(),
      });
      replayables.set(response, byEncoding);
    },

    answer(request, response) {
      const { headers } = request;
      // Requests with a token or one of these cookies get another response under the same address.
      if (request.method !== 'GET' || headers.authorization !== undefined) return false;
      if (changesPages(headers.cookie) || !isWellFormed(request)) return false;
      const key = cacheKeys.get(request.url ?? '');
      const cached = key === undefined ? undefined : cache.fresh(key);
      if (cached === undefined) return false;
      const replayable = replayables.get(cached)?.get(encodings.memo(headers['accept-encoding'] ?? ''));
      const client = hasProxies ? clients.get(proxyChainOf(request)) : request.socket.remoteAddress;
      if (replayable === undefined || client === undefined) return false;
      // Fastify writes the refusals.
      if (bans.refuse('everything', client) !== undefined) return false;
      if (limits.take(replayable.rateLimit, client) !== undefined) return false;
      const status = matchesEtag(headers['if-none-match'], replayable.etag) ? 304 : 200;
      answered[status] += 1;
      if (status === 304) response.writeHead(304, replayable.headersOf304).end();
      else response.writeHead(200, replayable.headers).end(replayable.bytes);
      return true;
    },
    answered,
  };
}

/** Whether the page under an address is another one for a reader with these cookies. */
function changesPages(cookies: string | undefined): boolean {
  return (
    isDiscreet(cookies) ||
    hiddenCookieIn(cookies) !== undefined ||
    cookieValue(cookies, SAVED_FILTERS_COOKIE) !== undefined
  );
}

function proxyChainOf({ socket, headers }: IncomingMessage): string {
  return `${socket.remoteAddress} ${headers['x-forwarded-for'] ?? ''}`;
}
