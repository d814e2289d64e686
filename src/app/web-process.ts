import type { FastifyInstance } from 'fastify';
import { networkBansOf } from '#features/network-bans/service/bans.ts';
import { type InvalidationListener, listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { openReadReplica, type ReadReplica } from '#platform/database/read-replica.ts';
import type { Announcements } from '#platform/http/announcements.ts';
import type { Connections } from '#platform/http/connections.ts';
import { portError } from '#platform/http/free-port.ts';
import { createResponseCache, FRESH_SECONDS } from '#platform/http/response-cache.ts';
import { createWebMetrics, type WebMetrics } from '#platform/metrics/web-metrics.ts';
import type { NetworkBans } from '#platform/rate-limits/network-bans.ts';
import type { Context } from '#platform/runtime/context.ts';
import { version } from '#platform/runtime/version.ts';
import type { Config } from '#platform/settings/config.ts';
import { builtRenderer } from './built-renderer.ts';
import { createServer } from './server.ts';
import { warmUpBooks } from './warm-up-books.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
/** The kernel's queue of unaccepted connections while the process is busy; the system's own limit may be lower. */
const BACKLOG = 4_096;
const DRAIN_MILLISECONDS = 10_000;
/** The first visitors come first. */
const WARM_UP_AFTER_MILLISECONDS = 2_000;

/** The request-answering part of every web process. */
export interface WebProcess {
  app: FastifyInstance;
  connections: Connections;
  invalidation: InvalidationListener;
  replica: ReadReplica | undefined;
  bans: NetworkBans;
  announcements: Announcements;
  metrics: WebMetrics | undefined;
}

export async function openWebProcess(
  { context, connectionString }: { context: Context; connectionString: string },
  config: Config,
  distribution: string,
): Promise<WebProcess> {
  const renderer = await builtRenderer(distribution);
  const cache = createResponseCache({
    maxBytes: CACHE_BYTES,
    freshMilliseconds: FRESH_SECONDS * 1000,
  });
  const { databaseReplicaUrl, databaseDirectUrl } = config;
  const replica =
    databaseReplicaUrl === undefined
      ? undefined
      : openReadReplica(databaseReplicaUrl, context, { isPooled: databaseDirectUrl !== undefined });
  const metrics = config.metrics && createWebMetrics();
  const bans = networkBansOf(context);
  await bans.reload();
  const { app, connections } = await createServer({
    context,
    bans,
    metrics,
    reads: replica?.runPublicRead,
    renderer,
    cache,
    clientFolder: `${distribution}/client`,
    rateLimits: config.rateLimits,
    trustProxy: config.trustProxy,
    shedsLoad: config.rateLimits,
    version,
  });
  try {
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  } catch (error) {
    throw portError('PORT', config, error);
  }
  const warmUp = () =>
    warmUpBooks().catch((err: unknown) => context.log.error({ err }, 'no book could be made'));
  setTimeout(warmUp, WARM_UP_AFTER_MILLISECONDS).unref();
  const { settings, announcements } = context;
  for (const live of [settings, announcements]) live.onChange(() => cache.clear());
  // The replica hears first, because a purged page may be requested at once.
  const receivers = [...(replica === undefined ? [] : [replica]), bans, settings, announcements, cache];
  const changes = listenForInvalidation(connectionString, receivers, context.log);
  const closing = { app, connections, invalidation: changes, replica, bans, announcements };
  return { ...closing, metrics };
}

/** Lets the requests under way finish. */
export async function closeWebProcess({
  app,
  connections,
  invalidation,
  replica,
  bans,
  announcements,
}: WebProcess): Promise<void> {
  await connections.drain(DRAIN_MILLISECONDS);
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
  await invalidation.stop();
  bans.stop();
  announcements.stop();
  await replica?.close();
}
