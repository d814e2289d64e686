import type { FastifyInstance } from 'fastify';
import { getSite } from '#features/legal/contract/site.ts';
import { API_PREFIX, isApiAddress, sendFailure } from '#platform/http/register-calls.ts';
import type { NetworkBans } from '#platform/rate-limits/network-bans.ts';
import { fileUrls, urls } from '#urls.ts';
import { type PageRenderer, type SiteSettings, sendPlainPage } from './render.ts';
import { isBuiltFile } from './resolved-path.ts';

/** The health check, files, and the way to complain: the contact page with the call that it makes. */
function isExempt(path: string): boolean {
  return (
    path === fileUrls.healthz() ||
    path === urls.contact() ||
    path === API_PREFIX + getSite.path ||
    isBuiltFile(path)
  );
}

/** Refuses networks that are banned from the whole site, before anything else is done for them. */
export function refuseBanned(
  app: FastifyInstance,
  options: { context: SiteSettings; renderer: PageRenderer },
  bans: NetworkBans,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = bans.refuse('everything', request.ip);
    const path = request.url.split('?')[0] ?? '';
    if (refusal === undefined || isExempt(path)) return;
    if (isApiAddress(path)) return sendFailure(reply, refusal);
    return sendPlainPage(reply, options, {
      status: 403,
      title: 'Not from this network',
      message: refusal.message,
      next: { href: urls.contact(), text: 'Contact' },
    });
  });
}
