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

/** Runs the script with only these programs besides the shell and grep. */
function runScript(programs: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-path-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const grep = execFileSync('sh', ['-c', 'command -v grep'], { encoding: 'utf8' }).trim();
  symlinkSync(grep, join(folder, 'grep'));
  return spawnSync('/bin/sh', [script], {
    encoding: 'utf8',
    env: { PATH: folder, MADE: join(folder, 'made') },
  });
}

const LISTED = 'echo "	libatomic.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libatomic.so.1"';
const OTHERS = 'echo "	libc.so.6 (libc6,x86-64) => /lib/x86_64-linux-gnu/libc.so.6"';

test('an installation on a machine with libatomic needs nothing', () => {
  const { status, stderr } = runScript({ ldconfig: LISTED });
  assert.deepEqual([status, stderr], [0, '']);
});

test('an installation without libatomic names it to an ordinary user', () => {
  const { status, stderr } = runScript({ ldconfig: OTHERS, id: 'echo 1000' });
  assert.equal(status, 1);
  assert.match(stderr, /"apt install libatomic1" as root/);
});

test('an installation as root gets libatomic from apt, and begins again', () => {
  const { status, stderr, stdout } = runScript({
    ldconfig: `if [ -e "$MADE" ]; then ${LISTED}; else ${OTHERS}; fi`,
    id: 'echo 0',
    'apt-get': 'case "$*" in *libatomic1*) echo > "$MADE";; esac',
    npm: 'echo "npm $*"',
  });
  assert.deepEqual([status, stderr, stdout], [0, 'installing libatomic1 with apt\n', 'npm ci\n']);
});

test('neither an image nor a commit takes the settings and backups of its site', () => {
  // The documents have them written into the clone: `.env`, `before.gz`, `old-site.sql.gz`.
  for (const [file, start] of [
    ['.dockerignore', ''],
    ['.gitignore', '/'],
  ] as const) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const name of ['.env*', '*.gz', '*.unfinished'])
      assert.ok(lines.includes(start + name), `${file}: ${name}`);
  }
});

test('the proxies that come with the site log neither readers nor what they read', () => {
  const servers = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .split(/^server \{$/m)
    .slice(1);
  assert.equal(servers.length, 2);
  for (const server of servers)
    for (const line of [/^ {2}access_log off;$/m, /^ {2}error_log \S+ crit;$/m]) assert.match(server, line);
  const caddyfile = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8');
  assert.match(caddyfile, /\n\tlog \{\n\t\texclude http\.log\.error http\.handlers\.reverse_proxy\n\t\}\n/);
});

test('a shell reads every file of settings in the documents without changing a value', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const blocks = [...text.matchAll(/^( *)```\n((?:\1[A-Z_]+=(?!.*npm).*\n)+)\1```$/gm)];
  assert.equal(blocks.length, 4);
  for (const [, indent = '', block = ''] of blocks) {
    const lines = block.split('\n').map((line) => line.slice(indent.length));
    const names = lines.flatMap((line) => /^[A-Z_]+(?==)/.exec(line) ?? []);
    const print = names.map((name) => `printf '%s\\n' "${name}=$${name}"`).join('\n');
    const { stdout, stderr } = spawnSync('sh', ['-c', `${lines.join('\n')}\n${print}`], { encoding: 'utf8' });
    const values = lines.map((line) => line.replace(/="(.*)"$/, '=$1')).join('\n');
    assert.deepEqual([stdout, stderr], [values, '']);
  }
});
