import '../server-only.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '#base/bounded-map.ts';
import type { Limit } from '#base/contract.ts';
import { isDiscreet } from '#base/discreet.ts';
import type { RequestLimits } from '../rate-limits/limits.ts';
import { chosenEncoding, isHeld, OF_THE_BODY } from './prepared-response.ts';
import { isWellFormed } from './request-form.ts';
import type { Encoding, PreparedResponse, ResponseCache } from './response-cache.ts';

/**
 * Most requests ask for what was sent a moment ago. These are answered before anything else looks at them, with the
 * very headers and bytes that were sent then, as long as the cache keeps these. Whatever else is asked, or asked in
 * another way, goes on to the server as if this were not here.
 */
export interface FastPath {
  /** Remembers how a kept answer was sent. */
  remember(request: FastifyRequest, reply: FastifyReply, sent: SentAnswer): void;
  /** Answers, or gives false and has done nothing. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** How often it has answered, by status. */
  readonly given: { readonly 200: number; readonly 304: number };
}

interface SentAnswer {
  ready: PreparedResponse;
  encoding: Encoding;
  bytes: Buffer;
  limit: Limit | 'page';
}

interface Sent {
  limit: Limit | 'page';
  etag: string;
  bytes: Buffer;
  /** As Node takes them fastest: name, value, name, value. */
  headers: string[];
  headersUnchanged: string[];
}

const ADDRESSES_MAXIMUM = 5_000;

export function createFastPath(
  cache: ResponseCache,
  limits: RequestLimits,
  { hasProxies }: { hasProxies: boolean },
): FastPath {
  /** The address as it was asked for → the key in the cache. */
  const keys = new BoundedMap<string>(ADDRESSES_MAXIMUM);
  /** With the answers they belong to, so that what the cache lets go is let go here. */
  const sentBefore = new WeakMap<PreparedResponse, Map<Encoding, Sent>>();
  const encodings = new BoundedMap<Encoding>(ADDRESSES_MAXIMUM);
  /** Behind proxies: what they say → who it is. */
  const clients = new BoundedMap<string>(ADDRESSES_MAXIMUM);

  const given = { 200: 0, 304: 0 };

  function encodingOf(accepted: string): Encoding {
    const known = encodings.get(accepted);
    if (known !== undefined) return known;
    const chosen = chosenEncoding(accepted);
    encodings.set(accepted, chosen);
    return chosen;
  }

  function clientOf(request: IncomingMessage): string | undefined {
    if (!hasProxies) return request.socket.remoteAddress;
    return clients.get(proxiesOf(request));
  }

  return {
    remember(request, reply, { ready, encoding, bytes, limit }) {
      const { key } = ready;
      if (key === undefined || request.method !== 'GET') return;
      if (isDiscreet(request.headers.cookie)) return;
      keys.set(request.raw.url ?? '', key);
      if (hasProxies) clients.set(proxiesOf(request.raw), request.ip);
      const sent = sentBefore.get(ready) ?? new Map<Encoding, Sent>();
      if (sent.has(encoding)) return;
      const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
      sent.set(encoding, {
        limit,
        bytes,
        etag: ready.etag(encoding),
        headers: [...headers, ['content-length', String(bytes.length)]].flat(),
        headersUnchanged: headers.filter(([name = '']) => !OF_THE_BODY.includes(name)).flat(),
      });
      sentBefore.set(ready, sent);
    },

    answer(request, response) {
      const { headers } = request;
      // Who sends a token is answered anew; who wants a neutral title gets another page under the same address.
      if (request.method !== 'GET' || headers.authorization !== undefined) return false;
      if (isDiscreet(headers.cookie) || !isWellFormed(request)) return false;
      const key = keys.get(request.url ?? '');
      if (key === undefined) return false;
      const ready = cache.fresh(key);
      if (ready === undefined) return false;
      const sent = sentBefore.get(ready)?.get(encodingOf(headers['accept-encoding'] ?? ''));
      const client = clientOf(request);
      if (sent === undefined || client === undefined) return false;
      // The refusal is the server's to word.
      if (limits.take(sent.limit, client) !== undefined) return false;
      const status = isHeld(headers['if-none-match'], sent.etag) ? 304 : 200;
      given[status] += 1;
      if (status === 304) response.writeHead(304, sent.headersUnchanged).end();
      else response.writeHead(200, sent.headers).end(sent.bytes);
      return true;
    },
    given,
  };
}

function proxiesOf({ socket, headers }: IncomingMessage): string {
  return `${socket.remoteAddress} ${headers['x-forwarded-for'] ?? ''}`;
}
