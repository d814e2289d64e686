import type { FastifyInstance } from 'fastify';
import { accentStyles } from '#features/site-settings/rules/accent.ts';

/**
 * The styles of an accent. They follow from the colours in the address alone, so every process has them at once, and a
 * browser may keep them for good.
 */
export function registerAccent(app: FastifyInstance): void {
  app.get<{ Params: { paper: string; lamp: string } }>(
    '/accent/:paper(^[0-9a-f]{6})-:lamp(^[0-9a-f]{6}).css',
    (request, reply) => {
      reply.type('text/css; charset=utf-8');
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return accentStyles(request.params);
    },
  );
}
