import cluster from 'node:cluster';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { joinRuntime, loadSamples, openRuntime } from '#app/site.ts';
import { DATABASE_OF_PARENT, openWebCluster } from '#app/web-cluster.ts';
import { closeWebProcess, openWebProcess } from '#app/web-process.ts';
import { startJobs, type Worker } from '#app/worker.ts';
import { commentFigures } from '#features/comments/service/figures.ts';
import { isOtherSecret, staffWithoutFactor } from '#features/second-factors/service/factors.ts';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import type { Database } from '#platform/database/database.ts';
import { assertPortsFree, freePort } from '#platform/http/free-port.ts';
import { createCommentMetrics } from '#platform/metrics/comment-metrics.ts';
import { type MetricsServer, openMetricsServer } from '#platform/metrics/metrics-server.ts';
import { createWorkMetrics } from '#platform/metrics/work-metrics.ts';
import { configOrExit, exitWith } from '#platform/runtime/command.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger, type Log, logNodeWarnings } from '#platform/runtime/log.ts';
import { warmUpPasswords } from '#platform/security/password.ts';
import type { Config } from '#platform/settings/config.ts';
import { mistypedText } from '#platform/settings/mistyped-settings.ts';
import { isPublicSite } from '#platform/settings/operator.ts';

const distribution = installedPath('dist');

interface OpenSite {
  log: Log;
  /** Lets requests and jobs under way finish, and stops the database last. */
  close(): Promise<void>;
}

/** The time that a start that is told to stop has left for its current step. */
const MAX_STOP_MILLISECONDS = 5_000;

let siteOpening: Promise<OpenSite> | undefined;
let endDatabase = async () => {};
const stopping = new AbortController();

/** The two lines that a person at a terminal needs first: the site's address and the mail's destination. */
function welcomeText({ publicUrl, smtpUrl, dataDir }: Config): string {
  const mail =
    smtpUrl === undefined
      ? `Mail is written to files in ${join(dataDir, 'mail')}`
      : `Mail goes to the mail server ${new URL(smtpUrl).host}`;
  return `Nightstand is open at ${publicUrl}\n${mail}\n`;
}

/** Port 0 takes any free port. It is chosen first, because the site's own address contains it. */
async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config.host);
  const publicUrl = config.publicUrlGiven ? config.publicUrl : `http://localhost:${port}`;
  return { ...config, port, publicUrl };
}

async function open(): Promise<OpenSite> {
  const config = await withRealPort(configOrExit());
  // React chooses its production build by this variable.
  process.env.NODE_ENV = config.nodeEnv;
  const log = createLogger({ level: levelOf(config) });
  logNodeWarnings(log);
  const databaseOfParent = process.env[DATABASE_OF_PARENT];
  if (cluster.isWorker && databaseOfParent !== undefined) {
    await warmUpPasswords();
    return openWebWorker(config, databaseOfParent, log);
  }
  await assertPortsFree(config);
  await warmUpPasswords();
  return openSite(config, log);
}

/** At a terminal two lines tell the essentials, so the log shows only problems there, unless a level is set. */
function levelOf({ logLevel, logLevelGiven }: Config): Config['logLevel'] {
  return process.stdout.isTTY && !logLevelGiven ? 'warn' : logLevel;
}

/** One of several web processes: it only answers requests. */
async function openWebWorker(config: Config, connectionString: string, log: Log): Promise<OpenSite> {
  const runtime = await joinRuntime(connectionString, config, log);
  const web = await openWebProcess(runtime, config, distribution);
  return {
    log,
    async close() {
      await closeWebProcess(web);
      await runtime.close();
    },
  };
}

async function openSite(config: Config, log: Log): Promise<OpenSite> {
  const { signal } = stopping;
  const runtime = await openRuntime(config, log, {
    signal,
    onDatabase: (end) => {
      endDatabase = end;
    },
  });
  let worker: Worker | undefined;
  let web: Web | undefined;
  let metrics: MetricsServer | undefined;
  const close = async () => {
    await metrics?.stop();
    await web?.close();
    await worker?.stop();
    await runtime.close();
  };
  try {
    await loadSamples(config, runtime.context);
    signal.throwIfAborted();
    worker = await startJobs(runtime, config);
    const { db } = runtime.context;
    await warnOfStaffWithoutFactor(db, config, log);
    if (await isOtherSecret(runtime.context))
      log.error({}, 'SECRET is another one than when members set up second factors: their codes are refused');
    signal.throwIfAborted();
    // The last step that needs the database: a site that answers stays open when the database is lost.
    web = await openWeb(runtime, config, log);
    if (config.metrics) {
      const comments = createCommentMetrics(() => commentFigures(db));
      const sources = [web.metrics, createWorkMetrics(db).text, comments.text];
      metrics = await openMetricsServer(config.metrics, sources, log);
    }
    log.info({ url: config.publicUrl, processes: config.webConcurrency }, 'Nightstand is open');
    warnOfUnnamedOperator(config, log);
    warnOfMistypedSettings(config, log);
    if (process.stdout.isTTY) process.stdout.write(welcomeText(config));
    return { log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The law requires a public site to name its operator. Logs one line at each start until it does. */
function warnOfUnnamedOperator({ publicUrl, operatorSettingsMissing: missing }: Config, log: Log): void {
  if (missing.length === 0 || !isPublicSite(publicUrl)) return;
  log.warn({ missing }, `the legal pages lack what a public site has to state: set ${missing.join(', ')}`);
}

/** A mistyped name would otherwise leave its setting at the default without a word. */
function warnOfMistypedSettings({ mistyped }: Config, log: Log): void {
  if (mistyped.length > 0) log.warn({ mistyped }, mistypedText(mistyped));
}

/** One line at each start as long as somebody could moderate a public site with a password alone. */
async function warnOfStaffWithoutFactor(db: Database, config: Config, log: Log): Promise<void> {
  const { publicUrl, staffSecondFactor } = config;
  const isOpen = isPublicSite(publicUrl) && staffSecondFactor === 'optional';
  const count = isOpen ? await staffWithoutFactor(db) : 0;
  if (count === 0) return;
  log.warn(
    { count },
    'moderators or admins have no second factor: ask them, or set STAFF_SECOND_FACTOR=required',
  );
}

/** The web processes, in this process or beside it. */
interface Web {
  metrics(): Promise<string>;
  close(): Promise<void>;
}

async function openWeb(
  runtime: Parameters<typeof openWebProcess>[0],
  config: Config,
  log: Log,
): Promise<Web> {
  if (config.webConcurrency === 1) {
    const web = await openWebProcess(runtime, config, distribution);
    return { metrics: async () => web.metrics?.text() ?? '', close: () => closeWebProcess(web) };
  }
  const { port, publicUrl, webConcurrency } = config;
  const { connectionString } = runtime;
  const webCluster = await openWebCluster(webConcurrency, { port, publicUrl, connectionString }, log);
  // The jobs of this process name the site in mails.
  const changes = listenForInvalidation(connectionString, [runtime.context.settings], log);
  const close = async () => {
    await changes.stop();
    await webCluster.stop();
  };
  return { metrics: webCluster.metrics, close };
}

/**
 * Stops the site. A start gives up at its next step, or at once while it waits. A long step (a migration of a large
 * library, a database that does not answer) is cut off; the database rolls back its unfinished part.
 */
async function stop(signal: string): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  const forcedExit = setTimeout(() => {
    const exit = () => process.exit(0);
    endDatabase().then(exit, exit);
  }, MAX_STOP_MILLISECONDS);
  const site = await siteOpening?.catch(() => undefined);
  clearTimeout(forcedExit);
  if (site === undefined) process.exit(0);
  site.log.info({ signal }, 'stopping');
  await site.close();
  site.log.info({}, 'stopped');
  process.exit(0);
}

process.on('SIGTERM', (signal) => stop(signal).catch(exitWith));
process.on('SIGINT', (signal) => stop(signal).catch(exitWith));
// A terminal that is closed would end the site and leave its database running.
process.on('SIGHUP', (signal) => stop(signal).catch(exitWith));
siteOpening = open();
siteOpening.then(
  // During the start, young objects had little room (main.ts); under load they may have V8's default.
  () => setFlagsFromString('--semi-space-growth-factor=2'),
  // A start that ends because it was told to is no error.
  (error: unknown) => stopping.signal.aborted || exitWith(error),
);
