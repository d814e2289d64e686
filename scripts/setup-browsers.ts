import { spawnSync } from 'node:child_process';
import { findChromium } from '#tests/support/chromium.ts';
import { findFakeTime } from '#tests/support/fake-clock.ts';
import { findPgBouncer } from '#tests/support/pgbouncer.ts';

/**
 * Installs the programs that the tests need and npm does not install: Chromium, a Java runtime for the HTML
 * checker, PgBouncer. As root on Debian and Ubuntu they come from apt; elsewhere the command names the
 * missing ones.
 */

const HEADLESS_SHELL = 'chromium-headless-shell';
const FAKE_TIME = 'libfaketime';
const MINUTE_MS = 60_000;
// A machine that has just started often runs an upgrade of its own, which holds the lock of dpkg.
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=300'];

function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

function install(packages: string[], timeout?: number): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const args = [...WAIT_FOR_LOCK, 'install', '-y', '--no-install-recommends', ...packages];
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout }).status === 0;
}

const required = [
  ...(findChromium() === undefined ? ['chromium'] : []),
  ...(isInstalled('java') ? [] : ['default-jre-headless']),
  ...(findPgBouncer() === undefined ? ['pgbouncer'] : []),
];
// The headless shell is a faster form of Chromium; without libfaketime one test is skipped.
const optional = [
  ...(isInstalled(HEADLESS_SHELL) ? [] : [HEADLESS_SHELL]),
  ...(findFakeTime() === undefined ? [FAKE_TIME] : []),
];

function setUp(): boolean {
  const mayInstall = process.getuid?.() === 0 && isInstalled('apt-get');
  if (mayInstall && required.length + optional.length > 0) {
    process.stdout.write(`installing ${[...required, ...optional].join(', ')} with apt\n`);
    spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: MINUTE_MS });
    for (const name of optional) install([name], MINUTE_MS);
    if (isInstalled(HEADLESS_SHELL) && required[0] === 'chromium') required.shift();
    if (required.length > 0 && install(required)) return true;
  }
  return required.length === 0;
}

if (!setUp()) {
  process.stderr.write(
    `The tests need ${required.join(' and ')}: run "apt install ${required.join(' ')}" as root, then again.\n`,
  );
  process.exitCode = 1;
}
