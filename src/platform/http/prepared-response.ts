import '../server-only.ts';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limit } from '#base/contract.ts';
import type { FastPath } from './fast-path.ts';
import { ENCODINGS, type Encoding, type PreparedResponse } from './response-cache.ts';

/** Headers that tell of what is sent, and have no place where nothing is. */
export const OF_THE_BODY = ['content-type', 'content-encoding', 'content-length'];

interface SendOptions {
  /** Remembers what is sent, to send it quicker the next time. */
  fastPath: FastPath | undefined;
  limit: Limit | 'page';
}

/** Sends an answer in the encoding that the client likes best, or says that it has it already. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: PreparedResponse,
  { fastPath, limit }: SendOptions,
): Promise<FastifyReply> {
  const encoding = chosenEncoding(request.headers['accept-encoding']);
  const etag = ready.etag(encoding);
  const { vary, ...headers } = ready.headers;
  reply.headers(headers).header('etag', etag);
  reply.header('vary', vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`);
  const bytes = await ready.bytes(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // Also where nothing is sent of it: those who have a page already may be the only ones who ask for it.
  fastPath?.remember(request, reply, { ready, encoding, bytes, limit });
  if (ready.status === 200 && isHeld(request.headers['if-none-match'], etag)) {
    for (const name of OF_THE_BODY) reply.removeHeader(name);
    return reply.code(304).send();
  }
  return reply.code(ready.status).send(bytes);
}

export function chosenEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined || accepted === '') return 'identity';
  return negotiate(accepted, [...ENCODINGS]) ?? 'identity';
}

/** Whether a client has it already: a comparison of the weak kind, as If-None-Match asks for (RFC 9110, 13.1.2). */
export function isHeld(held: string | undefined, etag: string): boolean {
  if (held === undefined) return false;
  if (held === etag) return true;
  return held.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
