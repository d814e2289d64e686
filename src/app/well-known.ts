import type { FastifyInstance } from 'fastify';
import { urls } from '#urls.ts';

const DAY_MILLISECONDS = 86_400_000;
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

/** Addresses that programs look for on every site (RFC 8615). */
export function registerWellKnown(app: FastifyInstance, publicUrl: string): void {
  app.get(urls.securityTxt(), (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return securityTxt(publicUrl, new Date());
  });
  // Whoever is signed out is asked to sign in there first.
  app.get(urls.changePassword(), (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(urls.profile('settings'), 302),
  );
}

/** Where to report a weakness (RFC 9116). Whole days, so that it is the same text for every visitor of a day. */
function securityTxt(publicUrl: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const expires = new Date(today + VALID_DAYS * DAY_MILLISECONDS);
  // In the order of preference: an operator's own address, as `mailto:…`, belongs before the page.
  const contacts = [`${publicUrl}${urls.contact()}#security`];
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${urls.securityTxt()}`,
    `Policy: ${publicUrl}${urls.contact()}#security`,
    '',
  ].join('\n');
}
