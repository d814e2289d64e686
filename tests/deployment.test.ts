import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const isInstalled = (command: string) =>
  spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

const unit = join(root, 'deploy/nightstand.service');

const withoutSystemd = isInstalled('systemd-analyze') ? false : 'systemd-analyze is not installed';

test('systemd rates the exposure of the unit below 2 of 10', { skip: withoutSystemd }, () => {
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    stdio: 'ignore',
  });
});

test('systemd knows every line of the unit', { skip: withoutSystemd }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-unit-'));
  after(() => rmSync(folder, { recursive: true }));
  // The program of the unit lies elsewhere on this machine.
  const text = readFileSync(unit, 'utf8').replaceAll('/srv/nightstand', root.replace(/\/$/, ''));
  const file = join(folder, 'nightstand.service');
  writeFileSync(file, text);
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  const about = stderr.split('\n').filter((line) => line.includes('nightstand.service'));
  assert.deepEqual(about, []);
});

const script = join(root, 'scripts/install-libatomic.sh');

/** Runs the script with no programs but the given ones. */
function runScript(programs: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-path-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  symlinkSync('/bin/sh', join(folder, 'sh'));
  return spawnSync('/bin/sh', [script], {
    encoding: 'utf8',
    env: { PATH: folder, MADE: join(folder, 'made') },
  });
}

const broken = 'echo "libatomic.so.1: cannot open shared object file" >&2; exit 127';

test('an installation whose Node starts needs nothing', () => {
  const { status, stderr } = runScript({ node: 'exit 0' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('an installation without libatomic names it to an ordinary user', () => {
  const { status, stderr } = runScript({ node: broken, id: 'echo 1000' });
  assert.equal(status, 1);
  assert.match(stderr, /libatomic\.so\.1: cannot open/);
  assert.match(stderr, /"apt install libatomic1" as root/);
});

test('an installation as root gets libatomic from apt', () => {
  const { status, stderr } = runScript({
    node: `[ -e "$MADE" ] || { ${broken}; }`,
    id: 'echo 0',
    'apt-get': 'case "$*" in *libatomic1*) echo > "$MADE";; esac',
  });
  assert.deepEqual([status, stderr], [0, 'installing libatomic1 with apt\n']);
});
