import type { FastifyInstance } from 'fastify';
import { hiddenTextOf, parseHiddenSet } from '#features/hidden/rules.ts';
import { findRandomStory } from '#features/stories/service/stories.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';

/** Leads to a good story by chance. No cache keeps the answer, and no search engine follows it. */
export function registerRandomStory(
  app: FastifyInstance,
  { context, limits }: { context: Context; limits: RequestLimits },
): void {
  app.get(urls.random(), async (request, reply) => {
    const limitFailure = limits.take('page', request.ip);
    if (limitFailure !== undefined) {
      reply.header('retry-after', String(limitFailure.retryAfterSeconds));
      return reply.code(429).type('text/plain; charset=utf-8').send(limitFailure.message);
    }
    const slug = await findRandomStory(context, parseHiddenSet(hiddenTextOf(request.headers.cookie)));
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .redirect(slug === undefined ? urls.home() : urls.story(slug), 302);
  });
}
