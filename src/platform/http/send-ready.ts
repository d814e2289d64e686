import '../server-only.ts';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding, type ReadyResponse } from './response-cache.ts';

/** Sends an answer in the encoding that the client likes best, or says that it has it already. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyResponse,
  /** The request's headers that the answer depends on. */
  vary = 'accept-encoding',
): Promise<FastifyReply> {
  const encoding = chosenEncoding(request.headers['accept-encoding']);
  const etag = ready.etag(encoding);
  reply.headers(ready.headers).header('vary', vary).header('etag', etag);
  if (ready.status === 200 && isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const bytes = await ready.bytes(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(ready.status).send(bytes);
}

function chosenEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  return negotiate(accepted, [...ENCODINGS]) ?? 'identity';
}

/** A comparison of the weak kind, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isHeld(held: string | undefined, etag: string): boolean {
  if (held === undefined) return false;
  return held.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
