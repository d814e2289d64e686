import '../server-only.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '#base/contract.ts';
import { BODY_HEADERS, type FastPath } from './fast-path.ts';
import { chosenEncoding, matchesEtag, type PreparedResponse } from './prepared-response.ts';
import type { CachedResponse } from './response-cache.ts';

interface SendOptions {
  /** Sends a cached response again without Fastify. */
  fastPath: FastPath | undefined;
  rateLimit: RateLimit | 'page';
  /** Whether the client has it by another sign than its tag. */
  isKnown?: boolean;
}

/** Sends a response in the encoding that the client prefers, or 304 when the client has it already. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse | CachedResponse,
  { fastPath, rateLimit, isKnown = false }: SendOptions,
): Promise<FastifyReply> {
  const encoding = chosenEncoding(request.headers['accept-encoding'] ?? '');
  const etag = response.etag(encoding);
  const { vary, ...headers } = response.headers;
  reply.headers(headers).header('etag', etag);
  reply.header('vary', vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`);
  const bytes = await response.bytes(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // Also before a 304: all clients that request a page may already have it.
  if ('key' in response) fastPath?.remember(request, reply, response, { encoding, bytes, rateLimit });
  if (response.status === 200 && (isKnown || matchesEtag(request.headers['if-none-match'], etag))) {
    for (const name of BODY_HEADERS) reply.removeHeader(name);
    return reply.code(304).send();
  }
  return reply.code(response.status).send(bytes);
}
