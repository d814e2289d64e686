import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '#tests/support/chromium.ts';
import { findFakeTime } from '#tests/support/moved-clock.ts';
import { findPgBouncer } from '#tests/support/pgbouncer.ts';
import { BEGUN_FOLDER_VARIABLE, beginFolder } from '#tests/support/running-site.ts';
import { startTemplateDatabase, TEMPLATE_VARIABLE } from '#tests/support/template-database.ts';

/**
 * Everything that must be right, in one run: format, types, dead code, then all tests on a database and a
 * build made for this run. What a fresh machine lacks is installed with apt where that is allowed.
 */

function step(title: string, command: string, args: string[]): void {
  process.stdout.write(`\n── ${title}\n`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`${title}: failed\n`);
    process.exit(status ?? 1);
  }
}

function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

const HEADLESS_SHELL = 'chromium-headless-shell';
const FAKE_TIME = 'libfaketime';
const MINUTE_MS = 60_000;

/**
 * The browser tests need Chromium, the HTML checker a Java runtime, the tests of many machines a PgBouncer. Of
 * Chromium the form without windows is the quicker one: it is fetched as well where that is allowed, and done
 * without where it can't be had; so is what moves the database's clock, whose test is skipped then.
 */
function installMissing(): void {
  const missing = [
    ...(findChromium() === undefined ? ['chromium'] : []),
    ...(isInstalled('java') ? [] : ['default-jre-headless']),
    ...(findPgBouncer() === undefined ? ['pgbouncer'] : []),
  ];
  const welcome = [
    ...(isInstalled(HEADLESS_SHELL) ? [] : [HEADLESS_SHELL]),
    ...(findFakeTime() === undefined ? [FAKE_TIME] : []),
  ];
  const mayInstall = process.getuid?.() === 0 && isInstalled('apt-get');
  if (mayInstall && missing.length + welcome.length > 0) {
    process.stdout.write(`installing ${[...missing, ...welcome].join(', ')} with apt\n`);
    spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: MINUTE_MS });
    for (const one of welcome) install([one], MINUTE_MS);
    if (isInstalled(HEADLESS_SHELL) && missing[0] === 'chromium') missing.shift();
    if (missing.length === 0 || install(missing)) return;
  }
  if (missing.length === 0) return;
  process.stderr.write(
    `The tests need ${missing.join(' and ')}: run "apt install ${missing.join(' ')}" as root, then again.\n`,
  );
  process.exit(1);
}

function install(packages: string[], timeout?: number): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout }).status === 0;
}

const SCRATCH_BYTES = 4 * 1024 ** 3;

/**
 * Where everything that the run makes is put, some hundred databases among it: in memory where there is room for it,
 * since nobody minds whether it would outlive a power cut.
 */
async function scratchFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > SCRATCH_BYTES;
  const folder = hasRoom && freemem() > SCRATCH_BYTES ? '/dev/shm' : tmpdir();
  const scratch = await mkdtemp(join(folder, 'nightstand-run-'));
  // Some tests start the site as somebody else, who has to get through to a folder of their own.
  await chmod(scratch, 0o711);
  return scratch;
}

async function main(): Promise<number> {
  const only = process.argv.slice(2);
  installMissing();
  step('Build', process.execPath, ['scripts/build-if-stale.ts']);
  if (only.length === 0) step('Format, types, dead code', 'npm', ['run', '--silent', 'check']);
  const files = only.length > 0 ? only : globSync(['src/**/*.test.ts', 'tests/**/*.test.ts']);
  process.stdout.write(`\n── Tests (${files.length} files)\n`);
  const scratch = await scratchFolder();
  // For this process too: from here on `tmpdir()` is that folder.
  process.env.TMPDIR = scratch;
  try {
    const template = await startTemplateDatabase();
    try {
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: 'test',
        [TEMPLATE_VARIABLE]: template.connectionString,
        // Some three hundred processes read the same sources.
        NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      };
      // Worth its five seconds where many sites are started.
      if (files.some(isJourney)) env[BEGUN_FOLDER_VARIABLE] = await beginFolder();
      const [grouped, alone] = only.length > 0 ? [[], files] : split(files, mayShare);
      const programs = inOrder([...alone, ...(await writeGroups(scratch, grouped.sort()))]);
      // Three at once: the run is meant for two cores, and much of what it does is waiting.
      return await run(['--test', '--test-concurrency=3', ...programs], env);
    } finally {
      await template.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How many test files one process runs. Each more saves the loading of the server, and tells more of the others. */
const PER_GROUP = 8;

/** Tests that kill, starve or measure processes, or take long, have one of their own. */
const ALONE = [
  'tests/journeys/',
  'tests/faults/',
  'tests/backup/',
  'tests/acts-and-a-kill.test.ts',
  'tests/house.test.ts',
  'tests/large-library.test.ts',
  'tests/life-cycle.test.ts',
  'tests/metrics.test.ts',
  'tests/replica-and-pooler.test.ts',
  'tests/web-processes.test.ts',
  'src/platform/embedded-postgres.test.ts',
  'src/platform/secret.test.ts',
];

function mayShare(file: string): boolean {
  return !ALONE.some((place) => file.startsWith(place));
}

/**
 * Half of what a test of a call costs is to load the server, so neighbours share a process: a file for each group,
 * which has its files' tests run one after the other, each with a suite of its own and so with its own way to clear up.
 */
async function writeGroups(folder: string, files: string[]): Promise<string[]> {
  const count = Math.ceil(files.length / PER_GROUP);
  const groups = Array.from({ length: count }, (_, at) => files.slice(at * PER_GROUP, (at + 1) * PER_GROUP));
  return Promise.all(
    groups.map(async (group, at) => {
      const path = join(folder, `group-${String(at).padStart(2, '0')}.test.mjs`);
      const suites = group.map((file) => {
        const address = JSON.stringify(pathToFileURL(resolve(file)).href);
        return `describe(${JSON.stringify(file)}, () => import(${address}));`;
      });
      await writeFile(path, ["import { describe } from 'node:test';", ...suites, ''].join('\n'));
      return path;
    }),
  );
}

function split<Item>(items: Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

/**
 * The long ones, in which a browser walks through the site, are spread evenly among the others, so that neither
 * three of them run at once for long nor one of them alone at the end.
 */
function inOrder(files: string[]): string[] {
  const [long, short] = split(files.sort(), isJourney);
  // Rounded down: what is left of the short ones fills the time while the last long one runs.
  const perLong = Math.floor(short.length / Math.max(1, long.length));
  const mixed = long.flatMap((file, index) => [file, ...short.slice(index * perLong, (index + 1) * perLong)]);
  return [...mixed, ...short.slice(long.length * perLong)];
}

function isJourney(file: string): boolean {
  return file.includes('/journeys/');
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env });
    // Broken off, it still clears up behind itself.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main();
