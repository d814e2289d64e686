import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { builtRenderer } from '#app/built-renderer.ts';
import { FRESH_SECONDS } from '#app/page-answers.ts';
import type { PageRenderer } from '#app/render.ts';
import { createServer } from '#app/server.ts';
import { fillWithSamples, type Ground, openGround, startJobs, stopSite, type Worker } from '#app/site.ts';
import { type ChangeListener, listenForChanges } from '#platform/changes.ts';
import { configOrExit, exitWith } from '#platform/command.ts';
import type { Config } from '#platform/config.ts';
import { type Drain, followRequests } from '#platform/http/drain.ts';
import { freePort } from '#platform/http/free-port.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { createLogger, type Log } from '#platform/log.ts';
import { reasonOf, StartError } from '#platform/start-error.ts';
import { version } from '#platform/version.ts';

const CACHE_BYTES = 64 * 1024 * 1024;

const distribution = fileURLToPath(new URL('../dist', import.meta.url));

let opened: Promise<OpenSite> | undefined;
let isStopping = false;

interface OpenSite {
  app: FastifyInstance;
  drain: Drain;
  worker: Worker;
  changes: ChangeListener;
  ground: Ground;
  log: Log;
}

/** Port 0 asks for any free one; the site's own address has to name it before anything is made with it. */
async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config.host);
  const publicUrl = config.publicUrlGiven ? config.publicUrl : `http://localhost:${port}`;
  return { ...config, port, publicUrl };
}

async function open(): Promise<OpenSite> {
  const config = await withRealPort(configOrExit());
  // React chooses its production build by this.
  process.env.NODE_ENV = config.nodeEnv;
  const log = createLogger({ level: config.logLevel });
  const renderer = await builtRenderer(distribution);
  const ground = await openGround(config, log);
  try {
    return await openOn(ground, config, renderer, log);
  } catch (error) {
    await ground.close();
    throw error;
  }
}

async function openOn(ground: Ground, config: Config, renderer: PageRenderer, log: Log): Promise<OpenSite> {
  const { services } = ground;
  await fillWithSamples(config, services);
  const { rateLimits, trustProxy } = config;
  const clientFolder = `${distribution}/client`;
  const cache = createResponseCache({
    maximumBytes: CACHE_BYTES,
    freshMilliseconds: FRESH_SECONDS * 1000,
  });
  const app = await createServer({
    services,
    renderer,
    clientFolder,
    rateLimits,
    trustProxy,
    version,
    cache,
  });
  const drain = followRequests(app.server);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw new StartError(
      `PORT ${config.port} on ${config.host} cannot be used: ${reasonOf(error)}; set PORT to another`,
    );
  }
  const changes = listenForChanges(ground.connectionString, cache, log);
  const worker = await startJobs(ground, config);
  log.info({ url: config.publicUrl }, 'Nightstand is open');
  return { app, drain, worker, changes, ground, log };
}

/** A signal that comes while the site is still opening lets it open first: half a start is harder to undo. */
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const site = await opened;
  if (site === undefined) process.exit(0);
  site.log.info({ signal }, 'stopping');
  await stopSite(site);
  site.log.info({}, 'stopped');
  process.exit(0);
}

process.on('SIGTERM', (signal) => stop(signal).catch(exitWith));
process.on('SIGINT', (signal) => stop(signal).catch(exitWith));
opened = open();
opened.catch((error: unknown) => exitWith(error));
