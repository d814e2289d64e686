import { createServer as createHttpServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
  createServer as createViteServer,
  isRunnableDevEnvironment,
  type RunnableDevEnvironment,
} from 'vite';
import type * as EntryServer from '#app/entry-server.tsx';
import type { PageAssets } from '#app/render.ts';
import type * as Server from '#app/server.ts';
import { loadSamples, openRuntime } from '#app/site.ts';
import { startJobs } from '#app/worker.ts';
import { assertPortsFree } from '#platform/http/free-port.ts';
import { configOrExit, exitWith } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { version } from '#platform/runtime/version.ts';

/**
 * The development site: one process, and both sides reload automatically. The database stays open; a changed
 * server module is loaded again through Vite's runner.
 */
const assets: PageAssets = {
  boot: '/src/ui/boot.ts',
  earlyClicks: '/src/ui/early-clicks.ts',
  entry: '/src/app/entry-client.tsx',
  stylesheets: [
    '/src/ui/tokens.css',
    '/src/ui/fonts.css',
    '/src/ui/base.css',
    '/src/app/announcement-banner.css',
  ],
  modules: [],
  fonts: [],
  italics: [],
};

async function main(): Promise<void> {
  process.env.NODE_ENV = 'development';
  const config = { ...configOrExit(), rateLimits: false };
  const log = createLogger({ level: config.logLevel });
  await assertPortsFree({ ...config, metrics: undefined });
  const runtime = await openRuntime(config, log);
  await loadSamples(config, runtime.context);
  const worker = await startJobs(runtime, config);

  const http = createHttpServer();
  const vite = await createViteServer({
    server: { middlewareMode: true, hmr: { server: http } },
    appType: 'custom',
  });
  const environment = vite.environments.ssr;
  if (environment === undefined || !isRunnableDevEnvironment(environment))
    throw new Error('Vite has no runner');
  const siteOf = reloadingSite(environment);

  async function reloaded(): Promise<FastifyInstance> {
    return siteOf(async (server) => {
      const entry = (await environmentImport('/src/app/entry-server.tsx')) as typeof EntryServer;
      const { app } = await server.createServer({
        context: runtime.context,
        renderer: {
          render: entry.renderPage,
          knownAddress: entry.knownAddress,
          hasPage: entry.hasPage,
          assetsOf: () => assets,
          transform: (url, html) => vite.transformIndexHtml(url, html),
        },
        rateLimits: config.rateLimits,
        trustProxy: [],
        isDevelopment: true,
        version,
      });
      await app.ready();
      return app;
    });
  }
  const environmentImport = (path: string) => (environment as RunnableDevEnvironment).runner.import(path);

  http.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      request.url = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';
      reloaded().then(
        (app) => app.routing(request, response),
        (error: Error) => {
          vite.ssrFixStacktrace(error);
          log.error({ err: error }, 'the server could not be loaded');
          response.statusCode = 500;
          response.end(error.stack);
        },
      );
    });
  });
  http.listen(config.port, config.host, () =>
    log.info({ url: config.publicUrl }, 'Nightstand is open for building'),
  );

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    http.closeAllConnections();
    await vite.close();
    await worker.stop();
    await runtime.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Reuses one site until the runner returns another server or page module. */
function reloadingSite(environment: RunnableDevEnvironment) {
  let builtFrom: [typeof Server, unknown] | undefined;
  let app: Promise<FastifyInstance> | undefined;
  return async (make: (server: typeof Server) => Promise<FastifyInstance>): Promise<FastifyInstance> => {
    const server = (await environment.runner.import('/src/app/server.ts')) as typeof Server;
    const entry = await environment.runner.import('/src/app/entry-server.tsx');
    if (app === undefined || builtFrom?.[0] !== server || builtFrom[1] !== entry) {
      builtFrom = [server, entry];
      app = make(server);
    }
    return app;
  };
}

main().catch(exitWith);
