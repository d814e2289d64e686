import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { PageRenderer } from '#app/render.ts';
import { createServer, type ServerOptions } from '#app/server.ts';
import type { Context } from '#platform/runtime/context.ts';

/** A renderer for tests of the API alone, which request no page. */
export const noPages: PageRenderer = {
  render: () => Promise.reject(new Error('this test renders no pages')),
  knownAddress: (url) => url,
  hasPage: () => true,
  assetsOf: () => ({
    boot: '',
    earlyClicks: '',
    entry: '',
    stylesheets: [],
    modules: [],
    fonts: [],
    italics: [],
  }),
};

/** The whole server without a socket. */
export async function testServer(
  context: Context,
  options: Partial<
    Pick<ServerOptions, 'renderer' | 'rateLimits' | 'trustProxy' | 'cache' | 'reads' | 'metrics' | 'bans'>
  > = {},
): Promise<FastifyInstance> {
  const { app } = await createServer({
    context,
    renderer: options.renderer ?? noPages,
    rateLimits: options.rateLimits ?? false,
    trustProxy: options.trustProxy ?? [],
    cache: options.cache,
    reads: options.reads,
    metrics: options.metrics,
    bans: options.bans,
    version: '0.0.0-test',
  });
  await app.ready();
  after(() => app.close());
  return app;
}
