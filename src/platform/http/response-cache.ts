import '../server-only.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How old the counts in a kept answer may be. */
export const FRESH_SECONDS = 20;

/** For caches in front of the site, who hear of no change: what was hidden is gone from there within a minute. */
export const PUBLIC_CACHE_CONTROL = `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-while-revalidate=${FRESH_SECONDS}`;

/** An answer as it was made, and what makes it outdated. */
export interface RenderedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** By which it is purged: `story the-ferry`, `lists`. None: it is not kept. */
  tags: readonly string[];
}

/** An answer that can be sent as it is, in any encoding. */
export interface PreparedResponse {
  /** Under which it is kept; undefined: it is not. */
  key?: string;
  status: number;
  headers: Record<string, string>;
  bytes(encoding: Encoding): Promise<Buffer>;
  /** Strong, so each encoding has its own (RFC 9110, 8.8.3). */
  etag(encoding: Encoding): string;
}

export interface ResponseCache {
  /** The answer kept under a key, or a new one. Of many who ask at once for the same, one makes it, the others wait. */
  respond(key: string, make: () => Promise<RenderedResponse>): Promise<PreparedResponse>;
  /** The answer kept under a key, unless it is time to make it anew. */
  fresh(key: string): PreparedResponse | undefined;
  /** Forgets what carries one of these tags, also what is just being made. */
  purge(tags: readonly string[]): void;
  clear(): void;
  figures(): CacheCounts;
}

interface CacheCounts {
  /** How often `respond` had an answer, and how often one was made. */
  kept: number;
  made: number;
  entries: number;
  bytes: number;
}

interface Entry extends PreparedResponse {
  tags: readonly string[];
  freshUntil: number;
  /** When it was last put to the end of the line. */
  usedAt: number;
  size: number;
}

export interface CacheOptions {
  maxBytes: number;
  /** How old counts on a page may be: what changes them purges nothing. Then it is made anew, once, while the old is still given. */
  freshMilliseconds: number;
  /** A clock that only runs forward. */
  now?: () => number;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const TOUCH_MILLISECONDS = 1_000;
// 2 ms for a page of 60 kB; level 11 takes 150.
const BROTLI_QUALITY = 5;

export function createResponseCache(options: CacheOptions): ResponseCache {
  const { maxBytes, freshMilliseconds, now = () => performance.now() } = options;
  // A Map keeps the order of insertion: the first key is the one used longest ago.
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, { answer: Promise<PreparedResponse>; purged: Set<string> }>();
  let bytes = 0;
  let kept = 0;
  let made = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= entry.size;
  }

  function keep(key: string, entry: Entry): void {
    drop(key);
    if (entry.size > maxBytes / 8) return;
    entries.set(key, entry);
    bytes += entry.size;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  function makeAnew(key: string, make: () => Promise<RenderedResponse>): Promise<PreparedResponse> {
    const running = underWay.get(key);
    if (running !== undefined) return running.answer;
    made += 1;
    const purged = new Set<string>();
    const answer = make()
      .then((made) => {
        const ready = prepareResponse(made);
        const isOutdated = purged.has(ALL) || made.tags.some((tag) => purged.has(tag));
        // What is gone takes the place of what was there, also when nothing told of it.
        if (made.status < 429) drop(key);
        if (made.status === 200 && made.tags.length > 0 && !isOutdated)
          keep(key, {
            ...ready,
            key,
            tags: made.tags,
            freshUntil: now() + freshMilliseconds,
            usedAt: now(),
            size: sizeOf(key, made),
          });
        return ready;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, { answer, purged });
    return answer;
  }

  return {
    async respond(key, make) {
      const found = entries.get(key);
      if (found === undefined) return makeAnew(key, make);
      kept += 1;
      entries.delete(key);
      entries.set(key, found);
      // The one who asks gets what is there; a failure leaves it there, and is told to nobody.
      if (found.freshUntil < now()) makeAnew(key, make).catch(() => undefined);
      return found;
    },
    fresh(key) {
      const kept = entries.get(key);
      const time = now();
      if (kept === undefined || kept.freshUntil < time) return undefined;
      // Not at each of ten thousand requests a second: a Map has to be tidied up after it.
      if (kept.usedAt < time - TOUCH_MILLISECONDS) {
        kept.usedAt = time;
        entries.delete(key);
        entries.set(key, kept);
      }
      return kept;
    },
    purge(tags) {
      const purged = new Set(tags);
      for (const [key, entry] of entries) if (entry.tags.some((tag) => purged.has(tag))) drop(key);
      for (const one of underWay.values()) for (const tag of tags) one.purged.add(tag);
    },
    clear() {
      entries.clear();
      bytes = 0;
      for (const one of underWay.values()) one.purged.add(ALL);
    },
    figures: () => ({ kept, made, entries: entries.size, bytes }),
  };
}

const ALL = '*';

/** Roughly what an entry costs once both encodings have been asked for. */
function sizeOf(key: string, made: RenderedResponse): number {
  return key.length + Math.ceil(Buffer.byteLength(made.body) * 1.6) + 500;
}

/** An answer that is given once and not kept. */
export function prepareResponse({ status, headers, body }: Omit<RenderedResponse, 'tags'>): PreparedResponse {
  const identity = Buffer.from(body);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const encoded = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]]);
  return {
    status,
    headers,
    bytes(encoding) {
      const known = encoded.get(encoding);
      if (known !== undefined) return known;
      const made = compress(identity, encoding);
      encoded.set(encoding, made);
      return made;
    },
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
  };
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: 6 });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
