import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { failure } from '#base/failure.ts';
import { ageMessages } from '#features/age/rules.ts';
import { hasProof } from '#features/age/service/proof.ts';
import { trustedAddresses } from '#platform/http/connections.ts';
import { isApiAddress, sendFailure } from '#platform/http/register-calls.ts';
import { PRIVATE_CACHE_CONTROL } from '#platform/http/response-cache.ts';
import { isAffected } from '#platform/settings/age-regions.ts';
import { isOpen } from './age-open-paths.ts';
import { type AgeOptions, sendAgePage } from './age-page.ts';

interface AgeGateOptions extends AgeOptions {
  trustProxy: readonly string[];
}

/**
 * Refuses visitors from the regions of the settings who have not proved their age, before any cache is asked. Answers of
 * closed addresses then differ by visitor, so no cache before the site may share them.
 */
export function closeToMinors(app: FastifyInstance, options: AgeGateOptions): void {
  const { context } = options;
  const isAsked = askedVisitors(options);
  const vary = ['cookie', ...context.age.regionHeaders].join(', ');
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (isOpen(path) || !isAsked(request.raw)) return;
    if (hasProof(context.signer, request.headers.cookie)) return;
    reply.header('cache-control', 'private, no-store');
    reply.header('vary', vary);
    if (isApiAddress(path)) return sendFailure(reply, failure('age-proof-needed', ageMessages.needed));
    return sendAgePage(reply, options, { status: 403, back: request.url });
  });
  app.addHook('onSend', async (request, reply) => {
    const cacheControl = String(reply.getHeader('cache-control') ?? '');
    if (!cacheControl.includes('public') || isOpen(request.url.split('?')[0] ?? '')) return;
    reply.header('cache-control', PRIVATE_CACHE_CONTROL);
    const varied = reply.getHeader('vary');
    reply.header('vary', varied === undefined ? vary : `${String(varied)}, ${vary}`);
  });
}

/** Whether a request comes from one of the regions. A header counts only if a trusted proxy sends it. */
function askedVisitors({ context, trustProxy }: AgeGateOptions): (request: IncomingMessage) => boolean {
  const { regions, regionHeaders } = context.age;
  if (regions === 'always') return () => true;
  const isTrusted = trustedAddresses(trustProxy);
  return ({ socket, headers }) => {
    if (!isTrusted(socket.remoteAddress ?? '')) return true;
    const [country, part] = regionHeaders.map((name) => headers[name]);
    return isAffected(
      regions,
      typeof country === 'string' ? country : undefined,
      typeof part === 'string' ? part : undefined,
    );
  };
}
