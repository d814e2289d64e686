import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#platform/database/migrations.ts';
import { prepareJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';

/** The template's address, for the test files that run as processes of their own. */
export const TEMPLATE_VARIABLE = 'NIGHTSTAND_TEST_TEMPLATE';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/nightstand-test-databases');
const DAY_MS = 24 * 60 * 60_000;

const log = createLogger({ level: 'warn' });

/**
 * A PostgreSQL for one run of the tests, whose own database is migrated and then only copied. Its files are a
 * copy of those that an earlier run has cached, unless the migrations or the packages have changed since.
 */
export async function startTemplateDatabase(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const prepared = join(cache, templateKey());
  if (!existsSync(prepared)) await prepare(prepared);
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-test-'));
  await copyFolder(prepared, join(dataDir, 'db'));
  const embedded = await startEmbeddedPostgres({ dataDir, log, maxConnections: 100 });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connectionString: embedded.connectionString, stop };
}

/** Everything that determines the prepared files. */
const SHAPING = [
  'db/{migrations,functions}/*',
  'package-lock.json',
  'src/platform/database/{migrations,apply-functions}.ts',
  'src/platform/database/embedded/*.ts',
  'src/platform/jobs/jobs.ts',
];

function templateKey(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SHAPING, { cwd: root }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 24);
}

async function prepare(folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-test-'));
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log, maxConnections: 100 });
    try {
      await migrate(embedded.connectionString, log);
      await prepareJobs(embedded.connectionString, log);
    } finally {
      await embedded.stop();
    }
    await mkdir(cache, { recursive: true });
    await forgetOldTemplates();
    // Test files that start at the same time prepare the same template; the rename makes it appear whole to
    // the others.
    const own = `${folder}.${randomUUID()}`;
    await copyFolder(join(dataDir, 'db'), own);
    await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Templates of other branches are deleted after a week. */
async function forgetOldTemplates(): Promise<void> {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name));
    if (mtimeMs < Date.now() - 7 * DAY_MS) await rm(join(cache, name), { recursive: true, force: true });
  }
}

/** `cp` preserves owners and modes, which PostgreSQL checks. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}
