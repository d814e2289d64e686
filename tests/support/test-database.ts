import { after } from 'node:test';
import pg from 'pg';
import { DEFAULT_EXIT_URL } from '#base/discreet.ts';
import { shippedLimits } from '#base/limits.ts';
import type { Registration } from '#base/registration.ts';
import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { announcementsOf } from '#features/announcements/service/live-announcements.ts';
import { liveSettingsOf } from '#features/site-settings/service/live-values.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createCleaner } from '#platform/html/html-cleaner-pool.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import { createOutbox } from '#platform/mail/outbox.ts';
import { createRouteTimes } from '#platform/metrics/route-times.ts';
import { publishingLimits } from '#platform/rate-limits/publishing-limits.ts';
import { createSharedCounters } from '#platform/rate-limits/shared-counters.ts';
import { signUpChecks } from '#platform/rate-limits/sign-up-checks.ts';
import { createStrangerQuota, noStrangerQuota } from '#platform/rate-limits/stranger-quota.ts';
import { createThrottle, noThrottle } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { unknownSpace } from '#platform/runtime/free-space.ts';
import { createLogger, type Log } from '#platform/runtime/log.ts';
import type { OpenIdClient } from '#platform/security/openid-client.ts';
import { createSigner } from '#platform/security/secret.ts';
import type { LiveValues } from '#platform/settings/live-settings.ts';
import type { Operator } from '#platform/settings/operator.ts';
import { unnamedOperator } from './settings.ts';
import { startTemplateDatabase, TEMPLATE_VARIABLE } from './template-database.ts';

export const PUBLIC_URL = 'https://nightstand.test';

const testLog: Log = createLogger({ level: 'error' });

/** The files of a process share it, because its thread takes long to start; idle, it lets the process end. */
const cleaner = createCleaner();

const signer = createSigner(Buffer.from('a secret of the tests, kept by nobody'));

/** The settings that admins can change, before they do. */
export const testSettings: LiveValues = {
  ...{ siteName: DEFAULT_SITE_NAME, accent: undefined, exitUrl: DEFAULT_EXIT_URL, registration: 'open' },
  ...{ aiTraining: 'refused', signUpSeconds: 0, ownTexts: {}, termsAskedSince: undefined },
  limits: { ...shippedLimits, stranger_requests: 10_000 },
};

/** Empty databases, each with the test file's database whose server holds it. */
const emptyDatabases: { name: string; beside: string }[] = [];
let databaseCount = 0;

/**
 * A database of the test file's own: a copy of the migrated template, dropped at the end. Password guesses,
 * mail and publishing have no limits unless the test is about them.
 */
export async function testDatabase(
  options: {
    throttle?: boolean;
    mailCaps?: boolean;
    publishing?: boolean;
    google?: OpenIdClient;
    operator?: Operator;
    registration?: Registration;
    signUpSeconds?: number;
  } = {},
): Promise<{ context: Context; connectionString: string }> {
  const shared = process.env[TEMPLATE_VARIABLE];
  const own = shared === undefined ? await startTemplateDatabase() : undefined;
  const template = own?.connectionString ?? shared ?? '';
  const name = `test_${process.pid}_${Date.now()}_${databaseCount++}`;
  // Two simultaneous copies would each see the other as a user of the template; the lock makes them take
  // turns.
  await administer(template, [
    'select pg_advisory_lock(1)',
    // The default strategy writes every page of the copy into the log as well.
    `create database ${name} template nightstand owner nightstand strategy file_copy`,
    'select pg_advisory_unlock(1)',
  ]);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const connectionString = url.href;
  // Tests use many connections at once, and on a busy machine each is used for longer.
  const database = openDatabase({ connectionString, log: testLog, connectionTimeoutMillis: 60_000 });
  after(async () => {
    await database.close();
    await administer(
      template,
      [
        name,
        ...emptyDatabases
          .filter(({ beside }) => beside === connectionString)
          .map((database) => database.name),
      ].map((name) => `drop database ${name} with (force)`),
    );
    await own?.stop();
  });
  const throttle = options.throttle
    ? createThrottle(createSharedCounters({ db: database.db, signer }))
    : noThrottle;
  const settings = liveSettingsOf(
    { db: database.db, cleaner, log: testLog },
    { ...testSettings, ...(options.registration && { registration: options.registration }) },
    [],
  );
  const limits = () => settings.values.limits;
  const strangerQuota = options.throttle
    ? createStrangerQuota({ db: database.db, jobs, throttle, signer, log: testLog, limits })
    : noStrangerQuota(jobs);
  const outbox = createOutbox({ jobs, log: testLog, caps: options.mailCaps ?? false });
  return {
    connectionString,
    context: {
      db: database.db,
      jobs,
      log: testLog,
      publicUrl: PUBLIC_URL,
      remoteImages: 'click',
      settings,
      operator: options.operator ?? unnamedOperator,
      announcements: announcementsOf({ db: database.db, log: testLog }),
      signer,
      throttle,
      strangerQuota,
      signUps: signUpChecks(() => options.signUpSeconds ?? 0),
      publishing: publishingLimits(options.publishing ?? false),
      outbox,
      google: options.google,
      accessTokenSeconds: 900,
      pushServices: [],
      cleaner,
      freeSpace: unknownSpace,
      pool: database.pool,
      routeTimes: createRouteTimes(),
    },
  };
}

/** An empty database for restores, on the server of the test file's own one; dropped at the end. */
export async function emptyDatabase(beside: string): Promise<string> {
  const name = `empty_${process.pid}_${Date.now()}_${databaseCount++}`;
  await administer(beside, [`create database ${name} template template0 owner nightstand`]);
  emptyDatabases.push({ name, beside });
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(template: string, statements: string[]): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  // The site's own user may not create databases.
  url.username = 'postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
