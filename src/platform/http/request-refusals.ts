import '../server-only.ts';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#base/contract.ts';
import { type Failure, failure } from '#base/failure.ts';

/**
 * Whether a page of another site makes the reader's browser act; a sibling domain counts as another site. Such a page
 * can't send JSON without a preflight, but it could make a call that needs no body, for example with a beacon.
 */
export function isFromAnotherSite(call: Call, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return call.method !== 'GET' && (site === 'cross-site' || site === 'same-site');
}

export function readOnly(): Failure {
  return failure('read-only', 'The site is read-only right now. Please keep your text and try again later.', {
    retryAfterSeconds: 10,
  });
}
