import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serversIn } from '#platform/database/embedded/embedded-postgres-process.ts';
import { freePort } from '#platform/http/free-port.ts';
import { isAlive, newFolder, root, run, runCommand, type SiteProcess } from './support/site-process.ts';

/** Mistakes of an operator at the start of the site, and their messages. */

/** Waits for the end of a start that can't succeed: exactly one line, whatever the mistake. */
async function refusalOf({ child, output }: SiteProcess): Promise<string> {
  const [code] = await once(child, 'close');
  assert.equal(code, 1, output());
  const lines = output().trimEnd().split('\n');
  assert.equal(lines.length, 1, output());
  return lines[0] ?? '';
}

/** The output of a site that is stopped as soon as it is open. */
async function outputOfShortRun(site: SiteProcess): Promise<string> {
  while (!site.output().includes('Nightstand is open')) {
    assert.equal(site.child.exitCode, null, site.output());
    await sleep(50);
  }
  const closed = once(site.child, 'close');
  site.child.kill('SIGTERM');
  await closed;
  return site.output();
}

async function holdPort(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

test('an impossible folder is reported with the name of the setting', async () => {
  writeFileSync(join(newFolder(), 'file'), '');
  const PORT = String(await freePort('127.0.0.1'));
  const outside = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  for (const DATA_DIR of ['/proc/nightstand/data', '/proc/self/nightstand', '/dev/null/data', '/proc/sys']) {
    const line = await refusalOf(run({ PORT, DATA_DIR }));
    assert.ok(line.includes(DATA_DIR) && line.includes('set DATA_DIR to another'), line);
  }
  assert.match(await refusalOf(run({ PORT, DATA_DIR: '/proc/nightstand', ...outside })), /DATABASE_URL/);
});

test('a database that refuses the connection is reported with the setting that has its address', async () => {
  const PORT = String(await freePort('127.0.0.1'));
  const gone = 'postgresql://nobody@127.0.0.1:1/none';
  for (const [variable, settings] of [
    ['DATABASE_URL', { DATABASE_URL: gone }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgresql://pooler/n', DATABASE_DIRECT_URL: gone }],
  ] as const) {
    const line = await refusalOf(run({ PORT, DATA_DIR: newFolder(), ...settings }));
    assert.match(line, new RegExp(`^The database cannot be reached: .*ECONNREFUSED.*; check ${variable}$`));
  }
});

test('a port in use is reported before anything is created', async () => {
  const { port, server } = await holdPort();
  const free = String(await freePort('127.0.0.1'));
  for (const [settings, name] of [
    [{ PORT: String(port) }, 'PORT'],
    [{ PORT: String(port), WEB_CONCURRENCY: '2' }, 'PORT'],
    [{ PORT: free, METRICS_PORT: String(port) }, 'METRICS_PORT'],
  ] as const) {
    const DATA_DIR = join(newFolder(), 'data');
    const line = await refusalOf(run({ DATA_DIR, ...settings }));
    assert.match(line, new RegExp(`^${name} ${port} on 127\\.0\\.0\\.1 cannot be used: .*EADDRINUSE`));
    assert.equal(existsSync(DATA_DIR), false);
  }
  server.close();
  const elsewhere = run({ DATA_DIR: join(newFolder(), 'data'), PORT: free, HOST: '192.0.2.1' });
  assert.match(await refusalOf(elsewhere), /cannot be used: .*; set HOST to an address of this machine$/);
  const DATA_DIR = join(newFolder(), 'data');
  assert.match(await refusalOf(run({ DATA_DIR, PORT: free, METRICS_PORT: free })), /^METRICS_PORT/);
});

test('certificates that cannot be used are reported before anything is created', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  const AGE_ISSUERS = join(newFolder(), 'none.pem');
  const PORT = String(await freePort('127.0.0.1'));
  const line = await refusalOf(
    run({ DATA_DIR, PORT, AGE_PROVIDER: 'eu', AGE_REGIONS: 'always', AGE_ISSUERS }),
  );
  assert.match(line, /^AGE_ISSUERS .*none\.pem cannot be used: .*ENOENT/);
  assert.equal(existsSync(DATA_DIR), false);
});

test('SIGTERM at any moment of the start ends it and leaves no database running', async () => {
  const DATA_DIR = newFolder();
  const PORT = String(await freePort('127.0.0.1'));
  for (const milliseconds of [0, 250, 500, 900, 1_400]) {
    const { child, output } = run({ DATA_DIR, PORT, WEB_CONCURRENCY: milliseconds === 900 ? '2' : '1' });
    await sleep(milliseconds);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    // Before the program handles signals, the system ends it.
    assert.ok(code === 0 || signal === 'SIGTERM', `${milliseconds} ms: ${code} ${signal}\n${output()}`);
    assert.deepEqual(await serversIn(join(DATA_DIR, 'db')), [], `${milliseconds} ms: ${output()}`);
  }
});

test('a start whose database never answers ends on SIGTERM', async () => {
  const { port, server } = await holdPort();
  const connection = once(server, 'connection');
  const { child, output } = run({
    DATA_DIR: newFolder(),
    PORT: String(await freePort('127.0.0.1')),
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none`,
  });
  await connection;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], output());
  server.close();
});

/** The project as it is installed, with a build of its own to damage. */
function copyOfBuild(): string {
  const copy = newFolder();
  cpSync(join(root, 'dist'), join(copy, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('/dist/compiled'),
  });
  for (const name of ['node_modules', 'db', 'package.json']) symlinkSync(join(root, name), join(copy, name));
  return copy;
}

test('a damaged build is reported without a stack trace and not served', async () => {
  const copy = copyOfBuild();
  const PORT = String(await freePort('127.0.0.1'));
  const main = join(copy, 'dist/site/main.js');
  const script = readdirSync(join(copy, 'dist/client/assets')).find((name) => name.endsWith('.js.br')) ?? '';
  const server =
    readdirSync(join(copy, 'dist/site/assets')).find((name) => name.startsWith('run-site')) ?? '';
  const damages: [string, (path: string) => void][] = [
    [`client/assets/${script}`, (path) => truncateSync(path, 10)],
    ['server/entry-server.js', (path) => rmSync(path)],
    [`site/assets/${server}`, (path) => appendFileSync(path, '\nthis is no script')],
    ['client/.vite/manifest.json', (path) => writeFileSync(path, '{}')],
    ['client/favicon.svg', (path) => writeFileSync(path, '')],
    ['checksums.json', (path) => truncateSync(path, 100)],
    ['checksums.json', (path) => rmSync(path)],
  ];
  for (const [file, damage] of damages) {
    const path = join(copy, 'dist', file);
    const whole = readFileSync(path);
    damage(path);
    const line = await refusalOf(run({ PORT, DATA_DIR: newFolder() }, main));
    assert.match(line, /^The build in .* is (?:damaged|missing)/, file);
    assert.ok(line.endsWith('run "npm run build"'), line);
    if (!file.startsWith('checksums')) assert.ok(line.includes(file), line);
    writeFileSync(path, whole);
  }
  // The restored build starts.
  const site = run({ PORT, DATA_DIR: newFolder(), SAMPLE_LIBRARY: 'off' }, main);
  while (!site.output().includes('Nightstand is open')) {
    assert.equal(site.child.exitCode, null, site.output());
    await sleep(50);
  }
  const ended = once(site.child, 'close');
  site.child.kill('SIGTERM');
  assert.equal((await ended)[0], 0, site.output());
});

test('the start logs two lines to a terminal and JSON otherwise', async () => {
  const DATA_DIR = newFolder();
  const PORT = String(await freePort('127.0.0.1'));
  const env = { DATA_DIR, PORT, SAMPLE_LIBRARY: 'off' };
  // `script` gives the program a terminal of its own (util-linux).
  const command = `exec "${process.execPath}" "${join(root, 'dist/site/main.js')}"`;
  const terminal = runCommand('script', ['--quiet', '--return', '--command', command, '/dev/null'], env);
  while (!terminal.output().includes('Mail')) {
    assert.equal(terminal.child.exitCode, null, terminal.output());
    await sleep(50);
  }
  const pid = Number(readFileSync(join(DATA_DIR, 'lock.pid'), 'utf8'));
  assert.ok(isAlive(pid));
  const ended = once(terminal.child, 'close');
  process.kill(pid, 'SIGTERM');
  await ended;
  assert.deepEqual(terminal.output().trim().split(/\r?\n/), [
    `Nightstand is open at http://localhost:${PORT}`,
    `Mail is written to files in ${join(DATA_DIR, 'mail')}`,
  ]);

  const lines = (await outputOfShortRun(run(env))).trim().split('\n');
  for (const line of lines) assert.equal(typeof JSON.parse(line).msg, 'string');
});

test('a public site warns of staff without a second factor until it refuses them', async () => {
  const DATA_DIR = newFolder();
  const PORT = String(await freePort('127.0.0.1'));
  const settings = { DATA_DIR, PORT, PUBLIC_URL: 'https://nightstand.example' };
  const startAndStop = (env: Record<string, string>) => outputOfShortRun(run({ ...settings, ...env }));
  const warning = /moderators or admins have no second factor/;
  assert.doesNotMatch(await startAndStop({}), warning);
  const role = run(settings, 'scripts/give-role.ts', ['the-lamplighter', 'moderator']);
  assert.deepEqual(await once(role.child, 'close'), [0, null], role.output());
  assert.match(await startAndStop({}), warning);
  assert.doesNotMatch(await startAndStop({ STAFF_SECOND_FACTOR: 'required' }), warning);
});
