import { shippedLimits } from '#base/limits.ts';
import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { ageAddresses } from '#features/age/rules.ts';
import { announcementsOf } from '#features/announcements/service/live-announcements.ts';
import { loadSampleLibrary } from '#features/library/service.ts';
import { liveSettingsOf } from '#features/site-settings/service/live-values.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  startOrJoinEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#platform/database/migrations.ts';
import {
  type DirectDatabase,
  directDatabase,
  setRoleTimeouts,
  unreachableDatabase,
} from '#platform/database/pooler-timeouts.ts';
import { createCleaner } from '#platform/html/html-cleaner-pool.ts';
import { jobs, prepareJobs } from '#platform/jobs/jobs.ts';
import { createOutbox } from '#platform/mail/outbox.ts';
import { createRouteTimes } from '#platform/metrics/route-times.ts';
import { publishingLimits } from '#platform/rate-limits/publishing-limits.ts';
import { createSharedCounters } from '#platform/rate-limits/shared-counters.ts';
import { signUpChecks } from '#platform/rate-limits/sign-up-checks.ts';
import { createStrangerQuota, noStrangerQuota } from '#platform/rate-limits/stranger-quota.ts';
import { createThrottle, noThrottle } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type FreeSpace, unknownSpace, watchFreeSpace } from '#platform/runtime/free-space.ts';
import type { Log } from '#platform/runtime/log.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { createOpenIdClient } from '#platform/security/openid-client.ts';
import { createSigner, loadSecret } from '#platform/security/secret.ts';
import { type AgeAssurance, loadAgeIssuers } from '#platform/settings/age.ts';
import type { Config } from '#platform/settings/config.ts';
import type { LiveValues } from '#platform/settings/live-settings.ts';
import { urls } from '#urls.ts';

export interface Runtime {
  context: Context;
  /** Leads to PostgreSQL itself, past any pooler, without time-outs: for jobs and for listening. */
  connectionString: string;
  /** Ends everything that was started here, the database last. */
  close(): Promise<void>;
}

interface RuntimeOptions {
  /** Whether a tool may join the database of a site that is running. */
  mayJoin?: boolean;
  /** Aborts the opening between its steps and while it waits, with an error. */
  signal?: AbortSignal;
  /** Receives a function that ends the site's own database while a step that needs it is still under way. */
  onDatabase?: (end: () => Promise<void>) => void;
}

/**
 * Opens the database, runs the migrations and creates the context, for the server, the worker and the command-line
 * tools.
 */
export async function openRuntime(
  config: Config,
  log: Log,
  { mayJoin = false, signal, onDatabase }: RuntimeOptions = {},
): Promise<Runtime> {
  // The certificates are settings: wrong ones are refused before anything is changed.
  const age = ageAssurance(config, log);
  let embedded: EmbeddedPostgres | undefined;
  let database: OpenDatabase | undefined;
  const cleaner = createCleaner();
  let freeSpace = unknownSpace;
  const close = async () => {
    freeSpace.stop();
    await cleaner.close();
    await database?.close();
    await embedded?.stop();
  };
  try {
    if (config.databaseUrl === undefined) {
      const start = mayJoin ? startOrJoinEmbeddedPostgres : startEmbeddedPostgres;
      // Each web process has its own pool; the rest is for jobs, migrations and tools.
      const maxConnections = 48 + 12 * config.webConcurrency;
      embedded = await start({ dataDir: config.dataDir, log, maxConnections, signal });
      onDatabase?.(embedded.stop);
      freeSpace = await watchSpace(config, log);
    }
    const { databaseDirectUrl } = config;
    const direct = directDatabase(config);
    const connectionString = direct?.connectionString ?? embedded?.connectionString ?? '';
    signal?.throwIfAborted();
    await prepareDatabase(connectionString, direct?.variable ?? 'DATABASE_URL', log);
    signal?.throwIfAborted();
    if (databaseDirectUrl !== undefined) await setRoleTimeouts(databaseDirectUrl);
    database = openPool(connectionString, config, log);
    if (databaseDirectUrl !== undefined) await database.pool.query('select 1').catch(failForPooler);
    const context = createContext({ ...database, cleaner, freeSpace, age }, config, log);
    await Promise.all([context.settings.reload(), context.announcements.reload()]);
    return { context, connectionString, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same on a database that another process of this site has opened. */
export async function joinRuntime(connectionString: string, config: Config, log: Log): Promise<Runtime> {
  const age = ageAssurance(config, log);
  const cleaner = createCleaner();
  const database = openPool(connectionString, config, log);
  const freeSpace = config.databaseUrl === undefined ? await watchSpace(config, log) : unknownSpace;
  const close = async () => {
    freeSpace.stop();
    await cleaner.close();
    await database.close();
  };
  const context = createContext({ ...database, cleaner, freeSpace, age }, config, log);
  await Promise.all([context.settings.reload(), context.announcements.reload()]);
  return { context, connectionString, close };
}

function watchSpace({ dataDir, leastFreeMegabytes }: Config, log: Log): Promise<FreeSpace> {
  return watchFreeSpace(dataDir, { leastBytes: leastFreeMegabytes * 2 ** 20, log });
}

function failForPooler(error: unknown): never {
  throw new StartError(`The pooler in DATABASE_URL gives no connection: ${reasonOf(error)}`, {
    cause: error,
  });
}

/** The pool for requests: through the pooler if there is one. */
function openPool(connectionString: string, config: Config, log: Log): OpenDatabase {
  const isPooled = config.databaseDirectUrl !== undefined;
  return openDatabase({
    connectionString: isPooled ? (config.databaseUrl ?? '') : connectionString,
    isPooled,
    log,
  });
}

function createContext(
  { db, pool, cleaner, freeSpace, age }: OpenDatabase & Pick<Context, 'cleaner' | 'freeSpace' | 'age'>,
  config: Config,
  log: Log,
): Context {
  const { dataDir, publicUrl, rateLimits, secret } = config;
  const settings = liveSettingsOf({ db, cleaner, log }, defaultValues(config), config.given);
  const limits = () => settings.values.limits;
  const signer = createSigner(loadSecret(dataDir, secret));
  const throttle = rateLimits ? createThrottle(createSharedCounters({ db, signer })) : noThrottle;
  const strangerQuota = rateLimits
    ? createStrangerQuota({ db, jobs, throttle, signer, log, limits })
    : noStrangerQuota(jobs);
  const outbox = createOutbox({ jobs, log, caps: rateLimits });
  const redirectUrl = publicUrl + urls.googleCallback();
  const google = config.google && createOpenIdClient({ ...config.google, redirectUrl, log });
  const { accessTokenSeconds, operator, pushServices } = config;
  return {
    db,
    jobs,
    log,
    publicUrl,
    remoteImages: config.remoteImages,
    settings,
    announcements: announcementsOf({ db, log }),
    operator,
    signer,
    throttle,
    strangerQuota,
    publishing: publishingLimits(rateLimits),
    signUps: signUpChecks(() => (rateLimits ? settings.values.signUpSeconds : 0)),
    outbox,
    google,
    accessTokenSeconds,
    isStaffFactorRequired: config.staffSecondFactor === 'required',
    pushServices,
    age,
    cleaner,
    freeSpace,
    pool,
    routeTimes: createRouteTimes(),
  };
}

/** The settings that admins can change, as the environment or the release has them. */
function defaultValues(config: Config): LiveValues {
  const { exitUrl, registration, aiTraining, signUpSeconds, strangerRequestsPerHour } = config;
  return {
    ...{ siteName: DEFAULT_SITE_NAME, accent: undefined, exitUrl, registration, aiTraining, signUpSeconds },
    limits: { ...shippedLimits, stranger_requests: strangerRequestsPerHour },
    ownTexts: {},
    termsAskedSince: undefined,
  };
}

function ageAssurance({ age, publicUrl }: Config, log: Log): AgeAssurance | undefined {
  if (age === undefined) return undefined;
  const { regions, regionHeaders, provider } = age;
  const redirectUrl = publicUrl + ageAddresses.callback;
  return {
    regions,
    regionHeaders,
    provider:
      provider.kind === 'eu'
        ? { kind: 'eu', issuers: loadAgeIssuers(provider.issuers) }
        : {
            kind: 'openid',
            client: createOpenIdClient({ ...provider, redirectUrl, log }),
            host: new URL(provider.issuer).host,
            claim: provider.claim,
          },
    counts: { begun: 0, passed: 0, refused: 0 },
  };
}

const SUPPORTED_MAJOR = 15;

async function prepareDatabase(
  connectionString: string,
  variable: DirectDatabase['variable'],
  log: Log,
): Promise<void> {
  const probe = openDatabase({ connectionString, size: 1, log });
  try {
    const { rows } = await probe.pool.query<{ version: number }>(
      "select current_setting('server_version_num')::integer / 10000 as version",
    );
    const major = rows[0]?.version ?? 0;
    if (major < SUPPORTED_MAJOR) {
      throw new StartError(
        `${variable} points to PostgreSQL ${major}; it has to be ${SUPPORTED_MAJOR} or newer`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw unreachableDatabase(error, variable);
  } finally {
    await probe.close();
  }
  const applied = await migrate(connectionString, log);
  if (applied.length > 0) log.info({ migrations: applied }, 'the database was migrated to the newest schema');
  await prepareJobs(connectionString, log);
}

/** The sample library is loaded once into an empty embedded database, never into an outside one. */
export async function loadSamples(config: Config, context: Context): Promise<void> {
  if (config.databaseUrl !== undefined || !config.sampleLibrary) return;
  const loaded = await loadSampleLibrary(context);
  if (loaded > 0) context.log.info({ stories: loaded }, 'the sample library was loaded');
}
