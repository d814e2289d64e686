import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { siteName } from '#base/site-name.ts';
import { authenticate } from '#features/accounts/service/sessions.ts';
import { createCoverPictures } from '#features/covers/service/cover-pictures.ts';
import type { RunPublicRead } from '#platform/database/public-reads.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { type Connections, createConnections } from '#platform/http/connections.ts';
import { createFastPath } from '#platform/http/fast-path.ts';
import { httpServers } from '#platform/http/http-servers.ts';
import { inProcessApi } from '#platform/http/implemented-call.ts';
import { acceptJsonOnly } from '#platform/http/json-body.ts';
import { refuseBusyNetworks, refuseWhileClosing, shedLoad } from '#platform/http/load-shedding.ts';
import { describeCalls, type OpenApiDocument } from '#platform/http/openapi.ts';
import { isApiAddress, registerCalls } from '#platform/http/register-calls.ts';
import type { ResponseCache } from '#platform/http/response-cache.ts';
import { routeOf } from '#platform/metrics/route-times.ts';
import type { WebMetrics } from '#platform/metrics/web-metrics.ts';
import { type NetworkBans, noBans } from '#platform/rate-limits/network-bans.ts';
import { createRequestLimits, noLimits } from '#platform/rate-limits/request-limits.ts';
import { createSharedCounters } from '#platform/rate-limits/shared-counters.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';
import { fileUrls, urls } from '#urls.ts';
import { registerAccent } from './accent.ts';
import { closeToMinors } from './age-gate.ts';
import { registerAge } from './age-routes.ts';
import { api } from './api.ts';
import { apiDocsPage } from './api-docs.ts';
import { refuseBanned } from './banned-networks.ts';
import { registerBooks } from './books.ts';
import { answerBrokenRequests, refuseMalformed } from './broken-requests.ts';
import { registerCatalogue } from './catalogue.ts';
import { registerCookieForm } from './cookie-form.ts';
import { registerCovers } from './covers.ts';
import { answerException } from './errors.ts';
import { registerFeeds } from './feeds.ts';
import { addSecurityHeaders, securityHeaders } from './headers.ts';
import { hidingForm } from './hiding.ts';
import { registerOneClick } from './one-click.ts';
import { registerOpenSearch } from './open-search.ts';
import { registerRandomStory } from './random-story.ts';
import { registerPages } from './register-pages.ts';
import { type PageRenderer, pageVariantOf } from './render.ts';
import { isBuiltFile } from './resolved-path.ts';
import { savingFiltersForm } from './saving-filters.ts';
import { registerSitemap } from './sitemap.ts';
import { registerWebApp } from './web-app.ts';
import { registerWellKnown } from './well-known.ts';

export interface ServerOptions {
  context: Context;
  renderer: PageRenderer;
  /** The database for public reads; undefined: the primary. */
  reads?: RunPublicRead | undefined;
  /** Caches finished responses; undefined: nothing is cached. */
  cache?: ResponseCache | undefined;
  /** The built client's folder; undefined when the development server serves it. */
  clientFolder?: string;
  rateLimits: boolean;
  /** CIDR blocks of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  isDevelopment?: boolean;
  /** Whether requests are refused under overload; tests of the API alone switch this off. */
  shedsLoad?: boolean;
  /** Counts requests and responses; undefined: they are not counted. */
  metrics?: WebMetrics | undefined;
  /** The banned networks; undefined: none. */
  bans?: NetworkBans | undefined;
  /** The version in the API's description. */
  version: string;
}

const BODY_LIMIT_BYTES = 512 * 1024;

/** The whole site on one Fastify: everything that a request passes, in order. */
export async function createServer(
  options: ServerOptions,
): Promise<{ app: FastifyInstance; connections: Connections }> {
  const { context, reads, cache } = options;
  const limits = options.rateLimits
    ? createRequestLimits(createSharedCounters(context), context.log)
    : noLimits;
  const hasProxies = options.trustProxy.length > 0;
  const { bans = noBans } = options;
  const age = withAge(context);
  // The fast path sends to everyone what one visitor got.
  const fastPath =
    age === undefined ? cache && createFastPath(cache, limits, { hasProxies, bans }) : undefined;
  const headers = {
    isHttps: context.publicUrl.startsWith('https:'),
    isDevelopment: options.isDevelopment ?? false,
    remoteImages: context.remoteImages,
  };
  const connections = createConnections({
    trusted: options.trustProxy,
    ...(options.rateLimits ? {} : { perNetwork: Number.POSITIVE_INFINITY }),
  });
  const isAnswered = (socket: Socket) => connections.responseOn(socket)?.headersSent === true;
  const app = Fastify({
    clientErrorHandler: answerBrokenRequests(securityHeaders(headers), {
      isAnswered,
      isUploading: connections.isUploading,
    }),
    // An address that can't be decoded never reaches the hooks that add these headers to other responses.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(headers));
      void answerException(error, request, reply, options);
    },
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: requestIds(),
    trustProxy: options.trustProxy.length === 0 ? false : options.trustProxy,
    // Fastify's log lines contain the address, which may carry a token or a search.
    logger: false,
    serverFactory: httpServers(connections, fastPath),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Fastify's own answer has neither the headers of ours nor a time to come back: refuseWhileClosing.
    return503OnClosing: false,
  });
  app.addHook('onClose', async () => {
    limits.stop();
    connections.stop();
  });
  addSecurityHeaders(app, headers);
  refuseWhileClosing(app);
  refuseMalformed(app);
  refuseBusyNetworks(app, connections);
  refuseBanned(app, options, bans);
  if (age !== undefined) closeToMinors(app, { ...options, context: age });
  acceptJsonOnly(app);
  logRequests(app, context);
  options.metrics?.watch(app, {
    pool: context.pool,
    cache,
    fastPath,
    publishing: context.publishing,
    signUps: context.signUps,
    age: context.age,
  });
  if (options.shedsLoad) {
    shedLoad(app, {
      pool: context.pool,
      isExempt: (url) => url === fileUrls.healthz() || isBuiltFile(url.split('?')[0] ?? ''),
      needsDatabase: isApiAddress,
    });
  }
  app.setErrorHandler((error, request, reply) => answerException(error, request, reply, options));

  app.get(fileUrls.healthz(), async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    // Busy connections show that the database is up, and the check should not wait for a free one.
    const { waitingCount, idleCount, totalCount, options: pool } = context.pool;
    if (waitingCount > 0 || (idleCount === 0 && totalCount >= pool.max)) return { status: 'busy' };
    await context.db.selectFrom('story_totals').select('one_row').execute();
    return { status: context.freeSpace.isLow() ? 'read-only' : 'ok' };
  });

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    await scope.register(fastifyCookie);
    registerCalls(scope, api, {
      context,
      limits,
      authenticate: authenticate(context),
      runPublicRead: reads,
      cache,
      fastPath,
      connections,
      bans,
    });
    let described: OpenApiDocument | undefined;
    const description = () => {
      described ??= describeCalls(
        api.map((implementation) => implementation.call),
        context.publicUrl,
        options.version,
      );
      return { ...described, info: { ...described.info, title: siteName() } };
    };
    scope.get(fileUrls.openApi(), async () => description());
    scope.get(fileUrls.apiDocs(), async (request, reply) => {
      reply.type('text/html; charset=utf-8');
      return apiDocsPage(description(), options.renderer.assetsOf([]), pageVariantOf(request, context));
    });
  });

  if (age !== undefined) registerAge(app, { context: age, renderer: options.renderer }, limits);
  registerOneClick(app, options, limits);
  for (const form of [hidingForm(context), savingFiltersForm]) registerCookieForm(app, options, limits, form);
  registerSitemap(app, context);
  registerOpenSearch(app, context.publicUrl);
  registerWellKnown(app, context);
  registerAccent(app);
  registerWebApp(app, { renderer: options.renderer, clientFolder: options.clientFolder });
  registerRandomStory(app, { context, limits });
  const pictures = createCoverPictures();
  registerCovers(app, { context, limits, cache, fastPath, pictures });
  const callApi = inProcessApi(api, context, reads);
  registerFeeds(app, { context, callApi, limits, cache });
  const callAs = (account: SignedIn) => inProcessApi(api, context, reads, account);
  registerCatalogue(app, { context, callApi, callAs, limits, cache });
  registerBooks(app, { context, limits, pictures, renderer: options.renderer });
  // For browsers without script; boot.ts leaves without a request to the site.
  app.get(urls.exit(), async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(context.settings.values.exitUrl, 303),
  );
  if (options.clientFolder !== undefined) await registerFiles(app, options.clientFolder);
  registerPages(app, {
    context,
    renderer: options.renderer,
    callApi,
    limits,
    cache,
    fastPath,
  });
  return { app, connections };
}

/** Serves the files of the browser's build, in the form that is already compressed. */
async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['.vite/**', 'assets/**'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names in assets/ contain a hash of the content.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  // One route for a thousand files: a route for each takes an eighth of the start.
  const names = new Set(await readdir(join(folder, 'assets')));
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params;
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
  });
}

/** The context of a site that checks the age of its readers. */
function withAge(context: Context): (Context & { age: AgeAssurance }) | undefined {
  const { age } = context;
  return age && { ...context, age };
}

/** Unique across processes, which share one log; Fastify's own ids restart with each process. */
function requestIds(): () => string {
  const processId = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `req-${processId}-${count}`;
  };
}

/**
 * One line and one measurement for each request that the fast path does not answer: the route's pattern, never address, name or network.
 */
function logRequests(app: FastifyInstance, { log, routeTimes }: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request.routeOptions.url);
    routeTimes.record(route === 'page' ? route : `${request.method} ${route}`, reply.elapsedTime);
    log.debug(
      {
        id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
