import '../server-only.ts';
import { LRUCache } from 'lru-cache';
import { type PreparedResponse, prepareResponse, type RenderedResponse } from './prepared-response.ts';

/** The age from which a cached page is rendered again; changes to counts purge nothing. No page is served from twice this age on. */
export const FRESH_SECONDS = 20;

/** Caches in front of the site receive no purges: this age removes a hidden story from them within a minute. */
export const PUBLIC_CACHE_CONTROL = publicCacheControl(0);

/**
 * The same, for what a browser may show again for some time without asking. It has no `stale-while-revalidate`, because
 * Firefox applies that as well: it would show a story to its author as it was before a change.
 */
export function publicCacheControl(browserSeconds: number): string {
  return `public, max-age=${browserSeconds}, s-maxage=${FRESH_SECONDS}`;
}

/** For responses that differ by reader: only the site's own cache holds them. */
export const PRIVATE_CACHE_CONTROL = 'private, max-age=0';

export interface CacheableResponse extends RenderedResponse {
  /** The cache tags that purge it: `story the-ferry`, `lists`. A response without any is not cached. */
  tags: readonly string[];
}

export interface CachedResponse extends PreparedResponse {
  /** Its key in the cache; undefined: it is not cached. */
  key: string | undefined;
  tags: readonly string[];
}

type Render = () => Promise<CacheableResponse>;

export interface ResponseCache {
  /**
   * The cached response, or a newly rendered one, which all concurrent requests for the key share. A stale response is
   * returned while one new rendering replaces it; one that has been stale for longer than it was fresh, only if that fails.
   */
  respond(key: string, render: Render): Promise<CachedResponse>;
  /** The cached response, unless it is stale. */
  fresh(key: string): CachedResponse | undefined;
  /** Removes the responses with one of these tags; those being rendered will not be cached. */
  purge(tags: readonly string[]): void;
  clear(): void;
  counts(): CacheCounts;
}

interface CacheCounts {
  /** Calls of `respond` that found a response, and renderings. */
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

interface CacheOptions {
  maxBytes: number;
  freshMilliseconds: number;
  now?: () => number;
}

const ONLY_FRESH = { allowStale: false };

export function createResponseCache({ maxBytes, freshMilliseconds, now }: CacheOptions): ResponseCache {
  let hits = 0;
  let misses = 0;
  /** The tags purged since each rendering under way began. */
  const purgedDuringRendering = new Set<Set<string>>();
  const responses = new LRUCache<string, CachedResponse, Render>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 8),
    ttl: freshMilliseconds,
    ttlResolution: 0,
    ...(now && { perf: { now } }),
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    // An aborted rendering is not cached, but the requests that wait for it still get it.
    ignoreFetchAbort: true,
    async fetchMethod(key, stale, { options, context: render }) {
      misses += 1;
      const purged = new Set<string>();
      purgedDuringRendering.add(purged);
      const rendered = await render().finally(() => purgedDuringRendering.delete(purged));
      // The stale response stays until a rendering succeeds.
      if (stale !== undefined && rendered.status >= 429) return undefined;
      const { status, tags } = rendered;
      const isCacheable = status === 200 && tags.length > 0 && !tags.some((tag) => purged.has(tag));
      // A response larger than maxEntrySize is not stored, and its key's former entry is removed.
      options.size = isCacheable ? sizeOf(key, rendered) : maxBytes;
      return { ...prepareResponse(rendered), key: isCacheable ? key : undefined, tags };
    },
  });

  return {
    async respond(key, render) {
      const isCached = responses.peek(key) !== undefined;
      if (isCached && responses.getRemainingTTL(key) > -freshMilliseconds) {
        hits += 1;
        const response = await responses.fetch(key, { context: render });
        if (response !== undefined) return response;
      }
      try {
        const response = await responses.fetch(key, { context: render, ...ONLY_FRESH });
        if (response !== undefined) return response;
      } catch (error) {
        // A response that was purged meanwhile is gone.
        if (responses.peek(key) === undefined) throw error;
      }
      const outdated = responses.peek(key);
      if (outdated === undefined) throw new Error(`nothing was rendered for ${key}`);
      return outdated;
    },
    fresh: (key) => responses.get(key, ONLY_FRESH),
    purge(tags) {
      for (const purged of purgedDuringRendering) for (const tag of tags) purged.add(tag);
      const outdated: string[] = [];
      responses.forEach((response, key) => {
        if (response.tags.some((tag) => tags.includes(tag))) outdated.push(key);
      });
      for (const key of outdated) responses.delete(key);
    },
    clear: () => responses.clear(),
    counts: () => ({ hits, misses, entries: responses.size, bytes: responses.calculatedSize }),
  };
}

/** An estimate of the memory that an entry takes with both compressed bodies. */
function sizeOf(key: string, { body }: RenderedResponse): number {
  return key.length + Math.ceil(Buffer.byteLength(body) * 1.6) + 500;
}
