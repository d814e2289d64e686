import '../server-only.ts';
import type { FastifyRequest } from 'fastify';
import { type Failure, failure } from '#base/failure.ts';

/**
 * Whether a page of another site makes the reader's browser act; a sibling domain counts as another site. Such a page
 * can't send JSON without a preflight, but it could send a form, or make a call that needs no body, for example with a
 * beacon.
 */
export function isFromAnotherSite({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** Seconds after which to try again while the disk is nearly full. */
export const READ_ONLY_RETRY_SECONDS = 10;

export function readOnly(): Failure {
  return failure('read-only', 'The site is read-only right now. Please keep your text and try again later.', {
    retryAfterSeconds: READ_ONLY_RETRY_SECONDS,
  });
}
