import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemplateFolder, TEMPLATE_FOLDER_VARIABLE } from '#tests/support/running-site.ts';
import { startTemplateDatabase, TEMPLATE_VARIABLE } from '#tests/support/template-database.ts';
import { type TestTier, testFilesByTier, testTiers, tierOf } from './test-tiers.ts';

/**
 * Runs the tests: all of them after format, types and dead code; with `--tier=unit` only those of one tier;
 * with file names only those. A database and a build are made for the tests that need them.
 */

/** Runs a program, and shows its output in one piece at its end; a failure ends the run. */
async function step(title: string, command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  process.stdout.write(`\n── ${title}\n${Buffer.concat(output).toString()}`);
  if (status === 0) return;
  process.stderr.write(`${title}: failed\n`);
  process.exit(status ?? 1);
}

/** The checks of the sources beside the tests. The rules of the house are a test. */
const CHECKS = { Format: 'check:format', Types: 'check:types', 'Dead code': 'check:dead-code' };

/** Builds the site and checks the sources at the same time, because most of these programs use one core. */
async function prepare(needsBuild: boolean, isWholeRun: boolean): Promise<void> {
  const checks = isWholeRun ? Object.entries(CHECKS) : [];
  await Promise.all([
    ...(needsBuild ? [step('Build', process.execPath, ['scripts/build-if-stale.ts'])] : []),
    ...checks.map(([title, script]) => step(title, 'npm', ['run', '--silent', script])),
  ]);
}

const SCRATCH_BYTES = 4 * 1024 ** 3;

/**
 * Creates the folder for everything that the run writes, including some hundred databases. It lies in memory
 * if there is room, because none of it has to survive a power cut.
 */
async function scratchFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > SCRATCH_BYTES;
  const folder = hasRoom && freemem() > SCRATCH_BYTES ? '/dev/shm' : tmpdir();
  const scratch = await mkdtemp(join(folder, 'nightstand-run-'));
  // Some tests start the site as another user, whose process must reach a subfolder.
  await chmod(scratch, 0o711);
  return scratch;
}

async function main(): Promise<number> {
  const { tiers, files } = selectTests(process.argv.slice(2));
  const hasOnlyUnitTests = tiers.every((tier) => tier === 'unit');
  await prepare(!hasOnlyUnitTests, process.argv.length === 2);
  process.stdout.write(`\n── Tests (${files.length} files: ${tiers.join(', ')})\n`);
  const scratch = await scratchFolder();
  // This process uses the folder as well: `tmpdir()` returns it from here on.
  process.env.TMPDIR = scratch;
  try {
    const template = hasOnlyUnitTests ? undefined : await startTemplateDatabase();
    try {
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: 'test',
        ...(template === undefined ? {} : { [TEMPLATE_VARIABLE]: template.connectionString }),
        // Some hundred processes read the same sources, so compiled code is cached.
        NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      };
      // Preparing a started site takes five seconds, which pays off if many tests start one.
      if (tiers.includes('journeys')) env[TEMPLATE_FOLDER_VARIABLE] = await createTemplateFolder();
      const programs = await writePrograms(scratch, inOrder(groupsOf(files)));
      // Four programs run at once: the run is meant for two cores, and three leave a tenth of their time unused.
      return await run(['--test', '--test-concurrency=4', ...reporters, ...programs], env);
    } finally {
      await template?.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The test files that the arguments name, and the tiers of these files. */
function selectTests(args: string[]): { tiers: TestTier[]; files: string[] } {
  const byTier = testFilesByTier();
  const wantedTiers = args.flatMap((argument) => argument.match(/^--tier=(.+)$/)?.[1] ?? []);
  const unknown = wantedTiers.filter((tier) => !(tier in byTier));
  if (unknown.length > 0) throw new Error(`--tier takes ${testTiers.join(', ')}, got ${unknown.join(', ')}`);
  const names = args.filter((argument) => !argument.startsWith('--tier='));
  const files = testTiers
    .filter((tier) => wantedTiers.length === 0 || wantedTiers.includes(tier))
    .flatMap((tier) => byTier[tier])
    .filter((file) => names.length === 0 || names.some((name) => relative('.', name) === file));
  // Without file names Node would search for tests on its own.
  if (files.length === 0) throw new Error(`no test file is called ${names.join(', ')}`);
  return { tiers: testTiers.filter((tier) => byTier[tier].some((file) => files.includes(file))), files };
}

/**
 * The number of test files in one process, by tier. A higher number loads the server less often, but lets tests affect
 * each other more. Tests of faults kill and starve what they share.
 */
const FILES_PER_GROUP: Record<TestTier, number> = { unit: 8, api: 8, journeys: 4, faults: 1 };

/** Tests of the quick tiers that measure their own process or take long. */
const ISOLATED_TESTS = [
  'tests/house.test.ts',
  'tests/metrics.test.ts',
  'src/platform/security/secret.test.ts',
];

interface Group {
  tier: TestTier;
  files: string[];
}

/** The files that run in one process each; members of a group are far apart in their folder, so that all take as long. */
function groupsOf(files: string[]): Group[] {
  const [isolated, shared] = partition(files, (file) => ISOLATED_TESTS.includes(file));
  const groups = testTiers.flatMap((tier) => {
    const members = shared.filter((file) => tierOf(file) === tier);
    const count = Math.ceil(members.length / FILES_PER_GROUP[tier]);
    return Array.from({ length: count }, (_, at) => ({
      tier,
      files: members.filter((_, index) => index % count === at),
    }));
  });
  return [...groups, ...isolated.map((file) => ({ tier: tierOf(file), files: [file] }))];
}

/**
 * Spreads the groups of each tier evenly over the run: faults mostly wait, while the others use the processor. The long
 * tiers end earlier, so that short groups fill the time while the last long one runs.
 */
function inOrder(groups: Group[]): Group[] {
  const share: Record<TestTier, number> = { unit: 1, api: 1, journeys: 0.78, faults: 0.9 };
  const placed = testTiers.flatMap((tier) => {
    const own = groups.filter((group) => group.tier === tier);
    return own.map((group, at) => ({ group, place: (at / own.length) * share[tier] }));
  });
  return placed.sort((a, b) => a.place - b.place).map(({ group }) => group);
}

/**
 * Each group is a program that runs the tests of its members one after the other, see `fileAsTest`. Node sorts the
 * programs by name, hence the numbers.
 */
function writePrograms(folder: string, groups: Group[]): Promise<string[]> {
  const support = pathToFileURL(resolve('tests/support/file-as-test.ts')).href;
  return Promise.all(
    groups.map(async ({ files }, at) => {
      const path = join(folder, `group-${String(at).padStart(3, '0')}.test.mjs`);
      const tests = files.map((file) => `fileAsTest(${JSON.stringify(file)});`);
      await writeFile(path, [`import { fileAsTest } from '${support}';`, ...tests, ''].join('\n'));
      return path;
    }),
  );
}

function partition<Item>(items: Item[], predicate: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(predicate), items.filter((item) => !predicate(item))];
}

const reporters = ['spec', './scripts/report-failed-programs.ts'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);

function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env });
    // An interrupted run still cleans up.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main();
