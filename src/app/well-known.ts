import type { FastifyInstance } from 'fastify';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { Context } from '#platform/runtime/context.ts';
import { fileUrls, urls } from '#urls.ts';

/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

/** Addresses that programs request on every site (RFC 8615). */
export function registerWellKnown(app: FastifyInstance, site: Pick<Context, 'publicUrl' | 'operator'>): void {
  app.get(fileUrls.securityTxt(), (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return securityTxt(site, new Date());
  });
  // A signed-out visitor is sent to sign in first.
  app.get(fileUrls.changePassword(), (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(urls.profile('settings'), 302),
  );
}

/**
 * The contact for security reports (RFC 9116). The date is whole days, so that all visitors of a day get the same text.
 */
function securityTxt({ publicUrl, operator }: Pick<Context, 'publicUrl' | 'operator'>, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const expires = new Date(today + VALID_DAYS * DAY_MILLISECONDS);
  const page = `${publicUrl}${urls.contact()}#security`;
  // In the order of preference.
  const contacts = operator.email === undefined ? [page] : [`mailto:${operator.email}`, page];
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${fileUrls.securityTxt()}`,
    `Policy: ${page}`,
    '',
  ].join('\n');
}
