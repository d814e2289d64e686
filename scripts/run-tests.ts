import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findChromium } from '#tests/support/chromium.ts';
import { findPgBouncer } from '#tests/support/pgbouncer.ts';
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

/** The browser tests need Chromium, the HTML checker a Java runtime, the tests of many machines a PgBouncer. */
function installMissing(): void {
  const missing = [
    ...(findChromium() === undefined ? ['chromium'] : []),
    ...(isInstalled('java') ? [] : ['default-jre-headless']),
    ...(findPgBouncer() === undefined ? ['pgbouncer'] : []),
  ];
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    process.stdout.write(`installing ${missing.join(', ')} with apt\n`);
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    if (spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options).status === 0)
      return;
  }
  process.stderr.write(
    `The tests need ${missing.join(' and ')}: run "apt install ${missing.join(' ')}" as root, then again.\n`,
  );
  process.exit(1);
}

async function main(): Promise<number> {
  const only = process.argv.slice(2);
  installMissing();
  step('Build', process.execPath, ['scripts/build-if-stale.ts']);
  if (only.length === 0) step('Format, types, dead code', 'npm', ['run', '--silent', 'check']);
  const files = only.length > 0 ? only : globSync(['src/**/*.test.ts', 'tests/**/*.test.ts']);
  process.stdout.write(`\n── Tests (${files.length} files)\n`);
  const template = await startTemplateDatabase();
  try {
    // Two at once: the run is meant for two cores, and the browser takes its share.
    return await run(['--test', '--test-concurrency=2', ...files.sort()], template.connectionString);
  } finally {
    await template.stop();
  }
}

function run(args: string[], template: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', [TEMPLATE_VARIABLE]: template },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main();
